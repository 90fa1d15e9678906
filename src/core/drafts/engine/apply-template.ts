import type { ColumnTarget } from '../../../contract/column-choices.ts'
import { takesOneColumn } from '../mapping/column-targets.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import { listValues } from '../mapping/column-value-list.ts'
import type { RememberedChoices } from '../model/draft-source.ts'
import type { OverrideEntry } from '../model/overrides.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels } from './draft-text.ts'
import { clear, planned, set, type ActionPlan } from './plan-entries.ts'

/**
 * Sets up a draft as a template says: targets, date orders and contact answers of the columns that it names, notes
 * about contact, default state, whether existing customers are updated, and value fixes. Other columns that had one of its fields become extra fields.
 */
export function applyTemplate(state: DraftState, choices: RememberedChoices): ActionPlan {
  const entries: OverrideEntry[] = []
  const taken = new Set<ColumnTarget>()
  const named = new Set<string>()
  const others: number[] = []
  for (const [column, header] of state.table.header.entries()) {
    const name = normaliseHeader(header)
    const target = choices.targets[name]
    if (name === '' || target === undefined || named.has(name)) {
      others.push(column)
      continue
    }
    named.add(name)
    taken.add(target)
    entries.push(set(state, { kind: 'target', column, target }))
    const order = choices.dates[name]
    if (order) entries.push(set(state, { kind: 'date-order', column, order }))
    const contact = choices.contact[name]
    if (contact) entries.push(set(state, { kind: 'contact', column, choice: contact }))
  }
  for (const column of others) {
    const shown = state.plan.columns[column]
    if (!shown || !takesOneColumn(shown.target) || !taken.has(shown.target)) continue
    entries.push(set(state, { kind: 'target', column, target: shown.sensitive ? 'leave_out' : 'keep' }))
  }
  const notes = new Set([
    ...state.plan.contact.notes.flatMap(({ notes, others }) => [...notes, ...others].map(({ key }) => key)),
    ...state.table.header.flatMap(
      (header, column) => listValues(column, header, state.counts)?.map(({ key }) => key) ?? [],
    ),
  ])
  for (const [key, excluded] of Object.entries(choices.notes)) {
    if (notes.has(key)) entries.push(set(state, { kind: 'note', key, excluded }))
  }
  if (choices.defaultState) entries.push(set(state, { kind: 'default-state', state: choices.defaultState }))
  const kind = 'known-customers'
  if (choices.knownCustomers) entries.push(set(state, { kind, choice: choices.knownCustomers }))
  else if (state.index.knownCustomers === 'update') entries.push(clear(state, { kind }))
  entries.push(...fixEntries(state, choices))
  return planned(changeLabels.template(choices.name ?? null), entries)
}

/** A text of a field that becomes another text in every row. */
export type Fix = RememberedChoices['fixes'][number]

export const fixKey = ({ field, original }: Omit<Fix, 'text'>): string => `${field}:${original}`

/**
 * The texts of these fixes that the file has, by `fixKey`: whether some cell with the text was not typed by the user. Each row is looked
 * at, once for each field.
 */
export function untypedTexts({ index, rows }: DraftState, fixes: readonly Fix[]): ReadonlyMap<string, boolean> {
  const wanted = new Set(fixes.map(fixKey))
  const fields = [...new Set(fixes.map(({ field }) => field))].map((field) => [field, rows.originalsOf(field)] as const)
  const found = new Map<string, boolean>()
  for (let position = 0; fields.length > 0 && position < rows.length; position += 1) {
    for (const [field, originalAt] of fields) {
      const key = fixKey({ field, original: originalAt(position) })
      if (!wanted.has(key) || found.get(key) === true) continue
      found.set(key, index.cells.textOf(rows.numberAt(position), field) === undefined)
    }
  }
  return found
}

/** The value fixes whose text is in the file. Checks are slower while there are any. */
export function fixEntries(state: DraftState, { fixes }: Pick<RememberedChoices, 'fixes'>): OverrideEntry[] {
  const found = untypedTexts(state, fixes)
  return fixes
    .filter((fix) => found.has(fixKey(fix)))
    .map(({ field, original, text }) => set(state, { kind: 'replacement', field, original, text }))
}
