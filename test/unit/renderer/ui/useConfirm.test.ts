import { describe, expect, test } from 'vitest'
import { createConfirmQueue } from '../../../../src/renderer/ui/useConfirm.ts'

describe('confirmations', () => {
  test('a second question waits for the first, and each gets its own answer', async () => {
    const queue = createConfirmQueue()
    const first = queue.ask({ title: 'First?', confirmLabel: 'Yes' })
    const second = queue.ask({ title: 'Second?', confirmLabel: 'Yes' })
    expect(queue.current.value?.title).toBe('First?')
    queue.answer(false)
    expect(queue.current.value?.title).toBe('Second?')
    queue.answer(true)
    expect(queue.current.value).toBeNull()
    expect(await Promise.all([first, second])).toEqual([false, true])
  })

  test('end unanswered together when their screen has gone', async () => {
    const queue = createConfirmQueue()
    const asked = [1, 2].map((number) => queue.ask({ title: `Question ${number}?`, confirmLabel: 'Yes' }))
    queue.cancelAll()
    expect(queue.current.value).toBeNull()
    expect(await Promise.all(asked)).toEqual([false, false])
  })
})
