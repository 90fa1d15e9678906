import type { CellChange, CellPreview, ChangedCell, RowSet } from '../../../contract/draft-changes.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { formatDate, readShownDate } from '../../../contract/calendar-date.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { checkRow, customerFields, type CheckedRow } from '../checking/check-row.ts'
import type { RowRules } from '../checking/row-rules.ts'
import { TypedTexts } from '../model/row-values.ts'
import { cellEntries, type CellText } from './cell-entries.ts'
import type { ActionPlan } from './plan-entries.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { cellFixes, fixGroup } from './fix-group.ts'
import { TextFinder } from './find-text.ts'
import { selectRows } from './row-order.ts'
import { type CheckContext } from '../model/draft-source.ts'

/** The new texts of a row, by field. */
interface RowTexts {
  readonly position: number
  readonly texts: ReadonlyMap<CustomerField, string>
}

/** A cell that a change is about, with the outcome. */
interface JudgedCell extends ChangedCell {
  readonly text: string
  readonly isSame: boolean
}

const maxValues = 100
const maxExamples = 3

/** What the shown form of a value depends on. */
export type ShownForm = Pick<CheckContext, 'region' | 'dateFormat'>

/**
 * A value as people write it: dates in the user's form, mobiles as at home. The text of the file where an error leaves nothing
 * to send.
 */
export function shownText(row: CheckedRow, field: CustomerField, form: ShownForm): string {
  const value = row.values[field]
  if (value === '') return hasProblem(row, field) ? row.originals[field] : ''
  return shownValue(value, field, form)
}

function shownValue(value: string, field: CustomerField, { region, dateFormat }: ShownForm): string {
  if (field === 'mobile_number') return mobileForSending(value, region, 'national')
  if (field === 'sale_date' || field === 'expiry_date') return formatDate(value, dateFormat)
  return value
}

/** The same of a row that need not be read. */
function shownAt({ context, issues, rows }: DraftState, position: number, field: CustomerField): string {
  const value = rows.valueAt(position, field)
  if (value !== '') return shownValue(value, field, context)
  return issues.isMarkedAlone(position, field) ? rows.originalAt(position, field) : ''
}

/** A typed date as the program reads it whatever the order of its column: the screen shows d/m/yyyy. Other texts are unchanged. */
function typedText(field: CustomerField, typed: string): string {
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
  const values = new Map<string, CellPreview['values'][number]>()
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
      const found = values.get(key) ?? { field, before, after, problem, cells: 0, examples: [] }
      found.cells += 1
      if (found.examples.length < maxExamples) found.examples.push(row)
      values.set(key, found)
      if (listed >= offset && list.length < limit) list.push({ row, field, before, after, problem })
      listed += 1
    }
    if (changes) counts.rows += 1
  }
  const rank = ({ problem }: { readonly problem: string | null }): number => (problem === null ? 1 : 0)
  const shownValues = [...values.values()]
    .toSorted((a, b) => rank(a) - rank(b) || b.cells - a.cells)
    .slice(0, maxValues)
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
        cells.push({ row, field, text, original: state.rows.originalAt(wanted.position, field) })
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

/** What is sent and shown for a field with another text, and why it cannot be sent. */
interface Outcome {
  readonly value: string
  readonly shown: string
  readonly error: string | null
}

/** The outcome for each cell of a row: all its new texts are checked together, as they would stand in the row. */
function* judge(state: DraftState, { position, texts }: RowTexts): Generator<JudgedCell> {
  const { rows } = state
  const after = rowWith(state, position, texts)
  for (const [field, text] of texts) {
    const outcome = outcomeInRow(after, field, state.context)
    const problem = text === '' ? null : outcome.error
    const before = shownAt(state, position, field)
    const shown = problem !== null && outcome.value === '' ? text : outcome.shown
    // A cell of which nothing would be sent afterwards either keeps its text in the file.
    const isSame = before === shown && rows.valueAt(position, field) === outcome.value
    yield { row: rows.numberAt(position), field, before, after: shown, problem, text, isSame }
  }
}

