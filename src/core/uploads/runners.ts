import { createRunner, type Runner, type RunnerParts } from './runner.ts'

/** The runners of the connections: each is started with the first upload of its connection. */
export type Runners = ReturnType<typeof createRunners>

/** `ended`: nothing is sent any more. */
export function createRunners(parts: Omit<RunnerParts, 'connectionId'>, ended: AbortSignal) {
  const runners = new Map<string, Runner>()
  return {
    of(connectionId: string): Runner {
      const known = runners.get(connectionId)
      if (known) return known
      const runner = createRunner({ ...parts, connectionId })
      runners.set(connectionId, runner)
      if (!ended.aborted) runner.start()
      return runner
    },
    /** Null: nothing of the connection was sent in this run. */
    find: (connectionId: string): Runner | null => runners.get(connectionId) ?? null,
    all: (): Runner[] => [...runners.values()],
    /** Stops the runner of a connection. */
    async end(connectionId: string): Promise<void> {
      await runners.get(connectionId)?.close()
      runners.delete(connectionId)
    },
  }
}
