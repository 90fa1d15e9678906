import { expect, it } from 'vitest'
import { createLatePart } from '../../../../src/core/scheduling/late-part.ts'

function makePart() {
  const events: string[] = []
  let answers: { resolve(): void; reject(error: Error): void }[] = []
  const part = createLatePart(
    async () => {
      events.push('load')
      await new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
      return { start: () => void events.push('start'), close: async () => void events.push('close') }
    },
    (created) => created,
  )
  const next = () => {
    const [answer] = answers
    answers = answers.slice(1)
    return answer
  }
  return { part, events, next }
}

it('loads once, and starts when it was started before or is started later', async () => {
  const { part, events, next } = makePart()
  part.start()
  const loads = [part.load(), part.load()]
  expect(part.loaded()).toBeNull()
  next()?.resolve()
  expect(await loads[0]).toBe(await loads[1])
  expect(events).toEqual(['load', 'start'])
  await part.close()
  expect(events).toEqual(['load', 'start', 'close'])

  const later = makePart()
  void later.part.load()
  later.next()?.resolve()
  await later.part.load()
  expect(later.events).toEqual(['load'])
  later.part.start()
  expect(later.events).toEqual(['load', 'start'])
})

it('is closed and not started when it arrives after the close, which waits for it', async () => {
  const { part, events, next } = makePart()
  part.start()
  void part.load()
  const closing = part.close()
  next()?.resolve()
  await closing
  expect(events).toEqual(['load', 'close'])
  await makePart().part.close()
})

it('loads again after a failure', async () => {
  const { part, events, next } = makePart()
  const first = part.load()
  next()?.reject(new Error('The file is gone'))
  await expect(first).rejects.toThrow('The file is gone')
  const second = part.load()
  next()?.resolve()
  await second
  expect(events).toEqual(['load', 'load'])
})
