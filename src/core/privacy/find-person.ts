import type { FoundPerson, PersonMatch } from '../../contract/privacy.ts'
import type { PersonPlace } from '../../contract/privacy-places.ts'
import type { Database } from '../database/database.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import type { Person } from './person.ts'
import { isName, keysOfTyped, nameKey, valueOf, type PersonFields, type PersonKey } from './person-keys.ts'
import type { Trace } from './trace.ts'
import { readTraces } from './traces.ts'

/** Matches that can be shown and chosen from. */
const mostMatches = 200

interface Match {
  readonly key: string
  readonly keys: Set<PersonKey>
  readonly ids: Set<PersonKey>
  readonly traces: Trace[]
  shown: PersonFields
  reason: PersonMatch['reason']
}

/** What is known about a person: the matches with everything that was found for each of them. */
export interface PersonSearch {
  readonly found: FoundPerson
  /** The person of these matches. Null: one of them does not exist any more. */
  person(chosen: readonly string[]): Person | null
  /** What was found for these matches, place by place. */
  traces(chosen: readonly string[]): readonly Trace[]
}

/** The words of a typed name. */
const asksForName = (asked: ReadonlySet<PersonKey>): string[] =>
  [...asked].filter(isName).flatMap((key) => valueOf(key).split(' '))

const hasWords = (key: PersonKey, words: readonly string[]): boolean => {
  const own = valueOf(key).split(' ')
  return words.every((word) => own.some((one) => one.startsWith(word)))
}

const strong = /^(?:mobile|vin|plate):/

/**
 * Searches the database in three passes: what has the typed text, what has the number or car of that, and what only names a customer
 * by its id.
 */
export function* findPerson(database: Database, typed: string): Steps<PersonSearch> {
  const asked = new Set((['au', 'nz', 'my'] as const).flatMap((region) => keysOfTyped(typed, region)))
  const words = asksForName(asked)
  /** Part of a name is enough to find a record: "jane" and "jane c". */
  const isAsked = ({ keys, shown }: Trace): boolean =>
    keys.some((key) => asked.has(key)) ||
    (shown !== null && words.length > 0 && keys.some((key) => isName(key) && hasWords(key, words)))
  const first: Trace[] = []
  yield* readTraces(database, (trace) => {
    if (isAsked(trace)) first.push(trace)
  })
  // Cells of a row can be anything: only the fields of a record make further ones belong to the person.
  const related = new Set([...asked].filter((key) => strong.test(key)))
  const ids = new Set<PersonKey>()
  for (const { keys, sure = [] } of first) {
    for (const key of sure) if (strong.test(key)) related.add(key)
    for (const key of keys) if (key.startsWith('id:')) ids.add(key)
  }
  const traces: Trace[] = []
  yield* readTraces(database, (trace) => {
    if (isAsked(trace) || trace.keys.some((key) => related.has(key) || ids.has(key))) traces.push(trace)
  })
  const sure = new Set([...asked, ...related, ...traces.flatMap((trace) => trace.sure ?? [])])
  const matches = group(traces, isAsked, sure)
  const chosenOf = (chosen: readonly string[]): Match[] => matches.filter(({ key }) => chosen.includes(key))
  return {
    found: toFound(matches, asked),
    traces: (chosen) => chosenOf(chosen).flatMap((match) => match.traces),
    person(chosen) {
      const own = chosenOf(chosen)
      if (own.length !== new Set(chosen).size) return null
      const others = new Set(matches.filter((match) => !own.includes(match)).flatMap(({ keys }) => [...keys]))
      const keys = [...new Set(own.flatMap((match) => [...match.keys]))]
      // A name is that of many people: it is enough only where nothing else is known.
      const isOnlyNamed = keys.every(isName)
      const isEnough = (key: PersonKey): boolean => !others.has(key) && (isOnlyNamed || !isName(key))
      const pairs = own.flatMap((match) => match.traces.flatMap((trace) => pairsOf(trace, asked)))
      return { alone: keys.filter(isEnough), shared: keys.filter((key) => !isEnough(key)), pairs }
    },
  }
}

/** What says of a row who it is about: a name that was searched for, and a mobile number or VIN beside it, which no other cell looks like. */
const pairsOf = ({ keys }: Trace, asked: ReadonlySet<PersonKey>): (readonly [PersonKey, PersonKey])[] =>
  keys
    .filter((key) => isName(key) && asked.has(key))
    .flatMap((name) => keys.filter((key) => /^(?:mobile|vin):/.test(key)).map((other) => [name, other] as const))

