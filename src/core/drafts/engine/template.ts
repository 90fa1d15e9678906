import type { ContactChoice } from '../../../contract/column-choices.ts'
import { addDays, dateFromParts, type CalendarDate } from '../../../contract/calendar-date.ts'
import { readDate } from '../../fields/date-forms.ts'
import { headerShape } from '../mapping/columns.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import type { Template } from '../model/draft-source.ts'
import { fixKey, untypedTexts, type Fix } from './apply-template.ts'
import type { DraftState } from './draft-state.ts'

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
