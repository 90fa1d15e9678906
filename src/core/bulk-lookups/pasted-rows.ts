import Papa from 'papaparse'
import type { SourceRow } from '../fields/source-cell.ts'

/** A copied table has tabs. Semicolons come before commas, which also are in names and amounts. */
const delimiters = ['\t', ';', ','] as const

/** The lines of a pasted text as rows, with their numbers from 1. */
export function pastedRows(text: string): SourceRow[] {
  const clean = text.replace(/^\ufeff/, '').replaceAll(/\r\n?/g, '\n')
  const delimiter = delimiters.find((each) => clean.includes(each)) ?? ','
  const { data } = Papa.parse<string[]>(clean, { delimiter, newline: '\n' })
  return data.flatMap((cells, at) => (cells.some((cell) => cell.trim() !== '') ? [{ row: at + 1, cells }] : []))
}