function rowWith({ rows }: DraftState, position: number, texts: ReadonlyMap<CustomerField, string>): CheckedRow {
  const { row, source } = rows.at(position)
  return checkRow(source, withTyped(rows.rules, row, texts))
}

/** The rules for one row, as if the user had typed these texts in it. */
function withTyped(rules: RowRules, row: number, texts: ReadonlyMap<CustomerField, string>): RowRules {
  const { overrides } = rules
  const cells = new TypedTexts()
  for (const [field, text] of [...(overrides.cells.get(row) ?? []), ...texts]) cells.of(field).set(row, text)
  return { ...rules, overrides: { ...overrides, cells } }
}

function outcomeInRow(row: CheckedRow, field: CustomerField, context: ShownForm): Outcome {
  const found = row.issues.find((issue) => issue.field === field && issue.severity === 'error')
  return { value: row.values[field], shown: shownText(row, field, context), error: found?.message ?? null }
}

/** The rows that a change is about, each with its new texts. */
function* rowTexts(state: DraftState, change: CellChange): Generator<RowTexts> {
  switch (change.kind) {
    case 'paste': {
      const { fields, rows, texts } = change
      for (const [at, cells] of texts.entries()) {
        const position = state.rows.positionOf(rows[at] ?? -1)
        if (position < 0) continue
        const typed = fields.flatMap((field, column) => {
          const text = cells[column]
          return field === null || text === undefined ? [] : [[field, typedText(field, text)] as const]
        })
        if (typed.length > 0) yield { position, texts: new Map(typed) }
      }
      return
    }
    case 'set': {
      const typed = customerFields.flatMap((field) => {
        const text = change.values[field]
        return text === undefined ? [] : [[field, typedText(field, text)] as const]
      })
      const texts = new Map(typed)
      for (const position of positionsOf(state, change.rows)) yield { position, texts }
      return
    }
    case 'fill-down': {
      const source = state.rowByNumber(change.from)
      if (!source) return
      const texts = new Map(
        change.fields.map((field) => [field, source.values[field] || shownText(source, field, state.context)]),
      )
      for (const position of positionsOf(state, change.rows)) {
        if (state.rows.numberAt(position) !== change.from) yield { position, texts }
      }
      return
    }
    case 'replace':
      return yield* replacedTexts(state, change)
    case 'fix-group': {
      const field = state.groups().find(({ key }) => key === change.group)?.field
      if (!field) return
      const { positions, textAt } = cellFixes(state, change.group, field, change.value?.trim() ?? null)
      for (const position of positions) yield { position, texts: new Map([[field, textAt(position)]]) }
    }
  }
}

function* replacedTexts(
  state: DraftState,
  change: Extract<CellChange, { readonly kind: 'replace' }>,
): Generator<RowTexts> {
  const left = new Set(change.except.map(({ row, field }) => `${row} ${field}`))
  const finder = new TextFinder(change)
  for (const position of positionsOf(state, change.rows)) {
    let texts: Map<CustomerField, string> | null = null
    for (const field of change.fields) {
      const text = finder.replace(shownAt(state, position, field), field)
      if (text === null || left.has(`${state.rows.numberAt(position)} ${field}`)) continue
      texts = (texts ?? new Map<CustomerField, string>()).set(field, typedText(field, text))
    }
    if (texts) yield { position, texts }
  }
}

/** Positions of rows, ascending. */
function* positionsOf(state: DraftState, rows: RowSet): Generator<number> {
  if ('filter' in rows) return yield* selectRows(state, rows.filter)
  for (const [first, last] of rows.runs) {
    for (let position = state.rows.positionFrom(first); position < state.rows.length; position += 1) {
      if (state.rows.numberAt(position) > last) break
      yield position
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
