import { z } from 'zod'
import type { RawRecord } from '../service/open-body.ts'
import { renamed } from '../service/record-fields.ts'

/** The interface's ping result (part 2), read tolerantly. */
export interface PingAnswer {
  readonly at: string | null
  readonly endpoint: string | null
  readonly responseTimeMs: number | null
  readonly responseStatus: number | null
}

/** A number, or the one that a text begins with: "200 OK", "145 ms", "1.2 s". */
const number = z.unknown().transform((value) => {
  const [, digits, unit] = /^\s*(\d+(?:\.\d+)?)\s*(s(?:ec(?:onds)?)?\b)?/i.exec(String(value ?? '')) ?? []
  return digits === undefined ? null : Math.round(Number(digits) * (unit === undefined ? 1 : 1_000))
})
const optionalText = z.string().min(1).nullable().catch(null)

const Ping = z.looseObject({
  at: optionalText,
  endpoint: optionalText,
  response_time_ms: number,
  response_status: number,
})

export function readPing(raw: RawRecord): PingAnswer {
  const { at, endpoint, response_time_ms, response_status } = Ping.parse(renamed(raw, Object.keys(Ping.shape)))
  return { at, endpoint, responseTimeMs: response_time_ms, responseStatus: response_status }
}
