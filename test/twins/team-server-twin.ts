import { FailureError } from '../../src/core/failures/failure-error.ts'
import { maxBodyBytes, type SealedEntry, type TeamServer } from '../../src/core/team/team-server.ts'
import type { Failure } from '../../src/contract/result.ts'

/** The log of a team in memory. Several PCs can use one twin, each through `connect`. */
export interface TeamServerTwin {
  connect(): TeamServer
  /** Calls of all connections fail with this failure; null: they work. */
  setFailure(failure: Failure | null): void
  /** The next push stores its entries, and then fails like a connection that was cut. */
  cutNextPush(): void
  /** Whether pushes call the listeners. At the start they do, as on a server with LISTEN. */
  setHints(hints: boolean): void
  /** Erases the content of an entry, as the owner of the tables can. */
  erase(device: string, n: number): void
  /** Puts the log back to this many entries of a device, as a restored backup of the server does. */
  rewind(device: string, n: number): void
  readonly entries: ReadonlyMap<string, readonly SealedEntry[]>
  /** The number of calls so far, by method. */
  readonly calls: ReadonlyMap<string, number>
}

const cut: Failure = { kind: 'offline', message: 'The connection was lost.' }

export function createTeamServerTwin(): TeamServerTwin {
  const entries = new Map<string, SealedEntry[]>()
  const listeners = new Set<() => void>()
  const calls = new Map<string, number>()
  let failure: Failure | null = null
  let cutsPush = false
  let hasHints = true

  const begin = async (method: string): Promise<void> => {
    calls.set(method, (calls.get(method) ?? 0) + 1)
    // As over a network, no call ends in the turn in which it began.
    await Promise.resolve()
    if (failure) throw new FailureError(failure)
  }

  const add = (entry: SealedEntry): void => {
    const log = entries.get(entry.device) ?? []
    const there = log[entry.n - 1]
    if (there ? !Buffer.from(there.body).equals(entry.body) : entry.n !== log.length + 1) {
      throw new FailureError({ kind: 'conflict', message: 'The team has other entries of this PC.' })
    }
    if (entry.body.length > maxBodyBytes)
      throw new FailureError({ kind: 'rejected', message: 'The entry is too large.' })
    if (!there) log.push(entry)
    entries.set(entry.device, log)
  }

  return {
    entries,
    calls,
    setFailure(next) {
      failure = next
    },
    cutNextPush() {
      cutsPush = true
    },
    setHints(hints) {
      hasHints = hints
    },
    erase(device, n) {
      const log = entries.get(device) ?? []
      entries.set(
        device,
        log.map((entry) => (entry.n === n ? { ...entry, body: new Uint8Array() } : entry)),
      )
    },
    rewind(device, n) {
      entries.set(device, (entries.get(device) ?? []).slice(0, n))
    },
    connect: () => ({
      async push(added) {
        await begin('push')
        const lengths = new Map([...entries].map(([device, log]) => [device, log.length]))
        try {
          for (const entry of added) add(entry)
        } catch (error) {
          // A push is one statement: it stores all or nothing.
          for (const [device, log] of entries) log.length = lengths.get(device) ?? 0
          throw error
        }
        if (hasHints) for (const listener of listeners) listener()
        if (cutsPush) {
          cutsPush = false
          throw new FailureError(cut)
        }
      },
      async heads() {
        await begin('heads')
        return new Map([...entries].filter(([, log]) => log.length > 0).map(([device, log]) => [device, log.length]))
      },
      async pull(device, after, limit) {
        await begin('pull')
        return (entries.get(device) ?? []).slice(after, after + limit)
      },
      watch(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      async close() {
        await Promise.resolve()
      },
    }),
  }
}
