import { onTestFinished } from 'vitest'
import type { Practice } from '../../src/core/ports/host.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { startPracticeService, type PracticeOptions, type PracticeService } from '../../src/simulator/service.ts'

/** The practice port with the real simulator in this process, and access to its controls. */
export interface PracticeTwin extends Practice {
  /** The running service; throws when there is none. */
  service(): PracticeService
}

/**
 * `options` (speed, seed) apply to every start. Stopped when the test ends. No row fails by chance: the seed of a store
 * on disk is random, and one row of 100 would fail.
 */
export function createPracticeTwin(options: PracticeOptions = {}): PracticeTwin {
  let latest: PracticeService | null = null
  const practice = createPractice(async (place) => {
    latest = await startPracticeService({ ...options, ...place })
    latest.control.settings.errorShare = 0
    return latest
  })
  onTestFinished(() => practice.stop())
  return {
    start: (place) => practice.start(place),
    async stop() {
      latest = null
      await practice.stop()
    },
    erase: (folder) => practice.erase(folder),
    service() {
      if (!latest) throw new Error('Practice is not running')
      return latest
    },
  }
}

/** An account at a separate service, not the practice service of this PC. Stopped when the test ends. */
export async function startFarService(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService({ customersPerSecond: Infinity, ...options })
  onTestFinished(() => service.stop())
  return service
}
