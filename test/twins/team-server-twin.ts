import type { Failure } from '../../src/contract/result.ts'
import { FailureError } from '../../src/core/failures/failure-error.ts'
import { serverFail } from '../../src/core/team/server/server-failure.ts'
import { serverMessages } from '../../src/core/team/server/server-messages.ts'
import { maxBodyBytes, type SealedEntry, type TeamServer } from '../../src/core/team/team-server.ts'

/**
 * The log of a team in memory. Several PCs can use one twin, each through `connect`. `postgres/team-server-twin.test.ts` compares it with
 * PostgreSQL.
 */
export interface TeamServerTwin {
  connect(): TeamServer
  /** Calls of all connections fail with this failure; null: they work. */
  setFailure(failure: Failure | null): void
  /** The next push stores its entries, and then fails like a connection that was cut. */
  cutNextPush(): void
  /** Whether pushes call the listeners. At the start they do, as on a server with LISTEN. */
  setHints(hints: boolean): void
  /** Puts the log back to this many entries of a device, as a restored backup of the server does. */
  rewind(device: string, n: number): void
  readonly entries: ReadonlyMap<string, readonly SealedEntry[]>
  /** The number of calls so far, by method. */
  readonly calls: ReadonlyMap<string, number>
}

/** One answer has at most so many bytes of bodies, but at least one entry. */
const mostPulledBytes = 2_000_000

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function createTeamServerTwin(): TeamServerTwin {
  const entries = new Map<string, SealedEntry[]>()
  /** Of the connections that have made a call: the server knows no others. */
  const open = new Set<{ readonly listeners: Set<() => void> }>()
  const calls = new Map<string, number>()
  let failure: Failure | null = null
  let cutsPush = false
  let hasHints = true

  /** The name of a device as the server stores it. It refuses what is no UUID. */
  const deviceOf = (text: string): string => {
    if (!uuid.test(text)) serverFail('tables', serverMessages.unexpected)
    return text.toLowerCase()
  }

  /** The log of a device after a push, which stores all or nothing. */
  const logAfter = (log: readonly SealedEntry[], pushed: readonly SealedEntry[]): SealedEntry[] => {
    const next = [...log]
    for (const { n, body } of pushed) {
      if (!Number.isInteger(n)) serverFail('tables', serverMessages.unexpected)
      if (n < 1 || body.length > maxBodyBytes) serverFail('tables', serverMessages.tooLarge)
    }
    for (const { device, n, body } of pushed) {
      const there = next[n - 1]
      // An empty body was erased by the owner of the tables.
      const isOther = there ? there.body.length > 0 && !Buffer.from(there.body).equals(body) : n !== next.length + 1
      if (isOther) serverFail('tables', serverMessages.otherEntries)
      // Other memory: what the PC changes later does not reach the server.
      if (!there) next.push({ device, n, body: Buffer.from(body) })
    }
    return next
  }

  const connect = (): TeamServer => {
    const connection = { listeners: new Set<() => void>() }
    let isClosed = false
    const lose = (): void => void open.delete(connection)

    const begin = async (method: string): Promise<void> => {
      calls.set(method, (calls.get(method) ?? 0) + 1)
      // As over a network, no call ends in the turn in which it began.
      await Promise.resolve()
      if (isClosed) serverFail('network', serverMessages.lost)
      if (failure) {
        lose()
        throw new FailureError(failure)
      }
      open.add(connection)
    }

    return {
      async push(pushed) {
        const [first] = pushed
        if (!first) return
        await begin('push')
        const device = deviceOf(first.device)
        const log = entries.get(device) ?? []
        const next = logAfter(
          log,
          pushed.map(({ n, body }) => ({ device, n, body })),
        )
        entries.set(device, next)
        if (hasHints && next.length > log.length)
          for (const { listeners } of open) for (const listener of listeners) listener()
        if (!cutsPush) return
        cutsPush = false
        lose()
        serverFail('network', serverMessages.lost)
      },
      async heads() {
        await begin('heads')
        return new Map([...entries].filter(([, log]) => log.length > 0).map(([device, log]) => [device, log.length]))
      },
      async pull(device, after, limit) {
        await begin('pull')
        const log = entries.get(deviceOf(device)) ?? []
        let bytes = 0
        return log
          .filter(({ n }) => n > after && n <= after + limit)
          .filter(({ body }, index) => (bytes += body.length) <= mostPulledBytes || index === 0)
          .map(({ n, body }) => ({ device, n, body: Buffer.from(body) }))
      },
      watch(listener) {
        connection.listeners.add(listener)
        return () => void connection.listeners.delete(listener)
      },
      async close() {
        isClosed = true
        lose()
        await Promise.resolve()
      },
    }
  }

  return {
    connect,
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
    rewind(device, n) {
      entries.set(device, (entries.get(device) ?? []).slice(0, n))
    },
  }
}
