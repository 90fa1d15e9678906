import { basename, extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { spreadsheetEndings } from '../contract/spreadsheet-endings.ts'
import { fail } from '../core/failures/failure-error.ts'
import { desktopText } from './desktop-text.ts'

const { file: text } = desktopText

/** A drive of Windows is one letter. */
const isAddress = (word: string): boolean => /^(?:file:|[a-z][a-z\d+.-]+:\/\/)/i.test(word)

/**
 * The spreadsheets among the arguments of a start: the system starts Forecourt with the path of a file that the user opened with it, and
 * the desktops of Linux with its address. Chromium's switches and the folder of the program are among the arguments too.
 * Relative paths belong to `workingFolder`.
 */
export const spreadsheetsAmong = (words: readonly string[], workingFolder: string): readonly string[] =>
  words
    .slice(1)
    .filter((word) => !word.startsWith('-') && spreadsheetEndings.includes(extname(word).slice(1).toLowerCase()))
    .map((word) => (isAddress(word) ? word : resolve(workingFolder, word)))

/** The path of an opened file. Throws a failure for an address that leads to no file of this PC. */
export function pathOfOpened(file: string): string {
  if (!isAddress(file)) return file
  const path = readAddress(file)
  if (typeof path === 'string') return path
  const name = nameIn(file)
  return path.isElsewhere
    ? fail('invalid-input', text.elsewhere(name), { next: text.elsewhereNext })
    : fail('invalid-input', text.badPath(name), { next: text.badPathNext })
}

function readAddress(address: string): string | { readonly isElsewhere: boolean } {
  const url = URL.parse(address)
  if (url && url.protocol !== 'file:') return { isElsewhere: true }
  // These begin a part of the address that is no part of a path, unless they are encoded.
  if (!url || /[?#]/.test(address)) return { isElsewhere: false }
  try {
    const path = fileURLToPath(url)
    return path.includes('\0') ? { isElsewhere: false } : path
  } catch (error) {
    return { isElsewhere: error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_FILE_URL_HOST' }
  }
}

/** As it is written in the address where it cannot be decoded. */
function nameIn(address: string): string {
  const name = basename(address)
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}
