import { isRecord, type RawRecord, wrappers } from './open-body.ts'
import { envelopeNames, fieldOf, hasBareName, merged, without } from './record-fields.ts'

/**
 * Opens the forms in which services write the same answer: as the interface shows it, in envelopes, as JSON:API (the
 * fields of a record in `attributes`), as GraphQL (the records of a list in `edges` or `nodes`), or as a map by ID.
 */

/** Lists of GraphQL and JSON:API. */
const listWrappers = [...wrappers, 'edges', 'nodes', 'items'] as const

/** Real answers have two or three envelopes. */
const deepestEnvelope = 4
/** From here on a body is details of a record. */
const deepestList = 8

/** What a record of JSON:API has beside its `attributes`; `__typename` is of GraphQL. */
const resourceNames: ReadonlySet<string> = new Set(
  'id type attributes lid relationships links meta __typename'.split(' '),
)

/** A record with its fields at its top: out of `attributes` (JSON:API) or out of `node` (GraphQL). */
export function plainRecord(record: RawRecord): RawRecord {
  const { attributes, node, id } = record
  if (isRecord(attributes) && Object.keys(record).every((name) => resourceNames.has(name))) {
    const fields = id === undefined ? attributes : merged(attributes, { id })
    return merged(without(record, ['attributes', 'id']), fields)
  }
  if (isRecord(node) && id === undefined) return merged(without(record, ['node']), plainRecord(node))
  return record
}

/** A body in which every record is plain and every list is an array. What stood beside a list stays beside it. */
export function plainBody(value: unknown, depth = 0): unknown {
  if (depth > deepestList) return value
  if (Array.isArray(value)) return value.map((each) => plainBody(each, depth + 1))
  if (!isRecord(value)) return value
  let beside: RawRecord = {}
  const fields = Object.entries(plainRecord(value)).map(([name, each]) => {
    const list = connectionIn(each)
    if (list) beside = merged(list.beside, beside)
    return [name, plainBody(list ? list.items : each, depth + 1)]
  })
  return merged(beside, Object.fromEntries(fields) as RawRecord)
}

/** A list of GraphQL. */
function connectionIn(value: unknown): OpenedList | null {
  if (!isRecord(value)) return null
  const name = ['edges', 'nodes'].find((each) => Array.isArray(value[each]))
  const given = name === undefined ? null : value[name]
  if (name === undefined || !Array.isArray(given)) return null
  // An edge without its record is no record: it is kept as received.
  const items = given.map((edge: unknown) => (isRecord(edge) && edge['node'] === null ? [edge] : edge))
  return { items, beside: without(value, [name]) }
}

/**
 * The record that `knows` in an answer, however many envelopes are around it, with their other fields; null when there
 * is none.
 */
export function openRecord(body: unknown, knows: (record: RawRecord) => boolean, depth = 0): RawRecord | null {
  if (Array.isArray(body)) return body.length === 1 ? openRecord(body[0], knows, depth) : null
  if (!isRecord(body)) return null
  const record = plainRecord(body)
  if (knows(record)) return record
  if (depth >= deepestEnvelope) return null
  for (const [name, value] of Object.entries(record)) {
    const inner = openRecord(value, knows, depth + 1)
    if (inner) return merged(without(record, [name, ...envelopeNames]), inner)
  }
  return null
}

/**
 * The record under one of `names` in an answer, or else the one that `knows`, with the other fields of the answer; null
 * when there is none.
 */
export function recordUnder(
  body: unknown,
  names: readonly string[],
  knows: (record: RawRecord) => boolean,
): RawRecord | null {
  const holder = openRecord(body, (record) => fieldOf(record, names, isRecord) !== null)
  const field = holder && fieldOf(holder, names, isRecord)
  if (!holder || !field || !isRecord(field.value)) return openRecord(body, knows)
  return merged(without(holder, [field.name, ...envelopeNames]), plainRecord(field.value))
}

export interface OpenedList {
  readonly items: readonly unknown[]
  /** The other fields of the answer and of its envelopes. */
  readonly beside: RawRecord
}

const isEmpty = (value: unknown): boolean => isRecord(value) && Object.keys(value).length === 0

/**
 * The list of an answer: under one of `names`, in an envelope, or any list or map with a record that `fits`; null when
 * there is none. Null or an empty map under the first name is an empty list.
 */
export function openList(
  body: unknown,
  names: readonly string[],
  fits: (record: RawRecord) => boolean,
): OpenedList | null {
  const fitsItem = (item: unknown): boolean => isRecord(item) && fits(plainRecord(item))
  const hasFitting = (value: unknown): boolean => Array.isArray(value) && value.some(fitsItem)

  /** `mustFit`: below a name that says nothing, only a list with a fitting record counts. */
  const listIn = (given: unknown, mustFit: boolean, depth: number): OpenedList | null => {
    if (Array.isArray(given)) return mustFit && !hasFitting(given) ? null : { items: given, beside: {} }
    if (!isRecord(given) || depth > deepestEnvelope) return null
    const record = plainRecord(given)
    const take = (name: string, inner: OpenedList | null): OpenedList | null =>
      inner && { items: inner.items, beside: merged(without(record, [name, ...envelopeNames]), inner.beside) }
    const arrayUnder = (under: readonly string[], isWanted: (value: unknown) => boolean): OpenedList | null => {
      const field = fieldOf(record, under, isWanted)
      return field && take(field.name, { items: Array.isArray(field.value) ? field.value : [], beside: {} })
    }
    const named = arrayUnder(names, hasFitting) ?? (mustFit ? null : arrayUnder(names, Array.isArray))
    if (named) return named
    for (const name of [...names, ...wrappers]) {
      const field = fieldOf(record, [name], isRecord)
      const found = field && take(field.name, mapOf(field.value) ?? listIn(field.value, mustFit, depth + 1))
      if (found) return found
    }
    const wrapped = arrayUnder(listWrappers, mustFit ? hasFitting : Array.isArray)
    if (wrapped) return wrapped
    const none = mustFit ? null : arrayUnder(names.slice(0, 1), (value) => value === null || isEmpty(value))
    if (none) return none
    for (const [name, value] of Object.entries(record)) {
      const found = take(name, listIn(value, true, depth + 1))
      if (found) return found
    }
    return null
  }

  /** A map of records by their IDs. An empty one is an item with its key; records that do not fit stand beside them. */
  const mapOf = (value: unknown): OpenedList | null => {
    const entries = isRecord(value) ? Object.entries(value) : []
    const isMap =
      entries.every(([, each]) => each === null || isRecord(each)) && entries.some(([, each]) => fitsItem(each))
    if (!isMap || entries.some(([name]) => hasBareName(name, [...names, ...wrappers]))) return null
    // Keys such as 0, 1, 2 are places in a list.
    const isNumbered = entries.every(([name], at) => name === String(at))
    const isNothing = (each: unknown): boolean => each === null || isEmpty(each)
    return {
      items: entries.flatMap(([name, each]): unknown[] => {
        if (!isRecord(each) || isNothing(each)) return [[name, each]]
        if (!fitsItem(each)) return []
        return [isNumbered || 'id' in each ? each : { id: name, ...each }]
      }),
      beside: Object.fromEntries(entries.filter(([, each]) => !isNothing(each) && !fitsItem(each))),
    }
  }

  return listIn(body, false, 0)
}
