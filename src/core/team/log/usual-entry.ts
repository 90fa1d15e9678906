import { OutcomeCode } from '../../../contract/call-note.ts'
import { Region } from '../../../contract/region.ts'
import { lastMs, maxCounter } from '../clock/hybrid-clock.ts'
import { entryKinds, type DataOf, type EntryKind, type TeamCar } from './entry-kinds.ts'

export const entryIdPattern = /^[\w-]{1,22}$/
export const entryRefPattern = /^[0-9a-f-]{36}:[\w-]{1,22}$/

type Rule = (value: unknown) => boolean

const text =
  (most: number, least = 0): Rule =>
  (value) =>
    typeof value === 'string' && value.length <= most && value.length >= least
const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    typeof value === 'string' && pattern.test(value)
const integer =
  (least: number, most: number): Rule =>
  (value) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
const oneOf = (values: readonly unknown[]): Rule => {
  const known = new Set(values)
  return (value) => known.has(value)
}
const nullable =
  (rule: Rule): Rule =>
  (value) =>
    value === null || rule(value)
const list =
  (rule: Rule, most: number): Rule =>
  (value) =>
    Array.isArray(value) && value.length <= most && value.every(rule)

/** An object with exactly these fields. */
function fields<T>(rules: Readonly<Record<keyof T & string, Rule>>): Rule {
  const all = Object.entries<Rule>(rules)
  return (value) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length !== all.length) return false
    for (const [name, rule] of all) if (!rule((value as Readonly<Record<string, unknown>>)[name])) return false
    return true
  }
}

const isCarObject = fields<TeamCar>({
  account: text(400, 1),
  region: oneOf(Region.options),
  customerId: nullable(text(200, 1)),
  rego: nullable(text(20, 1)),
  state: nullable(text(10)),
  vin: nullable(text(20, 1)),
  name: nullable(text(200)),
})
const car: Rule = (value) => {
  if (!isCarObject(value)) return false
  const { customerId, rego, vin } = value as TeamCar
  return customerId !== null || rego !== null || vin !== null
}
const person = fields<{ id: string; name: string }>({ id: text(64), name: text(200) })

/** The kinds that nearly all entries of a team have. */
const dataRules: Partial<Readonly<Record<EntryKind, Rule>>> = {
  outcome: fields<DataOf<'outcome'>>({
    car,
    outcome: oneOf(OutcomeCode.options),
    note: text(8_000),
    nextAction: text(1_000),
    nextDate: nullable(text(10)),
    nextTime: nullable(text(5)),
    amount: nullable(Number.isFinite),
    calledAt: text(40),
  }),
  'outcome-undone': fields<DataOf<'outcome-undone'>>({ car, outcome: text(64) }),
  note: fields<DataOf<'note'>>({ car, text: text(8_000) }),
  assignment: fields<DataOf<'assignment'>>({ car, to: nullable(person) }),
  lock: fields<DataOf<'lock'>>({ car, seconds: integer(1, 3_600) }),
  'lock-released': fields<DataOf<'lock-released'>>({ car, locks: list(text(64), 1_000) }),
}
const rulesByKind: ReadonlyMap<unknown, { readonly version: number; readonly data: Rule }> = new Map(
  (Object.entries(dataRules) as [EntryKind, Rule][]).map(([kind, data]) => [
    kind,
    { version: entryKinds[kind].version, data },
  ]),
)

interface Envelope {
  readonly v: unknown
  readonly kind: unknown
  readonly id: unknown
  readonly at: readonly unknown[]
  readonly after: unknown
  readonly by: unknown
  readonly data: unknown
}
const [ms, counter] = [integer(0, lastMs), integer(0, maxCounter)]
const anything: Rule = () => true
const isEnvelope = fields<Envelope>({
  v: anything,
  kind: anything,
  id: matching(entryIdPattern),
  at: (value) => Array.isArray(value) && value.length === 2 && ms(value[0]) && counter(value[1]),
  after: list(matching(entryRefPattern), 50),
  by: nullable(person),
  data: anything,
})

/**
 * Whether parsed JSON is an entry about a car as this version writes it, without anything else: the schemas would accept it as it
 * is. They take ten times as long, and decide about all others.
 */
export function isUsualEntry(value: unknown): boolean {
  if (!isEnvelope(value)) return false
  const { v, kind, data } = value as Envelope
  const rules = rulesByKind.get(kind)
  return rules !== undefined && v === rules.version && rules.data(data)
}
