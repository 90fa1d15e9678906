import { join } from 'node:path'
import type { Practice } from './host.ts'

interface RunningService {
  readonly url: string
  readonly apiKey: string
  stop(): Promise<void>
}

/** Starts the practice service; its store is an encrypted file at `path`, or memory for null. */
export type StartService = (options: {
  readonly port: number
  readonly store: { readonly path: string; readonly key: string } | null
}) => Promise<RunningService>

/**
 * The practice port over the service that a host brings. Started twice it answers with the one that runs; a start that failed is
 * forgotten, so that the next one tries again.
 */
export function createPractice(startService: StartService): Practice {
  let running: Promise<RunningService> | null = null
  return {
    async start({ folder, storeKey }) {
      const starting = (running ??= startService({
        port: 0,
        store: folder !== null && storeKey !== null ? { path: join(folder, 'practice.db'), key: storeKey } : null,
      }))
      try {
        const { url, apiKey } = await starting
        return { url, apiKey }
      } catch (error) {
        if (running === starting) running = null
        throw error
      }
    },
    async stop() {
      const stopping = running
      running = null
      if (!stopping) return
      const [outcome] = await Promise.allSettled([stopping])
      if (outcome.status === 'fulfilled') await outcome.value.stop()
    },
  }
}
