import { onTestFinished } from 'vitest'
import type { Practice } from '../../src/core/ports/host.ts'
import { createPractice } from '../../src/core/practice/practice-adapter.ts'
import { startPracticeService, type PracticeOptions, type PracticeService } from '../../src/simulator/service.ts'

/** The practice port over the real simulator in this process, with its levers and eyes. */
export interface PracticeTwin extends Practice {
  /** The service that runs now; throws when none does. */
  service(): PracticeService
}

/** `options` go to every start: speed, seed. Stopped when the test ends. */
export function createPracticeTwin(options: PracticeOptions = {}): PracticeTwin {
  let latest: PracticeService | null = null
  const practice = createPractice(async (place) => {
    latest = await startPracticeService({ ...options, ...place })
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

/** An account at a service of its own, away from practice on this PC. Stopped when the test ends. */
export async function startFarService(options: PracticeOptions = {}): Promise<PracticeService> {
  const service = await startPracticeService({ customersPerSecond: Infinity, ...options })
  onTestFinished(() => service.stop())
  return service
}
