import { hash } from 'node:crypto'
import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { scopeKey } from '../../database/scope-sql.ts'

/**
 * Digests of the records as they were last saved: a sync of 100,000 customers, nearly all unchanged, then reads none of them from
 * the disk. Held in memory; a record without a digest is compared with its row in the database.
 */
export interface RecordDigests {
  digestOf(record: object): string
  matches(scope: ConnectionRegion, id: string, digest: string): boolean
  /** Call only after the transaction has ended: a record that is rolled back must not count as saved. */
  add(scope: ConnectionRegion, digests: ReadonlyMap<string, string>): void
  remove(scope: ConnectionRegion, ids: Iterable<string>): void
  removeConnection(connectionId: string): void
  /** Forgets all digests, after a rollback. */
  clear(): void
}

export function createRecordDigests(): RecordDigests {
  const byScope = new Map<string, { readonly connectionId: string; readonly digests: Map<string, string> }>()
  return {
    digestOf: (record) => hash('sha1', JSON.stringify(record), 'base64'),
    matches: (scope, id, digest) => byScope.get(scopeKey(scope))?.digests.get(id) === digest,
    add(scope, added) {
      const saved = byScope.get(scopeKey(scope)) ?? { connectionId: scope.connectionId, digests: new Map() }
      byScope.set(scopeKey(scope), saved)
      for (const [id, digest] of added) saved.digests.set(id, digest)
    },
    remove(scope, ids) {
      const saved = byScope.get(scopeKey(scope))
      for (const id of ids) saved?.digests.delete(id)
    },
    removeConnection(connectionId) {
      for (const [key, saved] of byScope) if (saved.connectionId === connectionId) byScope.delete(key)
    },
    clear: () => byScope.clear(),
  }
}
