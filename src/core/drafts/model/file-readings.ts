import type { TextForm } from '../../../contract/table-choices.ts'
import type { FileReading, SourceFacts } from './draft-source.ts'

/** Whether a file is a text, which can be read with another encoding or delimiter. */
export const isTextFile = ({ kind }: Pick<FileReading, 'kind'>): boolean => kind === 'csv' || kind === 'fixed-width'

/** One reading of a file, and where its sheets are among all sheets of the source. */
export interface ChosenReading {
  /** Position in `SourceFacts.otherReadings`; -1: the first reading. */
  readonly at: number
  readonly facts: FileReading
  readonly sheets: readonly number[]
}

/** The reading in use: with the form that the user chose, or the first. */
export function readingOf(facts: SourceFacts, form: TextForm | null): ChosenReading {
  const at = form ? (findReading(facts, form) ?? -1) : -1
  const sheets = facts.sheets.flatMap(({ reading = -1 }, position) => (reading === at ? [position] : []))
  return { at, facts: facts.otherReadings?.[at] ?? facts, sheets }
}

/** The position of a reading with this form (see `ChosenReading`); null: the file was not read like this yet. */
export function findReading(facts: SourceFacts, { encoding, delimiter }: TextForm): number | null {
  const readings = [{ ...facts, chosen: { encoding: null, delimiter: null } }, ...(facts.otherReadings ?? [])]
  const at = readings.findIndex(
    ({ chosen, textForm }) =>
      (encoding === null ? chosen.encoding === null : textForm?.encoding === encoding) &&
      (delimiter === null ? chosen.delimiter === null : textForm?.delimiter === delimiter),
  )
  return at < 0 ? null : at - 1
}

/** The facts with one more reading. */
export function addReading(
  facts: SourceFacts,
  chosen: TextForm,
  read: FileReading & Pick<SourceFacts, 'sheets'>,
): SourceFacts {
  const { kind, encoding, delimiter, notes, textForm, sheets } = read
  const readings = facts.otherReadings ?? []
  return {
    ...facts,
    sheets: [...facts.sheets, ...sheets.map((sheet) => ({ ...sheet, reading: readings.length }))],
    otherReadings: [...readings, { chosen, kind, encoding, delimiter, notes, ...(textForm && { textForm }) }],
  }
}
