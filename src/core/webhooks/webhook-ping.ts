import { z } from 'zod'

/** The interface's ping result (part 2), read tolerantly. */
export interface PingAnswer {
  readonly at: string | null
  readonly endpoint: string | null
  readonly responseTimeMs: number | null
  readonly responseStatus: number | null
}

const whole = z.coerce.number().int().min(0).nullable().catch(null)
const optionalText = z.string().min(1).nullable().catch(null)

const Ping = z.looseObject({
  at: optionalText,
  endpoint: optionalText,
  response_time_ms: z.preprocess((value) => value ?? null, whole),
  response_status: z.preprocess((value) => value ?? null, whole),
})

export function readPing(raw: Readonly<Record<string, unknown>>): PingAnswer {
  const { at, endpoint, response_time_ms, response_status } = Ping.parse(raw)
  return { at, endpoint, responseTimeMs: response_time_ms, responseStatus: response_status }
}
