import { describe, expect, test } from 'vitest'
import { createConfirmQueue } from '../../../../src/renderer/ui/useConfirm.ts'
import { createToasts } from '../../../../src/renderer/ui/useToasts.ts'

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
})

describe('notices', () => {
  test('a failure says what happened, what was kept and what to do', () => {
    const toasts = createToasts()
    toasts.failure({ kind: 'offline', message: 'No network.', kept: 'Your change is kept.', next: 'Try again later.' })
    expect(toasts.shown.value).toMatchObject([
      { tone: 'failure', text: 'No network.', detail: 'Your change is kept. Try again later.' },
    ])
  })

  test('the oldest gives way to a fifth, and closing takes one', () => {
    const toasts = createToasts()
    for (const text of ['1', '2', '3', '4', '5']) toasts.success(text)
    expect(toasts.shown.value.map((toast) => toast.text)).toEqual(['2', '3', '4', '5'])
    toasts.close(toasts.shown.value[1]?.id ?? 0)
    expect(toasts.shown.value.map((toast) => toast.text)).toEqual(['2', '4', '5'])
  })
})
