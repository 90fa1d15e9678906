import type { CellChange, CellPreview, ChangedCell, RowSet } from '../../../contract/draft-changes.ts'
import type { CustomerField } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'
import { formatDate, readShownDate } from '../../../contract/calendar-date.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { checkRow, customerFields, type CheckedRow } from '../checking/check-row.ts'
import { withTyped } from '../checking/typed-cells.ts'
import type { ActionPlan } from './action-plan.ts'
import { cellEntries, type CellText } from './cell-entries.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { fixesFor, fixGroup } from './fix-group.ts'
import { findReplacement } from './find-text.ts'
import { orderRows } from './row-order.ts'

/** The new texts of a row, by field. */
interface RowTexts {
  readonly row: CheckedRow
  readonly texts: ReadonlyMap<CustomerField, string>
}

/** A cell that a change is about, with the outcome. */
interface JudgedCell extends ChangedCell {
  readonly text: string
  readonly isSame: boolean
}

const maxValues = 100
const maxExamples = 3

/**
 * A value as people write it: dates as d/m/yyyy, mobiles as at home. The text of the file where an error leaves nothing
 * to send.
 */
export function shownText(row: CheckedRow, field: CustomerField, region: Region): string {
  const value = row.values[field]
  if (value === '') return hasProblem(row, field) ? row.originals[field] : ''
  if (field === 'mobile_number') return mobileForSending(value, region, 'national')
  if (field === 'sale_date' || field === 'expiry_date') return formatDate(value)
  return value
}

/** A typed date as the program reads it whatever the order of its column: the screen shows d/m/yyyy. Other texts are unchanged. */
export function typedText(field: CustomerField, typed: string): string {
  const text = typed.trim()
  return field === 'sale_date' || field === 'expiry_date' ? readShownDate(text) : text
}

const hasProblem = (row: CheckedRow, field: CustomerField): boolean =>
  row.issues.some((issue) => issue.field === field && issue.severity !== 'info')

/** What a change would do. Changes nothing. Null with a message: it is not possible. */
export function previewCells(
  state: DraftState,
  change: CellChange,
  { withRefused, offset, limit }: { readonly withRefused: boolean; readonly offset: number; readonly limit: number },
): CellPreview | { readonly refused: string } {
  const refusal = refusalOf(state, change)
  if (refusal) return { refused: refusal }
  const counts = { cells: 0, rows: 0, refused: 0, unchanged: 0, outside: outsideOf(state, change) }
  const values = new Map<string, { shown: CellPreview['values'][number]; cells: number; examples: number[] }>()
  const list: ChangedCell[] = []
  let listed = 0
  for (const wanted of rowTexts(state, change)) {
    let changes = false
    for (const cell of judge(state, wanted)) {
      if (cell.isSame) {
        counts.unchanged += 1
        continue
      }
      const isRefused = cell.problem !== null && !withRefused
      if (isRefused) counts.refused += 1
      else counts.cells += 1
      changes ||= !isRefused
      const { row, field, before, after, problem } = cell
      const key = JSON.stringify([field, before, after])
      const found = values.get(key) ?? {
        shown: { field, before, after, problem, cells: 0, examples: [] },
        cells: 0,
        examples: [],
      }
      found.cells += 1
      if (found.examples.length < maxExamples) found.examples.push(row)
      values.set(key, found)
      if (listed >= offset && list.length < limit) list.push({ row, field, before, after, problem })
      listed += 1
    }
    if (changes) counts.rows += 1
  }
  const rank = (one: { readonly shown: { readonly problem: string | null } }): number =>
    one.shown.problem === null ? 1 : 0
  const shownValues = [...values.values()]
    .toSorted((a, b) => rank(a) - rank(b) || b.cells - a.cells)
    .slice(0, maxValues)
    .map(({ shown, cells, examples }) => ({ ...shown, cells, examples }))
  return { ...counts, values: shownValues, list }
}

/** The overrides of a change. */
export function planCells(state: DraftState, change: CellChange, withRefused: boolean): ActionPlan {
  if (change.kind === 'fix-group') return fixGroup(state, change.group, change.value?.trim())
  const refusal = refusalOf(state, change)
  if (refusal) return { ok: false, message: refusal }
  const cells: CellText[] = []
  for (const wanted of rowTexts(state, change)) {
    for (const { row, field, text, problem, isSame } of judge(state, wanted)) {
      if (!isSame && (problem === null || withRefused))
        cells.push({ row, field, text, original: wanted.row.originals[field] })
    }
  }
  return { ok: true, label: labelOf(change, cells), entries: cellEntries(state, cells) }
}

function refusalOf(state: DraftState, change: CellChange): string | null {
  if (change.kind === 'fill-down' && !state.rowByNumber(change.from)) return refusals.noRecord(change.from)
  if (change.kind === 'fix-group' && !state.groups().some(({ key }) => key === change.group)) return refusals.noGroup
  return null
}

