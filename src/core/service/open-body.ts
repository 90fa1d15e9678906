import { z } from 'zod'

/** A record whose fields the interface leaves open. */
export type RawRecord = Readonly<Record<string, unknown>>

/** The body of an answer whose shape the interface leaves open: a record, a list, or null for "nothing found". */
export type OpenBody = RawRecord | readonly unknown[] | null

const Fields = z.record(z.string(), z.unknown())

/** Any JSON body except a text, number or boolean, which this service never answers with. */
export const OpenBodyAnswer = z.union([Fields, z.array(z.unknown()), z.null()])

export function isRecord(value: unknown): value is RawRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Usual names of envelopes, beside the name in the interface. */
export const wrappers = ['data', 'result', 'results', 'response', 'body', 'payload'] as const
const idNames = ['id', 'uuid', '_id'] as const

/**
 * The record in an answer: under one of `names`, in up to three envelopes, or the body itself if it has an id; null
 * when there is none.
 */
export function recordIn(body: unknown, names: readonly string[], depth = 0): RawRecord | null {
  if (Array.isArray(body)) return body.length === 1 ? recordIn(body[0], names, depth + 1) : null
  if (!isRecord(body) || depth > 3) return null
  for (const name of names) if (isRecord(body[name])) return body[name]
  if ([...idNames, ...names.map((name) => `${name}_id`)].some((name) => name in body)) return body
  for (const name of wrappers) {
    const inner = recordIn(body[name], names, depth + 1)
    if (inner) return inner
  }
  return null
}

/** Usual names of the number of all entries beside a page of them, in lower case without separators. */
const totalNames: ReadonlySet<string> = new Set(['total', 'totalcount', 'totalrecords', 'totalitems', 'totalresults'])
const pageNames = ['meta', 'pagination', 'paging', 'page'] as const

/** How many entries a list has beyond the page in an answer, as the service says it; null: it does not. */
export function totalIn(body: unknown, names: readonly string[], depth = 0): number | null {
  if (!isRecord(body) || depth > 3) return null
  for (const [name, value] of Object.entries(body)) {
    const plain = name.replaceAll(/[_-]/g, '').toLowerCase()
    if (!totalNames.has(plain) && !names.some((each) => plain === `total${each}`)) continue
    const number = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= 0) return number
  }
  for (const name of [...pageNames, ...wrappers, ...names]) {
    const inner = totalIn(body[name], names, depth + 1)
    if (inner !== null) return inner
  }
  return null
}
