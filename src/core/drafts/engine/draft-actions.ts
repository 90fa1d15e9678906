import type { CellChange } from '../../../contract/draft-changes.ts'
import type { NameCase } from '../../../contract/drafts.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, ContactChoice, DateOrder, KnownCustomers } from '../../../contract/column-choices.ts'
import type { StateCode } from '../../../contract/region.ts'
import { isAddedRow } from '../../../contract/row-id.ts'
import { takesOneColumn } from '../mapping/column-value-list.ts'
import type { RememberedChoices } from '../model/draft-source.ts'
import { applyTemplate } from './template.ts'
import type { TableChoices } from '../../../contract/table-choices.ts'
import { type Override, type OverrideEntry, entryToClear, entryToSet } from '../model/overrides.ts'
import { addRows, removeRows } from './added-rows.ts'
import { planCells } from './cell-changes.ts'
import { cellEntries, rangeFrom } from './cell-entries.ts'
import { chooseValue, type ValueMeaning } from './column-values.ts'
import { clear, planned, refused, set, nextRangeId, type ActionPlan } from './plan-entries.ts'
import { chooseCars, chooseTable } from './table-actions.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { fixGroup } from './fix-group.ts'
import { RowRanges } from '../model/row-ranges.ts'

/** What the user can do to a draft, as data. */
export type DraftAction =
  | { readonly kind: 'table'; readonly choices: TableChoices }
  | { readonly kind: 'template'; readonly choices: RememberedChoices }
  | { readonly kind: 'column'; readonly index: number; readonly target: ColumnTarget }
  | { readonly kind: 'other-columns'; readonly target: 'keep' | 'leave_out' }
  | { readonly kind: 'date-order'; readonly index: number; readonly order: DateOrder }
  | { readonly kind: 'default-state'; readonly state: StateCode | null }
  | { readonly kind: 'contact'; readonly index: number; readonly choice: ContactChoice }
  | { readonly kind: 'notes'; readonly keys: readonly string[]; readonly excluded: boolean }
  | { readonly kind: 'value'; readonly index: number; readonly text: string; readonly meaning: ValueMeaning }
  | { readonly kind: 'skip'; readonly rows: readonly number[]; readonly skipped: boolean }
  | { readonly kind: 'known-customers'; readonly choice: KnownCustomers }
  | { readonly kind: 'known-vins'; readonly choice: 'fill' | 'ignore' }
  | { readonly kind: 'name-case'; readonly choice: NameCase }
  | { readonly kind: 'cars'; readonly choice: 'each' | 'together' }
  | { readonly kind: 'reading'; readonly row: number; readonly other: boolean }
  | { readonly kind: 'cell'; readonly row: number; readonly field: CustomerField; readonly value: string }
  | { readonly kind: 'fix-group'; readonly group: string; readonly value?: string }
  | { readonly kind: 'cells'; readonly change: CellChange; readonly withRefused: boolean }
  | { readonly kind: 'add-rows'; readonly count: number }
  | { readonly kind: 'remove-rows'; readonly rows: readonly number[] }
  | { readonly kind: 'exclude'; readonly rows: readonly number[]; readonly excluded: boolean }
  | { readonly kind: 'exclude-group'; readonly group: string }
  | { readonly kind: 'exclude-errors' }

type ActionOf<Kind extends DraftAction['kind']> = Extract<DraftAction, { readonly kind: Kind }>

const plans: { readonly [Kind in DraftAction['kind']]: (state: DraftState, action: ActionOf<Kind>) => ActionPlan } = {
  table: (state, { choices }) => chooseTable(state, choices),
  template: (state, { choices }) => applyTemplate(state, choices),
  column: chooseTarget,
  'other-columns': chooseOtherColumns,
  'date-order': chooseDateOrder,
  'default-state': chooseDefaultState,
  contact: chooseContact,
  notes: chooseNotes,
  value: (state, { index, text, meaning }) => chooseValue(state, index, text, meaning),
  skip: chooseSkipped,
  'known-customers': chooseKnownCustomers,
  'known-vins': (state, { choice }) =>
    chooseWhether(state, choice === 'ignore', { kind: 'ignore-known-vins' }, changeLabels.knownVins(choice)),
  cars: (state, { choice }) => chooseCars(state, choice),
  'name-case': (state, { choice }) =>
    chooseWhether(state, choice === 'title', { kind: 'title-case' }, changeLabels.nameCase(choice)),
  reading: chooseReading,
  cell: editCell,
  'fix-group': (state, { group, value }) => fixGroup(state, group, value?.trim()),
  cells: (state, { change, withRefused }) => planCells(state, change, withRefused),
  'add-rows': (state, { count }) => addRows(state, count),
  'remove-rows': (state, { rows }) => removeRows(state, rows),
  exclude: (state, { rows, excluded }) => (excluded ? excludeRows(state, rows) : includeRows(state, rows)),
  'exclude-group': excludeGroup,
  'exclude-errors': excludeErrors,
}