/** Traces with the same name, number and car are one match. Those with an id or a key alone belong to the match that has it. */
function group(traces: readonly Trace[], isAsked: (trace: Trace) => boolean, sure: ReadonlySet<PersonKey>): Match[] {
  const matches = new Map<string, Match>()
  const identityOf = ({ keys }: Trace): PersonKey[] => keys.filter((key) => !key.startsWith('id:') && sure.has(key))
  const addTo = (match: Match, trace: Trace): void => {
    match.traces.push(trace)
    for (const key of trace.keys) if (key.startsWith('id:') || sure.has(key)) match.keys.add(key)
    for (const key of trace.keys) if (key.startsWith('id:')) match.ids.add(key)
    if (trace.shown) {
      const { shown } = match
      match.shown = {
        name: shown.name || trace.shown.name || null,
        mobile: shown.mobile || trace.shown.mobile || null,
        rego: shown.rego || trace.shown.rego || null,
        vin: shown.vin || trace.shown.vin || null,
      }
    }
  }
  const create = (key: string, keys: readonly PersonKey[]): Match => {
    const match: Match = { key, keys: new Set(), ids: new Set(), traces: [], shown: fieldsOf(keys), reason: 'car' }
    matches.set(key, match)
    return match
  }
  const later: Trace[] = []
  for (const trace of traces) {
    if (!trace.shown) {
      later.push(trace)
      continue
    }
    const keys = identityOf(trace)
    const key = keys.toSorted().join(' ')
    addTo(matches.get(key) ?? create(key, keys), trace)
  }
  for (const trace of later) {
    const keys = identityOf(trace)
    const score = (match: Match): number =>
      trace.keys.filter((key) => match.ids.has(key)).length * 8 + keys.filter((key) => match.keys.has(key)).length
    const best = [...matches.values()].toSorted((a, b) => score(b) - score(a))[0]
    if (best && score(best) > 0) addTo(best, trace)
    else if (keys.length > 0) addTo(create(keys.toSorted().join(' '), keys), trace)
  }
  for (const match of matches.values()) {
    if (match.traces.some(isAsked)) match.reason = 'same'
  }
  const mobiles = new Set(
    [...matches.values()].filter(({ reason }) => reason === 'same').flatMap(({ keys }) => [...keys]),
  )
  for (const match of matches.values()) {
    const hasMobile = [...match.keys].some((key) => key.startsWith('mobile:') && mobiles.has(key))
    if (match.reason === 'car' && hasMobile) match.reason = 'mobile'
  }
  const order = ['same', 'mobile', 'car']
  return [...matches.values()].toSorted(
    (a, b) => order.indexOf(a.reason) - order.indexOf(b.reason) || b.traces.length - a.traces.length,
  )
}

/** The digits of a key begin with the code of the country, so that the number can be written in its groups. */
const internationalNumber = (digits: string | null): string | null => digits?.replace(/^(?=6[014]\d{8,})/, '+') ?? null

/** What a match without a record shows. */
const fieldsOf = (keys: readonly PersonKey[]): PersonFields => {
  const value = (kind: string): string | null => {
    const found = keys.find((key) => key.startsWith(`${kind}:`))
    return found ? valueOf(found) : null
  }
  return { name: null, mobile: internationalNumber(value('mobile')), rego: value('plate'), vin: value('vin') }
}

function toFound(matches: readonly Match[], asked: ReadonlySet<PersonKey>): FoundPerson {
  const marked = new Set(
    matches.flatMap(({ traces }) => traces.flatMap(({ place, keys }) => (place === 'do-not-contact' ? keys : []))),
  )
  /** A hidden number is shown to who typed it, and where nothing else tells what was found. */
  const isHidden = ({ keys, shown: { name, rego, vin } }: Match): boolean =>
    Boolean(name ?? rego ?? vin) && [...keys].some((key) => marked.has(key)) && ![...keys].some(isAskedNumber)
  const isAskedNumber = (key: PersonKey): boolean => key.startsWith('mobile:') && asked.has(key)

  const rows = (sending: Trace['sending']): number =>
    matches.reduce((sum, { traces }) => sum + traces.filter((trace) => trace.sending === sending).length, 0)
  const names = new Set(
    matches.flatMap(({ reason, shown }) => (reason === 'same' && shown.name ? (nameKey(shown.name) ?? []) : [])),
  )
  /** Several names are several people, or one whose name changed: the user decides. */
  const isSuggested = (reason: PersonMatch['reason'], { name }: PersonFields): boolean =>
    reason !== 'car' && names.size <= 1 && (!name || names.size === 0 || names.has(nameKey(name) ?? ''))
  return {
    matches: matches.slice(0, mostMatches).map((match) => {
      const { key, shown, traces, reason } = match
      return {
        key,
        name: shown.name ?? null,
        mobileNumber: isHidden(match) ? null : (shown.mobile ?? null),
        rego: shown.rego ?? null,
        vin: shown.vin ?? null,
        places: countPlaces(traces),
        reason,
        suggested: isSuggested(reason, shown),
      }
    }),
    isCut: matches.length > mostMatches,
    plannedRows: rows('planned'),
    sentRows: rows('sent'),
  }
}

function countPlaces(traces: readonly Trace[]): { place: PersonPlace; count: number }[] {
  const counts = new Map<PersonPlace, number>()
  for (const { place } of traces) counts.set(place, (counts.get(place) ?? 0) + 1)
  return [...counts].map(([place, count]) => ({ place, count }))
}
