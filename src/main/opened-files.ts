import { extname, resolve } from 'node:path'
import { spreadsheetEndings } from '../contract/spreadsheet-endings.ts'

/**
 * The spreadsheets among the arguments of a start: the system starts Forecourt with the path of a file that the user opened with it.
 * Chromium's switches and the folder of the program are among the arguments too. Relative paths belong to `workingFolder`.
 */
export const spreadsheetsAmong = (words: readonly string[], workingFolder: string): readonly string[] =>
  words
    .slice(1)
    .filter((word) => !word.startsWith('-') && spreadsheetEndings.includes(extname(word).slice(1).toLowerCase()))
    .map((word) => resolve(workingFolder, word))