/** Which overrides an action changes in the draft as it is now. Changes nothing itself. */
export const planAction = (state: DraftState, action: DraftAction): ActionPlan =>
  // A plan fits its own action, which types do not follow through a lookup.
  plans[action.kind](state, action as never)

function chooseTarget(state: DraftState, { index, target }: ActionOf<'column'>): ActionPlan {
  const column = state.plan.columns[index]
  if (!column) return refused(refusals.noColumn)
  const entries = [
    set(state, { kind: 'target', column: index, target }),
    clear(state, { kind: 'date-order', column: index }),
    clear(state, { kind: 'contact', column: index }),
  ]
  for (const other of state.plan.columns) {
    if (other.index === index || !excludesOther(other.target, target)) continue
    entries.push(set(state, { kind: 'target', column: other.index, target: other.sensitive ? 'leave_out' : 'keep' }))
  }
  return planned(changeLabels.target(column.header, target), entries)
}

/**
 * Whether two columns cannot have these targets together. A rego with its state and a rego alone are the same field
 * twice.
 */
function excludesOther(other: ColumnTarget, wanted: ColumnTarget): boolean {
  const plates: readonly ColumnTarget[] = ['rego', 'rego_and_state']
  if (plates.includes(other) && plates.includes(wanted)) return true
  return other === wanted && takesOneColumn(wanted)
}

function chooseOtherColumns(state: DraftState, { target }: ActionOf<'other-columns'>): ActionPlan {
  const others = state.plan.columns.filter(
    (column) => (column.target === 'keep' || column.target === 'leave_out') && !column.sensitive,
  )
  return planned(
    changeLabels.otherColumns(target),
    others.map(({ index }) => set(state, { kind: 'target', column: index, target })),
  )
}

function chooseDateOrder(state: DraftState, { index, order }: ActionOf<'date-order'>): ActionPlan {
  const column = state.plan.columns[index]
  if (!column?.dates) return refused(refusals.noDates)
  return planned(changeLabels.dateOrder(column.header, order), [
    set(state, { kind: 'date-order', column: index, order }),
  ])
}

function chooseDefaultState(state: DraftState, { state: code }: ActionOf<'default-state'>): ActionPlan {
  const kind = 'default-state'
  return planned(changeLabels.defaultState(code), [code ? set(state, { kind, state: code }) : clear(state, { kind })])
}

function chooseContact(state: DraftState, { index, choice }: ActionOf<'contact'>): ActionPlan {
  const question = state.plan.contact.questions.find((one) => one.index === index)
  if (!question) return refused(refusals.noQuestion)
  const entries = [set(state, { kind: 'contact', column: index, choice })]
  // A target that was chosen by hand would contradict the answer.
  if (choice === 'other' && state.index.targets.get(index) === 'opt_out') {
    entries.push(set(state, { kind: 'target', column: index, target: 'keep' }))
  }
  return planned(changeLabels.contact(question.header, choice), entries)
}

function chooseNotes(state: DraftState, { keys, excluded }: ActionOf<'notes'>): ActionPlan {
  const wanted = new Set(keys)
  const notes = new Map(
    state.plan.contact.notes.flatMap((column) =>
      [...column.notes, ...column.others].flatMap(({ key, note }) => (wanted.has(key) ? [[key, note] as const] : [])),
    ),
  )
  if (notes.size === 0) return refused(refusals.noNotes)
  return planned(
    changeLabels.notes([...notes.values()], excluded),
    [...notes.keys()].map((key) => set(state, { kind: 'note', key, excluded })),
  )
}

function chooseSkipped(state: DraftState, { rows: wanted, skipped }: ActionOf<'skip'>): ActionPlan {
  const { table } = state
  const candidates = new Set(
    skipped
      ? wanted.filter((row) => !isAddedRow(row) && state.rowByNumber(row) !== null)
      : table.skippedRows.filter(({ row }) => wanted.includes(row)).map(({ row }) => row),
  )
  if (candidates.size === 0) return refused(skipped ? refusals.noRecords : refusals.notSkipped)
  return planned(
    changeLabels.skipped([...candidates], skipped),
    [...candidates].map((row) => chosenRecord(state, row, !skipped)),
  )
}

