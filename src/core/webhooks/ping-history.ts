import type { WebhookPing } from '../../contract/webhooks.ts'
import type { Database } from '../database/database.ts'

/** Pings of a webhook that are kept. */
const mostPings = 50

/** Pings from this PC; their endpoints are kept as they may be shown, never whole. */
export interface PingHistory {
  add(connectionId: string, ping: WebhookPing): void
  /** Newest first. */
  list(connectionId: string, webhookId: string): WebhookPing[]
  forget(connectionId: string, webhookId: string): void
  forgetConnection(connectionId: string): void
}

interface PingColumns {
  readonly at: string
  readonly response_time_ms: number | null
  readonly response_status: number | null
  readonly endpoint_shown: string | null
}

export function createPingHistory(database: Database): PingHistory {
  return {
    add(connectionId, { webhookId, at, responseTimeMs, responseStatus, endpointShown }) {
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
    list: (connectionId, webhookId) =>
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
    forget(connectionId, webhookId) {
      database.run(`DELETE FROM webhook_ping WHERE connection_id = ? AND webhook_id = ?`, [connectionId, webhookId])
    },
    forgetConnection(connectionId) {
      database.run('DELETE FROM webhook_ping WHERE connection_id = ?', [connectionId])
    },
  }
}

/** What a ping's answer means (interface, part 2, ping result: `response_status` is what the endpoint returned). 0 and none: nothing answered. */
export function pingOutcome(status: number | null, timeMs: number | null): Pick<WebhookPing, 'ok' | 'words'> {
  const after = timeMs === null ? '' : ` after ${timeMs < 1_000 ? `${timeMs} ms` : `${(timeMs / 1_000).toFixed(1)} s`}`
  if (status === null || status === 0) {
    return {
      ok: false,
      words: `Nothing answered at the endpoint${after}. Check the address, and that your system is running and can be reached.`,
    }
  }
  if (status >= 200 && status < 300)
    return { ok: true, words: `The endpoint took the ping: it answered ${status}${after}.` }
  return { ok: false, words: `The endpoint answered ${status}${after}: ${meaningOf(status)}` }
}

function meaningOf(status: number): string {
  if (status === 401 || status === 403) return 'it does not accept the token or sign-in in the address.'
  if (status === 404 || status === 410) return 'there is nothing under this path. Check the address.'
  if (status === 405) return 'it does not take what is posted to it. Check the path.'
  if (status === 408 || status === 504) return 'it took too long.'
  if (status === 413) return 'it finds the event too large.'
  if (status === 429) return 'it was asked too often. Try again in a minute.'
  if (status >= 300 && status < 400) return 'it points to another address. Enter that one instead.'
  if (status >= 500) return 'your system had a fault. Look there, then ping again.'
  return 'it did not take the event. Look there, then ping again.'
}
