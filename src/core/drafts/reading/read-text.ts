import type { TextForm } from '../../../contract/table-choices.ts'
import type { ContentLimits, ContentMeter } from './content-meter.ts'
import { decodeText } from './decode-text.ts'
import { decideTextForm } from './delimiter.ts'
import { fileProblems, fileWords } from './file-messages.ts'
import {
  detectedForm,
  linesPerRow,
  maxDelimitersInLine,
  refuseFile,
  type FileParts,
  type FileProblem,
  type RememberedForm,
} from './file-read.ts'
import { cutFixedWidth, printedColumns } from './fixed-width.ts'
import { charactersPerPart, readRecords, type RecordsPart } from './read-records.ts'
import type { Quoting } from './text-record.ts'
import { TextRows } from './text-rows.ts'

/**
 * Reads any text file as a whole into one sheet: decoded, with LF line ends and the delimiter that separates its cells. `chosen`:
 * encoding and delimiter that the user chose; `remembered`: those of earlier files.
 */
export async function* readText(
  name: string,
  bytes: Uint8Array,
  meter: ContentMeter,
  chosen: TextForm = detectedForm,
  remembered: readonly RememberedForm[] = [],
): FileParts {
  meter.expectContent(bytes.byteLength)
  const decoded = decodeText(bytes, chosen.encoding)
  if (decoded.controls > Math.max(8, decoded.text.length * 0.02)) return refuseFile(fileProblems.notSpreadsheet(name))
  const form = await decideTextForm(decoded.text, chosen.delimiter, remembered)
  const { text, quoting } = form
  if (text.trim() === '') return refuseFile(fileProblems.empty(name))
  const tooLong = lengthProblem(name, text, quoting, meter.limits)
  if (tooLong) return refuseFile(tooLong)
  const columns = ['line', 'user'].includes(form.decidedBy) ? null : printedColumns(text, quoting.delimiter)
  const parts = columns ? readFixedWidth(text, columns) : readRecords(text, quoting)
  yield { kind: 'sheet', name: fileWords.file, hidden: false }
  const sheet = new TextRows(meter.limits)
  for (const part of parts) {
    const added = sheet.add(part)
    if ('problem' in added) return refuseFile(added.problem)
    if (added.rows.length > 0) yield { kind: 'rows', rows: added.rows }
    meter.addContent((bytes.byteLength * part.characters) / text.length)
  }
  sheet.findDamage(text)
  yield { kind: 'sheet-end', merges: [], notes: sheet.notes(columns !== null), repairs: sheet.repairs }
  const { encoding, encodingKey, notes: notesOfText } = decoded
  const textForm = { encoding: encodingKey, delimiter: columns ? null : quoting.delimiter }
  const file = { ok: true, encoding, notes: notesOfText, textForm } as const
  if (columns) return { ...file, kind: 'fixed-width', delimiter: 'aligned columns' }
  return { ...file, kind: 'csv', delimiter: form.delimiterName }
}

function* readFixedWidth(text: string, columns: readonly number[]): Generator<RecordsPart, void, void> {
  for (let start = 0; start < text.length;) {
    const lineEnd = text.indexOf('\n', start + charactersPerPart)
    const end = lineEnd < 0 ? text.length : lineEnd + 1
    const lines = text.slice(start, end).split('\n')
    // The part ends with a line end, behind which there is no line of this part.
    if (lineEnd >= 0) lines.pop()
    yield { rows: lines.map((line) => cutFixedWidth(line, columns)), repairs: [], characters: end - start }
    start = end
  }
}

/**
 * Why a text cannot be given to the parser, or null. Longer arrays than V8 allows are a fatal error: they would end the
 * program, not only the worker.
 */
function lengthProblem(name: string, text: string, { delimiter }: Quoting, limits: ContentLimits): FileProblem | null {
  let line = 0
  for (let start = 0; start < text.length; line += 1) {
    if (line > linesPerRow * limits.rows) return fileProblems.tooManyRows(limits.rows)
    const found = text.indexOf('\n', start)
    const end = found < 0 ? text.length : found
    if (end - start > maxDelimitersInLine && countUpTo(text, delimiter, start, end) > maxDelimitersInLine) {
      return fileProblems.tooLongLine(name, line + 1)
    }
    start = end + 1
  }
  return null
}

/** How often a delimiter stands in a part of the text; counting ends above the limit. */
function countUpTo(text: string, delimiter: string, start: number, end: number): number {
  let count = 0
  for (let at = text.indexOf(delimiter, start); at >= 0 && at < end; at = text.indexOf(delimiter, at + 1)) {
    count += 1
    if (count > maxDelimitersInLine) break
  }
  return count
}
