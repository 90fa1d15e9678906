import { expect, it } from 'vitest'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createLatePart } from '../../../../src/core/scheduling/late-part.ts'

function makePart() {
  const events: string[] = []
  const log = createLogTwin()
  let answers: { resolve(): void; reject(error: Error): void }[] = []
  const part = createLatePart(
    async () => {
      events.push('load')
      await new Promise<void>((resolve, reject) => answers.push({ resolve, reject }))
      return { start: () => void events.push('start'), close: async () => void events.push('close') }
    },
    (created) => created,
    { log, failure: 'part.notLoaded' },
  )
  const next = () => {
    const [answer] = answers
    answers = answers.slice(1)
    return answer
  }
  return { part, events, log, next }
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

it('is loaded at a start that needs it, for work that waits for it, and logs a load that fails', async () => {
  const { part, events, log, next } = makePart()
  part.start(false)
  expect(events).toEqual([])
  part.start(true)
  next()?.reject(new Error('The file is gone'))
  await expect.poll(() => log.entries.map(({ level, event }) => [level, event])).toEqual([['error', 'part.notLoaded']])
  part.use(() => events.push('use'))
  next()?.resolve()
  await part.load()
  expect(events).toEqual(['load', 'load', 'start', 'use'])
  part.use(() => events.push('use at once'))
  expect(events.at(-1)).toBe('use at once')
})
