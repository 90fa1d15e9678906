import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFileReader } from '../../../../../src/core/drafts/file-process/file-reader.ts'
import { readerLimits } from '../../../../../src/core/drafts/file-process/process-limits.ts'
import type { ReaderProcess } from '../../../../../src/core/ports/host.ts'
import { createLogTwin } from '../../../../twins/log-twin.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

it('ends a process that no file came for within minutes', () => {
  const ended: boolean[] = []
  const start = (): ReaderProcess => {
    const at = ended.push(false) - 1
    return {
      send: () => undefined,
      onMessage: () => undefined,
      onOutput: () => undefined,
      onExit: () => undefined,
      kill: () => void (ended[at] = true),
    }
  }
  const reader = createFileReader({ startReaderProcess: start, limits: readerLimits, log: createLogTwin() })
  reader.prepare()
  reader.prepare()
  vi.advanceTimersByTime(200_000)
  reader.prepare()
  vi.advanceTimersByTime(200_000)
  expect(ended).toEqual([false])
  vi.advanceTimersByTime(200_000)
  expect(ended).toEqual([true])
  reader.prepare()
  reader.close()
  expect(ended).toEqual([true, true])
})
