import { spreadsheetEndings } from '../../contract/spreadsheet-endings.ts'

/** The folders beneath a watched one, for files that were processed. */
export type MovedFolder = 'done' | 'failed'

/**
 * Whether a file can be one to import, by its name: a spreadsheet, not hidden, not the lock file of Office (`~$march.xlsx`). Browsers
 * and transfer programs add an ending while they write (`march.csv.part`).
 */
export function isImportName(name: string): boolean {
  if (name.startsWith('.') || name.startsWith('~')) return false
  const dot = name.lastIndexOf('.')
  return dot > 0 && spreadsheetEndings.includes(name.slice(dot + 1).toLowerCase())
}

/** The longest name that most file systems take, in bytes, less a number, the ending of a report and that of a file being written. */
const mostNameBytes = 255 - ' (9999)'.length - '.report.json.new'.length

/** The name of a moved file: as it was, or shortened before its ending, so that its reports have names too. */
export function movedName(name: string): string {
  if (Buffer.byteLength(name) <= mostNameBytes) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 ? name.slice(dot) : ''
  let stem = dot > 0 ? name.slice(0, dot) : name
  // By characters: half of one is no name.
  while (Buffer.byteLength(stem + ending) > mostNameBytes) stem = [...stem].slice(0, -1).join('')
  return stem + ending
}

/** The name with a number before its ending, from the second on: `march (2).csv`. */
export function numberedName(name: string, number: number): string {
  if (number === 1) return name
  const dot = name.lastIndexOf('.')
  return dot > 0 ? `${name.slice(0, dot)} (${number})${name.slice(dot)}` : `${name} (${number})`
}

/** The reports beside a file. */
export const reportNames = (name: string): { readonly text: string; readonly json: string } => ({
  text: `${name}.report.txt`,
  json: `${name}.report.json`,
})
