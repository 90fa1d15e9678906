import { FailureError } from '../../failures/failure-error.ts'
import { serverMessages } from '../server/server-messages.ts'
import { maxBodyBytes, type SealedEntry, type TeamServer } from '../team-server.ts'

/** The log of the practice team in memory. Several PCs use one log, each through its own `connect`. */
export function createPracticeServer(): { connect(): TeamServer } {
  const logs = new Map<string, SealedEntry[]>()
  const listeners = new Set<() => void>()

  /** As on a real server, a push stores all or nothing. */
  const checkPush = (entries: readonly SealedEntry[]): void => {
    const heads = new Map([...logs].map(([device, log]) => [device, log.length]))
    for (const { device, n, body } of entries) {
      if (body.length > maxBodyBytes) throw new FailureError(serverMessages.tooLarge)
      const there = logs.get(device)?.[n - 1]
      const head = heads.get(device) ?? 0
      if (there ? !Buffer.from(there.body).equals(body) : n !== head + 1)
        throw new FailureError(serverMessages.otherEntries)
      heads.set(device, Math.max(head, n))
    }
  }

  return {
    connect: () => ({
      async push(entries) {
        checkPush(entries)
        for (const entry of entries) {
          const log = logs.get(entry.device) ?? []
          logs.set(entry.device, log)
          log[entry.n - 1] = entry
        }
        for (const listener of listeners) listener()
      },
      heads: async () => new Map([...logs].map(([device, log]) => [device, log.length])),
      pull: async (device, after, limit) => (logs.get(device) ?? []).slice(after, after + limit),
      watch(listener) {
        listeners.add(listener)
        return () => void listeners.delete(listener)
      },
      close: async () => undefined,
    }),
  }
}
