import { isDeepStrictEqual } from 'node:util'
import { maxSheetsTogether } from '../../../contract/row-id.ts'
import type { TableChoices } from '../../../contract/table-choices.ts'
import { detectedForm } from '../reading/file-read.ts'
import { findReading, isTextFile, readingOf } from '../model/file-readings.ts'
import { isChange, type Override, type OverrideEntry } from '../model/overrides.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { alikeSheets } from './joined-sheets.ts'
import { sheetsNamed } from './locate-table.ts'
import { clear, clearAll, planned, refused, set, type ActionPlan } from './plan-entries.ts'

/** Overrides that belong to columns, and those that belong to rows. Undo restores them. */
const ofColumns = ['target', 'date-order', 'contact'] as const
const ofRows = ['cell', 'cells', 'row', 'rows', 'record', 'replacement', 'other-reading'] as const

/** The columns and the rows are others then: what was decided about them starts again. */
export function chooseCars(state: DraftState, choice: 'each' | 'together'): ActionPlan {
  if (state.rowsWithCars === null) return refused(refusals.noCars)
  const override = { kind: 'cars-together' } as const
  const entry = choice === 'together' ? set(state, override) : clear(state, override)
  if (!isChange(entry)) return planned(changeLabels.cars(choice), [])
  return planned(changeLabels.cars(choice), [...clearAll(state, [...ofColumns, ...ofRows]), entry])
}

/** The choices of a draft as they are in effect. */
export function tableChoices({
  index,
  source,
  reading,
  sheets,
}: Pick<DraftState, 'index' | 'source' | 'reading' | 'sheets'>): TableChoices {
  const { form, headerRow, lastRow } = index
  return {
    form: isTextFile(reading.facts) ? (form ?? detectedForm) : null,
    sheets: sheets.map((at) => source.facts.sheets[at]?.name ?? ''),
    headerRow: headerRow === undefined ? 'detect' : (headerRow ?? 'none'),
    lastRow,
  }
}

/**
 * All choices at once, as one change. A file with another form must have been read with it before. Those in effect, chosen again, say that
 * other tables are not wanted.
 */
export function chooseTable(state: DraftState, wanted: TableChoices): ActionPlan {
  const { facts } = state.source
  const before = tableChoices(state)
  const form = wanted.form ?? detectedForm
  if (findReading(facts, form) === null) throw new Error('The file was not read with this form')
  const reading = readingOf(facts, form)
  const isOtherReading = reading.at !== state.reading.at
  const isOtherTable = isOtherReading && reading.facts.textForm?.delimiter !== state.reading.facts.textForm?.delimiter
  // The sheets of a text file are its tables, which another delimiter may divide in another way.
  const named = sheetsNamed(state.source, reading, wanted.sheets)
  const sheets = isOtherReading && named.length === 0 ? reading.sheets.slice(0, 1) : named
  if (sheets.length < 1 || (!isOtherReading && named.length < wanted.sheets.length)) return refused(refusals.noSheet)
  if (sheets.length > maxSheetsTogether) return refused(refusals.tooManySheets(maxSheetsTogether))
  const different = differentSheet(state, sheets)
  if (different !== null) return refused(refusals.otherColumns(different))
  const headerRow = wanted.headerRow === 'none' ? null : wanted.headerRow === 'detect' ? undefined : wanted.headerRow
  if (typeof headerRow === 'number') {
    const [first = 0] = sheets
    if (!Array.from(state.source.rows[first] ?? []).some(({ row }) => row === headerRow))
      return refused(refusals.emptyRow(headerRow))
    if (wanted.lastRow !== null && wanted.lastRow < headerRow) return refused(refusals.lastAboveHeader)
  }
  const names = sheets.map((at) => facts.sheets[at]?.name ?? '')
  const isOtherSheet = isOtherTable || names.join('\n') !== before.sheets.join('\n')
  const cleared = isOtherSheet
    ? clearAll(state, [...ofColumns, ...ofRows])
    : wanted.headerRow !== before.headerRow
      ? clearAll(state, ofColumns)
      : []
  const isConfirmed = isDeepStrictEqual(before, { ...wanted, sheets: names })
  const choose = (isChosen: boolean, override: Override): OverrideEntry =>
    isChosen ? set(state, override) : clear(state, override as { readonly kind: 'form' })
  return planned(labelOf(before, { ...wanted, sheets: names }), [
    ...cleared,
    choose(reading.at >= 0, { kind: 'form', form }),
    ...(isOtherSheet || isConfirmed
      ? [
          choose(names.length === 1, { kind: 'sheet', sheet: names[0] ?? '' }),
          choose(names.length > 1, { kind: 'sheets', sheets: names }),
        ]
      : []),
    choose(headerRow !== undefined, { kind: 'header-row', headerRow: headerRow ?? null }),
    choose(wanted.lastRow !== null, { kind: 'last-row', lastRow: wanted.lastRow ?? 0 }),
  ])
}

/** The name of the first sheet that has other columns than the first; null when they can be read together. */
function differentSheet({ source, index }: DraftState, sheets: readonly number[]): string | null {
  const [first] = sheets
  if (first === undefined || sheets.length === 1) return null
  const rules = { headerRow: index.headerRow }
  const alike = alikeSheets(source, first, sheets, rules)
  const different = sheets.find((at) => at !== first && !alike.includes(at))
  return different === undefined ? null : (source.facts.sheets[different]?.name ?? '')
}

/** What the change is called in undo: the one thing that differs, or all of it. */
function labelOf(before: TableChoices, after: TableChoices): string {
  const labels: string[] = []
  const { form } = after
  if (form && JSON.stringify(form) !== JSON.stringify(before.form)) labels.push(changeLabels.form(form))
  if (after.sheets.join('\n') !== before.sheets.join('\n'))
    labels.push(
      after.sheets.length > 1
        ? changeLabels.joinedSheets(after.sheets.length)
        : changeLabels.sheet(after.sheets[0] ?? ''),
    )
  if (after.headerRow !== before.headerRow && after.headerRow !== 'detect')
    labels.push(changeLabels.headerRow(after.headerRow === 'none' ? null : after.headerRow))
  if (after.lastRow !== before.lastRow) labels.push(changeLabels.lastRow(after.lastRow))
  const [only] = labels
  return only !== undefined && labels.length === 1 ? only : changeLabels.table
}