/** A choice that only repeats what the rule says is not kept. */
function chosenRecord(state: DraftState, row: number, isRecord: boolean): OverrideEntry {
  const earlier = state.index.records.get(row)
  return earlier === undefined || earlier === isRecord
    ? set(state, { kind: 'record', row, isRecord })
    : clear(state, { kind: 'record', row })
}

function chooseReading(state: DraftState, { row, other }: ActionOf<'reading'>): ActionPlan {
  const mark = state.marks.get(row)
  if (!mark) return refused(refusals.noOtherReading(row))
  const override = { kind: 'other-reading', row: mark.repair.row } as const
  return chooseWhether(state, other, override, changeLabels.reading(mark.repair.row))
}

function chooseKnownCustomers(state: DraftState, { choice }: ActionOf<'known-customers'>): ActionPlan {
  const kind = 'known-customers'
  const entry = choice === 'skip' ? clear(state, { kind }) : set(state, { kind, choice })
  return planned(changeLabels.knownCustomers[choice], [entry])
}

/** Sets or removes an override that says all by being there. */
const chooseWhether = (state: DraftState, isSet: boolean, override: Override, label: string): ActionPlan =>
  planned(label, [isSet ? set(state, override) : clear(state, override)])

function editCell(state: DraftState, { row: number, field, value }: ActionOf<'cell'>): ActionPlan {
  const row = state.rowByNumber(number)
  if (!row) return refused(refusals.noRecord(number))
  const cell = { row: number, field, text: value.trim(), original: row.originals[field] }
  return planned(changeLabels.cell(field, number), cellEntries(state, [cell]))
}

const recordsAmong = (state: DraftState, rows: readonly number[]): number[] =>
  [...new Set(rows)].filter((row) => state.rows.positionOf(row) >= 0)

function excludeRows(state: DraftState, wanted: readonly number[]): ActionPlan {
  const rows = recordsAmong(state, wanted)
  if (rows.length === 0) return refused(refusals.noRecords)
  return planned(changeLabels.excluded(rows), rowEntries(state, rows, false))
}

/** Only rows that a rule would exclude again need an override; for the others the user's exclusion is cleared. */
function includeRows(state: DraftState, wanted: readonly number[]): ActionPlan {
  const rows = recordsAmong(state, wanted)
  if (rows.length === 0) return refused(refusals.noRecords)
  const positions = rows.map((row) => state.rows.positionOf(row))
  const excluded = state.comparison.excludedByRule(positions)
  const isForced = (at: number): boolean => excluded.has(positions[at] ?? -1)
  const forced = rowEntries(
    state,
    rows.filter((_, at) => isForced(at)),
    true,
  )
  const freed = rowEntries(
    state,
    rows.filter((_, at) => !isForced(at)),
    null,
    forced.length,
  )
  return planned(changeLabels.included(rows), [...forced, ...freed])
}

function excludeGroup(state: DraftState, { group }: ActionOf<'exclude-group'>): ActionPlan {
  const rows = Array.from(state.issues.positionsWith(group), (position) => state.rows.numberAt(position))
  return rows.length === 0 ? refused(refusals.noGroup) : excludeRows(state, rows)
}

function excludeErrors(state: DraftState): ActionPlan {
  const rows: number[] = []
  for (const [position, row] of state.rows.numbers.entries()) {
    if (state.issues.statusAt(position) === 'error') rows.push(row)
  }
  return planned(changeLabels.excludedErrors(rows), rowEntries(state, rows, false))
}

/**
 * The entries by which rows are included or excluded, or by which the rules decide about them (null): one for all, or
 * one for each of a few. `after`: how many other entries the same change has.
 */
function rowEntries(
  { overrides, index }: DraftState,
  rows: readonly number[],
  include: boolean | null,
  after = 0,
): OverrideEntry[] {
  const changed = rows.filter((row) => index.rows.get(row) !== (include ?? undefined))
  const isInRange = (row: number): boolean => index.rows.inRange(row) !== undefined
  const needsRange = changed.length >= rangeFrom && (include !== null || changed.some(isInRange))
  if (!needsRange) {
    return changed.map((row) =>
      include === null && !isInRange(row)
        ? entryToClear(overrides, { kind: 'row', row })
        : entryToSet(overrides, { kind: 'row', row, include }),
    )
  }
  const ranges = RowRanges.of(changed.toSorted((a, b) => a - b))
  const id = nextRangeId(overrides) + after
  // A single row would win over the range.
  const singles = changed.filter((row) => index.rows.isSingle(row))
  return [
    entryToSet(overrides, { kind: 'rows', id, rows: ranges, include }),
    ...singles.map((row) => entryToClear(overrides, { kind: 'row', row })),
  ]
}
