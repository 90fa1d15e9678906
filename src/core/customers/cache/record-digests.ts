import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { hash } from 'node:crypto'

/**
 * Which records the copy is known to hold just as the service gave them, by a digest each: a later look at 100,000 customers, nearly all
 * of them unchanged, then reads none of them from the disk. Empty at each start; what is not known here is compared with the copy itself.
 */
export interface HeldRecords {
  digest(record: object): string
  holds(scope: ConnectionRegion, id: string, digest: string): boolean
  /** Only once the copy has it for good: what is rolled back must not be taken for held. */
  keep(scope: ConnectionRegion, digests: ReadonlyMap<string, string>): void
  drop(scope: ConnectionRegion, ids: Iterable<string>): void
  dropConnection(connectionId: string): void
  /** What was kept last may have been rolled back: nothing is known any more. */
  clear(): void
}

export function createRecordDigests(): HeldRecords {
  const copies = new Map<string, Map<string, string>>()
  const keyOf = ({ connectionId, region }: ConnectionRegion): string => `${connectionId} ${region}`
  return {
    digest: (record) => hash('sha1', JSON.stringify(record), 'base64'),
    holds: (scope, id, digest) => copies.get(keyOf(scope))?.get(id) === digest,
    keep(scope, digests) {
      const key = keyOf(scope)
      const held = copies.get(key) ?? new Map<string, string>()
      copies.set(key, held)
      for (const [id, digest] of digests) held.set(id, digest)
    },
    drop(scope, ids) {
      const held = copies.get(keyOf(scope))
      for (const id of ids) held?.delete(id)
    },
    clear: () => copies.clear(),
    dropConnection(connectionId) {
      for (const key of copies.keys()) if (key.startsWith(`${connectionId} `)) copies.delete(key)
    },
  }
}
