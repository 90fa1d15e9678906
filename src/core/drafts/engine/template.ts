import type { ColumnTarget, ContactChoice } from '../../../contract/column-choices.ts'
import { listValues, takesOneColumn } from '../mapping/column-value-list.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import type { RememberedChoices, Template } from '../model/draft-source.ts'
import type { OverrideEntry } from '../model/overrides.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels } from './draft-text.ts'
import { type ActionPlan, clear, planned, set } from './plan-entries.ts'
import { addDays, type CalendarDate, dateFromParts } from '../../../contract/calendar-date.ts'
import { readDate } from '../../fields/date-forms.ts'
import { headerShape } from '../mapping/columns.ts'

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

const fixKey = ({ field, original }: Omit<Fix, 'text'>): string => `${field}:${original}`

/**
 * The texts of these fixes that the file has, by `fixKey`: whether some cell with the text was not typed by the user. Each row is looked
 * at, once for each field.
 */
function untypedTexts({ index, rows }: DraftState, fixes: readonly Fix[]): ReadonlyMap<string, boolean> {
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

/** More value fixes than these are corrections of single rows. */
const maxFixes = 500
/** The latest decisions about notes that are remembered: the earlier ones are asked for again. */
const maxNotes = 5000

/** The fixes that a cell shows, and the `earlier` ones whose text this file does not have. */
function fixesToRemember(state: DraftState, earlier: readonly Fix[]): readonly Fix[] {
  const made = [...state.index.replacements].flatMap(([field, texts]) =>
    [...texts].map(([original, text]) => ({ field, original, text })),
  )
  const untyped = untypedTexts(state, [...made, ...earlier])
  return [
    ...made.filter((fix) => untyped.get(fixKey(fix)) === true),
    ...earlier.filter((fix) => !untyped.has(fixKey(fix))),
  ]
}

const ofDoubtfulDays: ReadonlySet<string> = new Set(['date.greenwich-evening', 'date.utc-as-before', 'date.no-day'])
type DaySent = NonNullable<Template['choices']['days']>[string]

/** The day after a time in UTC that may be of that day; null for any other text. */
function nextDayOf(text: string): CalendarDate | null {
  const reading = readDate(text)
  return reading.kind === 'certain' && reading.isUtcEvening ? addDays(dateFromParts(reading.parts), 1) : null
}

/** Which days are sent of the dates of a column that have none, or are times in UTC that may be of the next day. */
function daysSent({ plan, rows }: DraftState, column: number): ReadonlySet<DaySent> {
  const sent = new Set<DaySent>()
  const field = (['sale_date', 'expiry_date'] as const).find((one) => plan.column[one] === column)
  if (field === undefined) return sent
  const originalAt = rows.originalsOf(field)
  const nextDays = new Map<string, CalendarDate | null>()
  for (let position = 0; position < rows.length; position += 1) {
    const original = originalAt(position)
    const { value, issues } = rows.resultAt(position, field).checked
    if (!nextDays.has(original)) nextDays.set(original, nextDayOf(original))
    if (value !== '' && value === nextDays.get(original)) sent.add('next')
    else if (issues.some(({ rule }) => ofDoubtfulDays.has(rule))) sent.add('written')
  }
  return sent
}

/** What the next file of the same shape starts with; null for a table without a header, and without a file. */
export function templateOf(state: DraftState): Template | null {
  const { index, plan, source, table } = state
  const shape = headerShape(table.header)
  if (shape === null || table.headerRow === null || source.facts.kind === 'by-hand') return null
  const targets: Record<string, Template['choices']['targets'][string]> = {}
  const dates: Record<string, Template['choices']['dates'][string]> = {}
  const earlier = source.facts.remembered?.shape === shape ? source.facts.remembered.choices : undefined
  const days: Record<string, DaySent> = { ...earlier?.days }
  const seen = new Set<string>()
  for (const [at, header] of table.header.entries()) {
    const name = normaliseHeader(header)
    const column = plan.columns[at]
    // Of two columns with one name the first is remembered.
    if (name === '' || seen.has(name) || !column) continue
    seen.add(name)
    // An empty column says nothing about the next file, in which it may be filled.
    if (column.samples.length === 0 && !index.targets.has(at)) continue
    targets[name] = column.target
    if (column.dates?.decidedBy === 'user') dates[name] = column.dates.order
    const sent = daysSent(state, at)
    const [day] = sent
    if (sent.size > 1) delete days[name]
    else if (day) days[name] = day
  }
  const contact: Record<string, ContactChoice> = { ...earlier?.contact }
  for (const { index: column, choice } of plan.contact.questions) {
    const name = normaliseHeader(table.header[column] ?? '')
    if (choice !== null && name !== '') contact[name] = choice
  }
  const notes = Object.entries({ ...earlier?.notes, ...Object.fromEntries(index.notes) })
  const delimiter = index.form?.delimiter ?? earlier?.delimiter
  return {
    shape,
    choices: {
      targets,
      dates,
      ...(Object.keys(days).length > 0 && { days }),
      defaultState: index.defaultState,
      contact,
      notes: Object.fromEntries(notes.slice(-maxNotes)),
      header: table.header.filter((header) => header !== ''),
      sheet: index.sheet,
      headerRow: index.headerRow ?? null,
      ...(delimiter !== undefined && { delimiter }),
      ...(index.knownCustomers === 'update' && { knownCustomers: 'update' }),
      fixes: fixesToRemember(state, earlier?.fixes ?? []).slice(0, maxFixes),
    },
  }
}
