import { z } from 'zod'
import type { WebhookPing } from '../../contract/webhooks.ts'
import type { Database } from '../database/database.ts'
import { webhookMessages } from './webhook-messages.ts'
import type { RawRecord } from '../service/open-body.ts'
import { renamed } from '../service/record-fields.ts'

/** Saved pings per webhook. */
const mostPings = 50

interface PingColumns {
  readonly at: string
  readonly response_time_ms: number | null
  readonly response_status: number | null
  readonly endpoint_shown: string | null
}

/** The pings sent from this PC. Their endpoints are saved masked. */
export function createPingHistory(database: Database) {
  return {
    add(connectionId: string, { webhookId, at, responseTimeMs, responseStatus, endpointShown }: WebhookPing): void {
      database.transaction(() => {
        database.run(
          `INSERT INTO webhook_ping (connection_id, webhook_id, at, response_time_ms, response_status, endpoint_shown)
           VALUES (?, ?, ?, ?, ?, ?)`,
          [connectionId, webhookId, at, responseTimeMs, responseStatus, endpointShown],
        )
        database.run(
          `DELETE FROM webhook_ping WHERE number IN (
             SELECT number FROM webhook_ping WHERE connection_id = ? AND webhook_id = ? ORDER BY number DESC LIMIT -1 OFFSET ${mostPings})`,
          [connectionId, webhookId],
        )
      })
    },
    /** Newest first. */
    list: (connectionId: string, webhookId: string): WebhookPing[] =>
      database
        .all<PingColumns>(
          `SELECT at, response_time_ms, response_status, endpoint_shown FROM webhook_ping
           WHERE connection_id = ? AND webhook_id = ? ORDER BY number DESC`,
          [connectionId, webhookId],
        )
        .map((row) => ({
          webhookId,
          at: row.at,
          responseTimeMs: row.response_time_ms,
          responseStatus: row.response_status,
          endpointShown: row.endpoint_shown,
          ...pingOutcome(row.response_status, row.response_time_ms),
        })),
    forget(connectionId: string, webhookId: string): void {
      database.run(`DELETE FROM webhook_ping WHERE connection_id = ? AND webhook_id = ?`, [connectionId, webhookId])
    },
  }
}

/**
 * The result of a ping (interface, part 2: `response_status` is the status of the endpoint's answer). Without a
 * status, or with 0, nothing answered.
 */
export function pingOutcome(status: number | null, timeMs: number | null): Pick<WebhookPing, 'ok' | 'words'> {
  const time =
    timeMs === null || timeMs === 0 ? '' : timeMs < 1_000 ? `${timeMs} ms` : `${(timeMs / 1_000).toFixed(1)} s`
  if (status === null || status === 0) return { ok: false, words: webhookMessages.ping.noAnswer(time) }
  const facts = time === '' ? String(status) : `${status}, ${time}`
  if (status >= 200 && status < 300) return { ok: true, words: webhookMessages.ping.succeeded(facts) }
  return { ok: false, words: webhookMessages.ping.failed(facts, webhookMessages.ping.reasons[reasonOf(status)]) }
}

const reasons: ReadonlyMap<number, keyof typeof webhookMessages.ping.reasons> = new Map([
  [401, 'signIn'],
  [403, 'signIn'],
  [404, 'notFound'],
  [410, 'notFound'],
  [405, 'method'],
  [408, 'timeout'],
  [504, 'timeout'],
  [413, 'tooLarge'],
  [429, 'tooMany'],
] as const)

function reasonOf(status: number): keyof typeof webhookMessages.ping.reasons {
  const known = reasons.get(status)
  if (known) return known
  if (status >= 500) return 'serverError'
  return status >= 300 && status < 400 ? 'redirect' : 'other'
}

/** The interface's ping result (part 2), read tolerantly. */
interface PingAnswer {
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
