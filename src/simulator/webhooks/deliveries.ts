import type { EventWaiter } from '../control/event-waiter.ts'
import type { ServiceClock } from '../service-clock.ts'
import type { Store } from '../store.ts'
import { timestamp } from '../wire/reading.ts'
import type { EventName, Webhooks } from './webhooks.ts'

/** A ping's result on the wire (interface, part 2). `response_status` is 0 when nothing answered. */
export interface PingJson {
  readonly webhook_id: string
  readonly at: string
  readonly format: string
  readonly endpoint: string
  readonly response_time_ms: number
  readonly response_status: number
}

export interface Deliveries {
  /** Queues an event for every webhook of the account and region that asked for it. */
  emit(accountId: number, region: string, event: EventName, data: unknown): void
  /** Sends the one event that cannot be subscribed to, at once, and tells how it went. Never tried again. */
  ping(webhook: { readonly id: string; readonly endpoint: string; readonly format: string }): Promise<PingJson>
  /** Starts what has fallen due; answers come in later. */
  runDue(): void
  /** Queued deliveries, tried or not. */
  waiting(): number
  stop(): Promise<void>
}

export interface DeliveryParts {
  readonly store: Store
  readonly clock: ServiceClock
  readonly webhooks: Webhooks
  readonly eventWaiter: EventWaiter
  readonly log: (line: string) => void
}

/**
 * How long after a failed attempt the next one follows; after the last the event is given up. How it is done is not
 * shown.
 */
const waitsMs = [1_000, 5_000, 30_000, 120_000, 600_000]
const answerWithinMs = 5_000
const mostAtOnce = 4
const mostQueuedOfWebhook = 1_000

interface DueRow {
  seq: number
  attempts: number
  body: string
  endpoint: string | null
}

export function createDeliveryQueue(parts: DeliveryParts): Deliveries {
  const { store, clock, webhooks, eventWaiter } = parts
  const underWay = new Map<number, Promise<void>>()
  const stopping = new AbortController()

  const attempt = async (row: DueRow): Promise<void> => {
    const status = row.endpoint === null ? 0 : await post(row.endpoint, row.body, stopping.signal)
    if (stopping.signal.aborted) return
    const wait = waitsMs[row.attempts]
    if ((status >= 200 && status < 300) || wait === undefined) {
      if (status < 200 || status >= 300)
        parts.log(`An event was given up after ${row.attempts + 1} attempts (${status})`)
      store.run('DELETE FROM deliveries WHERE seq = ?', row.seq)
    } else {
      store.run(
        'UPDATE deliveries SET attempts = attempts + 1, due_at_ms = ? WHERE seq = ?',
        clock.nowMs() + wait,
        row.seq,
      )
    }
  }

  return {
    emit: (accountId, region, event, data) => {
      for (const webhook of webhooks.subscribers(accountId, region, event)) {
        store.run(
          'INSERT INTO deliveries (webhook_seq, due_at_ms, body) VALUES (?, ?, ?)',
          webhook.seq,
          clock.nowMs(),
          JSON.stringify({ event, data }),
        )
        store.run(
          `DELETE FROM deliveries WHERE seq IN (SELECT seq FROM deliveries WHERE webhook_seq = ?
             ORDER BY seq DESC LIMIT -1 OFFSET ${mostQueuedOfWebhook})`,
          webhook.seq,
        )
      }
    },
    ping: async (webhook) => {
      const at = timestamp(clock.nowMs())
      const startedMs = performance.now()
      const body = JSON.stringify({ event: 'ping', data: { webhook_id: webhook.id, at } })
      const status = await post(webhook.endpoint, body, stopping.signal)
      return {
        webhook_id: webhook.id,
        at,
        format: webhook.format,
        endpoint: webhook.endpoint,
        response_time_ms: Math.round(performance.now() - startedMs),
        response_status: status,
      }
    },
    runDue: () => {
      if (underWay.size >= mostAtOnce) return
      const due = store.all<DueRow>(
        `SELECT d.seq, d.attempts, d.body, w.endpoint FROM deliveries d JOIN webhooks w ON w.seq = d.webhook_seq
         WHERE d.due_at_ms <= ? ORDER BY d.due_at_ms, d.seq LIMIT ?`,
        clock.nowMs(),
        mostAtOnce * 2,
      )
      for (const row of due) {
        if (underWay.has(row.seq) || underWay.size >= mostAtOnce) continue
        const task = attempt(row).finally(() => {
          underWay.delete(row.seq)
          eventWaiter.announce()
        })
        underWay.set(row.seq, task)
        task.catch((error: unknown) =>
          parts.log(`A delivery failed: ${error instanceof Error ? error.name : 'unknown'}`),
        )
      }
    },
    waiting: () => store.get<{ count: number }>('SELECT count(*) AS count FROM deliveries')?.count ?? 0,
    stop: async () => {
      stopping.abort()
      await Promise.allSettled(underWay.values())
    },
  }
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/**
 * The endpoint's status, or 0 without an answer in time. Customers that were uploaded for practice may be real, so
 * nothing is sent beyond this PC: an address elsewhere counts as one that does not answer.
 */
async function post(endpoint: string, body: string, stopped: AbortSignal): Promise<number> {
  const url = URL.parse(endpoint)
  if (!url || !loopback.test(url.hostname)) return 0
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([AbortSignal.timeout(answerWithinMs), stopped]),
    })
    await answer.body?.cancel()
    return answer.status
  } catch {
    // No connection and no answer in time are results of a delivery, not faults of the service.
    return 0
  }
}
