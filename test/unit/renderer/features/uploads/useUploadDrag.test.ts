import { describe, expect, it } from 'vitest'
import { droppedBefore, useUploadDrag } from '../../../../../src/renderer/features/uploads/useUploadDrag.ts'

const queue = ['a', 'b', 'c'].map((id) => ({ id }))

describe('a dragged upload', () => {
  it.each([
    ['c', 'a', 'before', { before: 'a' }],
    ['c', 'a', 'after', { before: 'b' }],
    ['a', 'c', 'before', { before: 'c' }],
    ['a', 'c', 'after', { before: null }],
    ['a', 'b', 'after', { before: 'c' }],
    // Its place does not change.
    ['a', 'b', 'before', null],
    ['b', 'a', 'after', null],
    ['c', 'b', 'after', null],
    ['b', 'b', 'after', null],
    // It was sent or removed meanwhile.
    ['gone', 'a', 'before', null],
    ['a', 'gone', 'before', null],
  ] as const)('%s dropped on %s (%s) is sent before %o', (id, target, side, to) => {
    expect(droppedBefore(queue, id, target, side)).toEqual(to)
  })
})

describe('the drag events of the list', () => {
  const eventAt = (clientY: number) => {
    const data = new Map<string, string>([['text/uri-list', 'https://example.com/#/uploads/a']])
    const event = {
      clientY,
      isPrevented: false,
      preventDefault: () => void (event.isPrevented = true),
      currentTarget: { getBoundingClientRect: () => ({ top: 100, height: 40 }) },
      dataTransfer: {
        clearData: () => data.clear(),
        setData: (type: string, text: string) => void data.set(type, text),
        setDragImage: () => undefined,
        effectAllowed: '',
      },
    }
    return { data, event, asEvent: event as unknown as DragEvent }
  }

  it('mark the nearer edge, move the upload there once, and carry no address', () => {
    const moves: unknown[] = []
    const drag = useUploadDrag(
      () => queue,
      (input) => moves.push(input),
    )
    const start = eventAt(0)
    drag.start(start.asEvent, 'a')
    expect([...start.data.keys()]).toEqual(['application/x-forecourt-upload'])
    drag.over(eventAt(139).asEvent, 'c')
    expect(drag.mark.value).toEqual({ id: 'c', side: 'after' })
    const same = eventAt(101)
    drag.over(same.asEvent, 'b')
    expect([drag.mark.value, same.event.isPrevented]).toEqual([null, false])
    const drop = eventAt(139)
    drag.drop(drop.asEvent, 'c')
    expect(moves).toEqual([{ id: 'a', before: null }])
    expect([drop.event.isPrevented, drag.draggedId.value, drag.mark.value]).toEqual([true, null, null])
  })

  it('leave a file or a text that is dragged over the list alone', () => {
    const drag = useUploadDrag(
      () => queue,
      () => expect.unreachable(),
    )
    const foreign = eventAt(139)
    drag.over(foreign.asEvent, 'c')
    drag.drop(foreign.asEvent, 'c')
    expect(foreign.event.isPrevented).toBe(false)
  })
})