function labelOf(change: Exclude<CellChange, { kind: 'fix-group' }>, cells: readonly CellText[]): string {
  const fields = customerFields.filter((field) => cells.some((cell) => cell.field === field))
  const rows = [...new Set(cells.map(({ row }) => row))]
  switch (change.kind) {
    case 'paste':
      return changeLabels.pasted(cells.length)
    case 'set': {
      const texts = new Set(Object.values(change.values).map((text) => text.trim()))
      const [text] = texts
      return changeLabels.setCells(fields, texts.size === 1 ? (text ?? '') : null, rows)
    }
    case 'fill-down':
      return changeLabels.filledDown(fields, change.from, rows)
    case 'replace':
      return changeLabels.replaced(change.find, change.text, cells.length)
  }
}

/** The outcome for each cell of a row: all its new texts are checked together, as they would stand in the row. */
function* judge(state: DraftState, { row, texts }: RowTexts): Generator<JudgedCell> {
  const { region } = state.context
  const after = checkRow(row.source, withTyped(state.rows.rules, row.row, texts))
  for (const [field, text] of texts) {
    const error =
      text === '' ? undefined : after.issues.find((issue) => issue.field === field && issue.severity === 'error')
    const before = shownText(row, field, region)
    const shown = { before, after: error && after.values[field] === '' ? text : shownText(after, field, region) }
    // A cell of which nothing would be sent afterwards either keeps its text in the file.
    const isSame = shown.before === shown.after && row.values[field] === after.values[field]
    yield { row: row.row, field, ...shown, problem: error?.message ?? null, text, isSame }
  }
}

/** The rows that a change is about, each with its new texts. */
function* rowTexts(state: DraftState, change: CellChange): Generator<RowTexts> {
  switch (change.kind) {
    case 'paste': {
      const { fields, rows, texts } = change
      for (const [at, cells] of texts.entries()) {
        const row = state.rowByNumber(rows[at] ?? -1)
        if (!row) continue
        const typed = fields.flatMap((field, column) => {
          const text = cells[column]
          return field === null || text === undefined ? [] : [[field, typedText(field, text)] as const]
        })
        if (typed.length > 0) yield { row, texts: new Map(typed) }
      }
      return
    }
    case 'set': {
      const typed = customerFields.flatMap((field) => {
        const text = change.values[field]
        return text === undefined ? [] : [[field, typedText(field, text)] as const]
      })
      const texts = new Map(typed)
      for (const row of rowsOf(state, change.rows)) yield { row, texts }
      return
    }
    case 'fill-down': {
      const source = state.rowByNumber(change.from)
      if (!source) return
      const texts = new Map(
        change.fields.map((field) => [field, source.values[field] || shownText(source, field, state.context.region)]),
      )
      for (const row of rowsOf(state, change.rows)) if (row.row !== change.from) yield { row, texts }
      return
    }
    case 'replace': {
      const left = new Set(change.except.map(({ row, field }) => `${row} ${field}`))
      for (const row of rowsOf(state, change.rows)) {
        const texts = new Map<CustomerField, string>()
        for (const field of change.fields) {
          if (left.has(`${row.row} ${field}`)) continue
          const text = findReplacement(shownText(row, field, state.context.region), field, change)
          if (text !== null) texts.set(field, typedText(field, text))
        }
        if (texts.size > 0) yield { row, texts }
      }
      return
    }
    case 'fix-group': {
      const field = state.groups().find(({ key }) => key === change.group)?.field
      if (!field) return
      for (const { row, text } of fixesFor(state, change.group, change.value?.trim())) {
        yield { row, texts: new Map([[field, text]]) }
      }
    }
  }
}

function* rowsOf(state: DraftState, rows: RowSet): Generator<CheckedRow> {
  if ('filter' in rows) {
    for (const number of orderRows(state, rows.filter).toSorted((a, b) => a - b)) {
      const row = state.rowByNumber(number)
      if (row) yield row
    }
    return
  }
  for (const [first, last] of rows.runs) {
    for (let position = state.rows.positionFrom(first); position < state.rows.length; position += 1) {
      if (state.rows.numberAt(position) > last) break
      yield state.rows.at(position)
    }
  }
}

/** Pasted cells without a row, or in a column that cannot be edited. */
function outsideOf(state: DraftState, change: CellChange): number {
  if (change.kind !== 'paste') return 0
  let outside = 0
  for (const [at, cells] of change.texts.entries()) {
    const hasRow = state.rows.positionOf(change.rows[at] ?? -1) >= 0
    for (let column = 0; column < cells.length; column += 1) {
      if (!hasRow || (change.fields[column] ?? null) === null) outside += 1
    }
  }
  return outside
}
