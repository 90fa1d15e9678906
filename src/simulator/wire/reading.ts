import type { Context } from 'hono'
import { Refusal } from './refusal.ts'

/** Readers of what a caller sends. Each refuses with a 4xx that names the field; none trusts a type. */

export const regions = ['au', 'nz', 'my'] as const
export type Region = (typeof regions)[number]

/** Short codes only (interface, part 2, Australian states). */
export const australianStates = ['NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'ACT'] as const

/** The `region` of the query; refuses with "Invalid Region" outside `allowed`. */
export function readRegion(c: Context, allowed: readonly Region[] = regions): Region {
  const given = c.req.query('region')
  const region = allowed.find((known) => known === given)
  if (!region) throw new Refusal(400, 'Invalid Region')
  return region
}

/** A whole number of the query between `min` and `max`, or undefined when absent. */
export function readWhole(c: Context, name: string, min: number, max: number): number | undefined {
  const given = c.req.query(name)
  if (given === undefined) return undefined
  const value = /^\d{1,15}$/.test(given) ? Number(given) : Number.NaN
  if (!(value >= min && value <= max)) throw new Refusal(400, `${name} must be a whole number from ${min} to ${max}`)
  return value
}

/** The names of a comma-separated list of the query, each of which must be known. Undefined when absent or empty. */
export function readNames<Name extends string>(c: Context, name: string, known: readonly Name[]): Name[] | undefined {
  const given = c.req.query(name)
  if (given === undefined || given.trim() === '') return undefined
  return given.split(',').map((word) => {
    const found = known.find((one) => one === word.trim())
    if (!found) throw new Refusal(400, `${name} may hold: ${known.join(', ')}`)
    return found
  })
}

export type JsonObject = Record<string, unknown>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const mostBodyBytes = 64 * 1024 * 1024

/**
 * The body as text, refused with 413 once it is over 64 MB. Hono's own limit makes a new Request of a body without a
 * length, which the Node adaptor's request cannot be made into.
 */
export async function readTextBody(c: Context): Promise<string> {
  const tooLarge = (): Refusal => new Refusal(413, 'The request body is larger than 64 MB')
  if (Number(c.req.header('content-length') ?? 0) > mostBodyBytes) throw tooLarge()
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of c.req.raw.body ?? []) {
    size += piece.length
    if (size > mostBodyBytes) throw tooLarge()
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The body as an object; the interface asks for `application/json` (part 4). */
export async function readBody(c: Context): Promise<JsonObject> {
  const type = c.req.header('content-type') ?? ''
  if (!/^application\/json\s*(;|$)/i.test(type)) throw new Refusal(415, 'Content-Type must be application/json')
  const text = await readTextBody(c)
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    throw new Refusal(400, 'The request body is not valid JSON')
  }
  if (!isObject(body)) throw new Refusal(400, 'The request body must be a JSON object')
  return body
}

/** A string, or null for null, absent and blank. */
export function readText(value: unknown, name: string): string | null {
  if (value === undefined || value === null) return null
  if (typeof value !== 'string') throw new Refusal(400, `${name} must be a string`)
  if (value.length > 10_000) throw new Refusal(400, `${name} is too long`)
  return value.trim() === '' ? null : value
}

/** A calendar date, YYYY-MM-DD, from a date or a timestamp as written; null for null, absent and blank. */
export function readDate(value: unknown, name: string): string | null {
  const text = readText(value, name)
  if (text === null) return null
  const match = /^(\d{4})-(\d{2})-(\d{2})(T[0-9:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.exec(text)
  if (!match) throw new Refusal(400, `${name} must be a date of the form YYYY-MM-DD`)
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day || year < 1) {
    throw new Refusal(400, `${name} is not a date of the calendar`)
  }
  return text.slice(0, 10)
}

const deepest = 32

/** A map of anything; refuses nesting that no later reader could walk. */
export function readMap(value: unknown, name: string): JsonObject {
  if (value === undefined || value === null) return {}
  if (!isObject(value)) throw new Refusal(400, `${name} must be an object`)
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > deepest) throw new Refusal(400, `${name} is nested too deeply`)
    level = level.flatMap((item) =>
      typeof item === 'object' && item !== null ? Object.values(item).filter((inner) => typeof inner === 'object') : [],
    )
  }
  return value
}

/** The interface's ISO 8601 timestamps. */
export function timestamp(ms: number): string {
  return new Date(ms).toISOString()
}
