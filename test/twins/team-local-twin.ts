import { randomUUID } from 'node:crypto'
import type { Inbox, Outbox } from '../../src/core/team/sync/local-side.ts'
import type { SealedEntry } from '../../src/core/team/team-server.ts'

/** The log of a team on one PC, in memory. */
export interface TeamLocalTwin {
  readonly outbox: Outbox
  readonly inbox: Inbox
  /** This PC writes an entry. */
  write(text: string): void
  /** All entries that are stored here, as `device n text`, sorted. */
  texts(): readonly string[]
  /** The next batches cannot be stored, as on a full disk; null: they can. */
  setStoreError(error: Error | null): void
  /** A backup of everything that is stored here. */
  backUp(): () => void
}

export function createTeamLocalTwin(firstDevice: string = randomUUID()): TeamLocalTwin {
  let device = firstDevice
  let pushed = 0
  let logs = new Map<string, SealedEntry[]>()
  let storeError: Error | null = null
  const logOf = (name: string): readonly SealedEntry[] => logs.get(name) ?? []

  const add = (entry: SealedEntry): void => {
    const log = logs.get(entry.device)
    if (log) log.push(entry)
    else logs.set(entry.device, [entry])
  }

  const write = (text: string): void => {
    add({ device, n: logOf(device).length + 1, body: Buffer.from(text) })
  }

  return {
    write,
    outbox: {
      device: () => device,
      head: () => logOf(device).length,
      pushed: () => pushed,
      setPushed: (n) => (pushed = n),
      read: (after, limit) => logOf(device).slice(after, after + limit),
      startNewDevice() {
        const written = logOf(device)
        logs.delete(device)
        device = randomUUID()
        pushed = 0
        for (const { body } of written) write(Buffer.from(body).toString())
      },
    },
    inbox: {
      heads: () => new Map([...logs].map(([name, log]) => [name, log.length])),
      isMember: () => true,
      async store(entries) {
        await Promise.resolve()
        if (storeError) throw storeError
        for (const entry of entries) {
          const { length } = logOf(entry.device)
          if (entry.n !== length + 1) throw new Error(`Entry ${entry.n} does not follow ${length}.`)
          add(entry)
        }
      },
    },
    texts: () =>
      [...logs.values()]
        .flat()
        .map((entry) => `${entry.device} ${entry.n} ${Buffer.from(entry.body).toString()}`)
        .toSorted(),
    setStoreError(error) {
      storeError = error
    },
    backUp() {
      const copied = (from: ReadonlyMap<string, readonly SealedEntry[]>) =>
        new Map([...from].map(([name, log]) => [name, [...log]]))
      const saved = { device, pushed, logs: copied(logs) }
      return () => {
        device = saved.device
        pushed = saved.pushed
        logs = copied(saved.logs)
      }
    },
  }
}
