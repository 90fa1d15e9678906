import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createToasts } from '../../../../src/renderer/ui/useToasts.ts'

const texts = (list: readonly { text: string }[]): string[] => list.map(({ text }) => text)

describe('notices', () => {
  it('say what happened, what was kept and what to do after a failure', () => {
    const toasts = createToasts()
    toasts.failure({ kind: 'offline', message: 'No network.', kept: 'Your change is kept.', next: 'Try again later.' })
    expect(toasts.shown.value).toMatchObject([
      { tone: 'failure', text: 'No network.', detail: 'Your change is kept. Try again later.' },
    ])
  })

  it('leave the screen, oldest first, when a fifth arrives; an answer to the user is not in the list of the session', () => {
    const toasts = createToasts()
    for (const text of ['1', '2', '3', '4', '5']) toasts.success(text)
    expect(texts(toasts.shown.value)).toEqual(['2', '3', '4', '5'])
    toasts.close(toasts.shown.value[1]?.id ?? 0)
    expect(texts(toasts.shown.value)).toEqual(['2', '4', '5'])
    expect(toasts.past.value).toEqual([])
  })

  it('keep an Undo behind newer ones, and when the list of the session is cleared', () => {
    const toasts = createToasts()
    toasts.success('Removed', { label: 'Undo', run: () => undefined })
    for (const text of ['1', '2', '3', '4']) toasts.success(text)
    toasts.failure('No network')
    expect(texts(toasts.shown.value)).toEqual(['Removed', '3', '4', 'No network'])
    toasts.clearPast()
    expect(texts(toasts.shown.value)).toEqual(['Removed', '3', '4'])
    expect(toasts.past.value).toEqual([])
  })

  it('close when their action ends, also behind newer ones', () => {
    vi.useFakeTimers()
    onTestFinished(() => void vi.useRealTimers())
    const toasts = createToasts()
    toasts.success('Deleting', { label: 'Undo', endsMs: 12_000, run: () => undefined })
    toasts.success('Saved')
    vi.advanceTimersByTime(11_999)
    expect(texts(toasts.shown.value)).toEqual(['Deleting', 'Saved'])
    vi.advanceTimersByTime(1)
    expect(texts(toasts.shown.value)).toEqual(['Saved'])
  })

  it('stay when they do not close by themselves, also behind more than four newer ones', () => {
    const toasts = createToasts()
    toasts.reminder('Today’s calls', { label: 'Show', run: () => undefined }, 'digest')
    toasts.failure('No network')
    for (const text of ['1', '2', '3', '4']) toasts.success(text)
    expect(texts(toasts.shown.value)).toEqual(['Today’s calls', 'No network', '3', '4'])
    for (const text of ['A', 'B', 'C', 'D']) toasts.failure(text)
    toasts.success('Saved')
    expect(texts(toasts.shown.value)).toEqual(['Today’s calls', 'No network', 'A', 'B', 'C', 'D', 'Saved'])
  })

  it('keep the time at which they appeared', () => {
    const toasts = createToasts(() => new Date('2026-11-22T03:04:05Z'))
    toasts.failure('No network')
    expect(toasts.past.value[0]?.at).toBe('2026-11-22T03:04:05.000Z')
  })

  it('are unread until the user closes them or opens the list', () => {
    const toasts = createToasts()
    const first = toasts.failure('1')
    const second = toasts.failure('2')
    toasts.failure('3')
    expect(toasts.unread.value).toBe(3)
    toasts.close(first)
    toasts.expire(second)
    expect(toasts.unread.value).toBe(2)
    toasts.markAllRead()
    expect(toasts.unread.value).toBe(0)
  })

  it('are at most 100 in the list of the session', () => {
    const toasts = createToasts()
    for (let number = 1; number <= 101; number += 1) toasts.failure(String(number))
    expect(toasts.past.value).toHaveLength(100)
    expect(toasts.past.value[0]?.text).toBe('101')
  })

  it('can all be removed', () => {
    const toasts = createToasts()
    toasts.success('1')
    toasts.failure('2')
    toasts.clear()
    expect([toasts.shown.value, toasts.past.value, toasts.unread.value]).toEqual([[], [], 0])
  })
})

describe('the action of a notice', () => {
  it('runs once', () => {
    const toasts = createToasts()
    const run = vi.fn<() => void>()
    const id = toasts.success('Listed for sale', { label: 'Show', lasting: true, run })
    toasts.act(id)
    toasts.act(id)
    expect(run).toHaveBeenCalledTimes(1)
    expect(toasts.past.value[0]).toMatchObject({ action: null, isRead: true })
  })

  it('goes with the notice, unless it lasts', () => {
    const toasts = createToasts()
    const undo = toasts.success('Changed', { label: 'Undo', run: vi.fn<() => void>() })
    const show = toasts.success('Listed for sale', { label: 'Show', lasting: true, run: vi.fn<() => void>() })
    toasts.expire(undo)
    toasts.expire(show)
    expect(toasts.past.value.map(({ action }) => action?.label ?? null)).toEqual(['Show'])
  })

  it('is offered by the newest notice of a group only', () => {
    const toasts = createToasts()
    const run = vi.fn<() => void>()
    const action = { label: 'Undo', group: 'calls', lasting: true, run }
    const first = toasts.success('Voicemail', action)
    toasts.success('No answer', action)
    expect(toasts.past.value.map((toast) => toast.action !== null)).toEqual([true, false])
    toasts.act(first)
    expect(run).not.toHaveBeenCalled()
    toasts.withdrawActions('calls')
    expect(toasts.past.value.map((toast) => toast.action)).toEqual([null, null])
  })

  it('is withdrawn from every notice for another account', () => {
    const toasts = createToasts()
    toasts.success('Listed for sale', { label: 'Show', lasting: true, run: vi.fn<() => void>() })
    toasts.withdrawActions()
    expect(toasts.shown.value[0]?.action).toBeNull()
  })

  it('closes its notice with it where it is an Undo, which the text offers', () => {
    const toasts = createToasts()
    const undo = { label: 'Undo', group: 'customers', run: vi.fn<() => void>() }
    toasts.success('Deleting Jane. Undo now to keep the record.', undo)
    toasts.success('Deleting Omar. Undo now to keep the record.', undo)
    expect(toasts.shown.value.map(({ text }) => text)).toEqual(['Deleting Omar. Undo now to keep the record.'])
    toasts.failure('No network', { label: 'Retry', run: vi.fn<() => void>() })
    toasts.withdrawActions()
    expect(toasts.shown.value).toMatchObject([{ text: 'No network', action: null }])
  })
})

it('a notice takes the place of an earlier one of its topic, which stays in the list with its action', () => {
  const toasts = createToasts()
  const action = { label: 'Show', lasting: true, run: vi.fn<() => void>() }
  for (let number = 1; number <= 10; number += 1) toasts.success(`Listed ${number}`, action, 'sightings')
  toasts.success('Saved')
  expect(toasts.shown.value.map(({ text }) => text)).toEqual(['Listed 10', 'Saved'])
  expect(toasts.past.value).toHaveLength(10)
  expect(toasts.past.value.at(-1)).toMatchObject({ text: 'Listed 1', isRead: false, action })
})
