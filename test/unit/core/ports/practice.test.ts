import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createPractice, type StartService } from '../../../../src/core/ports/practice.ts'

/** A service that only notes how it was started and stopped. */
function services(failures = 0) {
  const started: unknown[] = []
  let stopped = 0
  const start: StartService = async (options) => {
    started.push(options)
    if (started.length <= failures) throw new Error('the port is taken')
    return { url: `http://127.0.0.1:${started.length}`, apiKey: 'key', stop: async () => void (stopped += 1) }
  }
  return { start, started, stopped: () => stopped }
}

const inMemory = { folder: null, storeKey: null }

describe('the practice service', () => {
  it('is started once, however often it is asked for', async () => {
    const { start, started } = services()
    const practice = createPractice(start)
    const answers = await Promise.all([practice.start(inMemory), practice.start(inMemory)])
    expect(answers).toEqual([
      { url: 'http://127.0.0.1:1', apiKey: 'key' },
      { url: 'http://127.0.0.1:1', apiKey: 'key' },
    ])
    expect(started).toHaveLength(1)
  })

  it('keeps its customers on the disk only under a key', async () => {
    const stores = await Promise.all(
      [
        { folder: '/data', storeKey: 'ab' },
        { folder: '/data', storeKey: null },
        { folder: null, storeKey: 'ab' },
      ].map(async (options) => {
        const { start, started } = services()
        await createPractice(start).start(options)
        return started
      }),
    )
    expect(stores).toEqual([
      [{ port: 0, store: { path: join('/data', 'practice.db'), key: 'ab' } }],
      [{ port: 0, store: null }],
      [{ port: 0, store: null }],
    ])
  })

  it('that could not start is tried again', async () => {
    const practice = createPractice(services(1).start)
    await expect(practice.start(inMemory)).rejects.toThrow('the port is taken')
    expect(await practice.start(inMemory)).toMatchObject({ url: 'http://127.0.0.1:2' })
  })

  it('is stopped once, and can be started anew', async () => {
    const { start, stopped } = services()
    const practice = createPractice(start)
    await practice.start(inMemory)
    await practice.stop()
    await practice.stop()
    expect(stopped()).toBe(1)
    expect(await practice.start(inMemory)).toMatchObject({ url: 'http://127.0.0.1:2' })
  })
})
