import { effectScope } from 'vue'
import { afterEach, expect, test, vi } from 'vitest'
import { useCalmRefresh } from '../../../../../src/renderer/features/customers/throttled-refresh.ts'

afterEach(() => vi.useRealTimers())

test('the first is at once, those that come meanwhile are one, and a long answer is followed by a long rest', async () => {
  vi.useFakeTimers()
  const scope = effectScope()
  let asked = 0
  let tookMs = 10
  const ask = scope.run(() =>
    useCalmRefresh(async () => {
      asked += 1
      await new Promise((resolve) => setTimeout(resolve, tookMs))
    }, 500),
  )
  if (!ask) throw new Error('The scope ran nothing.')
  ask()
  ask()
  ask()
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(500)
  expect(asked).toBe(1)
  await vi.advanceTimersByTimeAsync(20)
  expect(asked).toBe(2)

  tookMs = 1_000
  await vi.advanceTimersByTimeAsync(600)
  ask()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(asked).toBe(3)
  ask()
  await vi.advanceTimersByTimeAsync(8_900)
  expect(asked).toBe(3)
  await vi.advanceTimersByTimeAsync(200)
  expect(asked).toBe(4)
  await vi.advanceTimersByTimeAsync(1_000)
  ask()
  scope.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(asked).toBe(4)
})
