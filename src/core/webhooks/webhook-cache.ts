import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { parseJson } from '../database/parse-json.ts'
import { inScope, scopeParams } from '../database/scope-sql.ts'
import type { WebhookScope } from './webhook-repository.ts'

/** The last list of webhooks that the service gave. */
export interface CachedWebhooks {
  /** The records as received. */
  readonly records: readonly unknown[]
  /** ISO 8601. */
  readonly at: string
}

/** The last list of each connection and region, readable offline. Its endpoints can have secrets: it is in the encrypted database. */
export type WebhookCache = ReturnType<typeof createWebhookCache>

const Records = z.array(z.unknown())

export function createWebhookCache(database: Database) {
  return {
    save(scope: WebhookScope, { records, at }: CachedWebhooks): void {
      database.run(
        `INSERT INTO webhook_list (connection_id, region, records, at) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET records = excluded.records, at = excluded.at`,
        [...scopeParams(scope), JSON.stringify(records), at],
      )
    },
    find(scope: WebhookScope): CachedWebhooks | null {
      const found = database.get<{ records: string; at: string }>(
        `SELECT records, at FROM webhook_list WHERE ${inScope}`,
        scopeParams(scope),
      )
      return found ? { records: parseJson(Records, found.records), at: found.at } : null
    },
    forgetConnection(connectionId: string): void {
      database.run('DELETE FROM webhook_list WHERE connection_id = ?', [connectionId])
    },
  }
}
