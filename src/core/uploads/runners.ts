import { createRunner, type Runner, type RunnerParts } from './runner.ts'

/** The runners of the connections: each is started with the first upload of its connection. */
export interface Runners {
  of(connectionId: string): Runner
  /** Null: nothing of the connection was sent in this run. */
  find(connectionId: string): Runner | null
  all(): Runner[]
  /** Stops the runner of a connection. */
  end(connectionId: string): Promise<void>
}

/** `ended`: nothing is sent any more. */
export function createRunners(parts: Omit<RunnerParts, 'connectionId'>, ended: AbortSignal): Runners {
  const runners = new Map<string, Runner>()
  return {
    of(connectionId) {
      const known = runners.get(connectionId)
      if (known) return known
      const runner = createRunner({ ...parts, connectionId })
      runners.set(connectionId, runner)
      if (!ended.aborted) runner.start()
      return runner
    },
    find: (connectionId) => runners.get(connectionId) ?? null,
    all: () => [...runners.values()],
    async end(connectionId) {
      await runners.get(connectionId)?.close()
      runners.delete(connectionId)
    },
  }
}
