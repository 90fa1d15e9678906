import { effectScope } from 'vue'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFreshState } from '../../../../../src/renderer/features/settings/useConnections.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('reads the state at once and every ten seconds, until the screen is gone', () => {
  const refresh = vi.fn<() => Promise<void>>(() => Promise.resolve())
  const scope = effectScope()
  scope.run(() => useFreshState(refresh))
  expect(refresh).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(20_000)
  expect(refresh).toHaveBeenCalledTimes(3)
  scope.stop()
  vi.advanceTimersByTime(20_000)
  expect(refresh).toHaveBeenCalledTimes(3)
})
