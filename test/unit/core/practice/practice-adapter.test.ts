import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createDataFolder } from '../../../twins/data-folder-twin.ts'
import { createPractice, type StartService } from '../../../../src/core/practice/practice-adapter.ts'

type Control = Awaited<ReturnType<StartService>>['control']

const jane = {
  id: 'c1',
  client_name: 'Jane Citizen',
  rego: '1AB2CD',
  sightings: [{ listing_title: '2019 Toyota HiLux' }],
}

/** A service that only notes how it was started and stopped. */
function services(failures = 0, failingMoves = 0) {
  const started: unknown[] = []
  const moves: string[] = []
  let stopped = 0
  const start: StartService = async (options) => {
    started.push(options)
    if (started.length <= failures) throw new Error('the port is taken')
    const control: Control = {
      settings: { customersPerSecond: 40, serviceDown: false },
      goDown: async () => void moves.push('down'),
      comeUp: async () => {
        moves.push('up')
        if (moves.length <= failingMoves) throw new Error('the port is taken')
      },
      customer: (id) => (id === jane.id ? jane : undefined),
      makeSighting: () => jane,
      makeUpload: (region) => ({ id: `upload in ${region}`, total_uploaded_customers: 20 }),
      makeAnySighting: (region) => (region === 'au' ? jane : undefined),
      customerCount: () => 60,
      queuedCustomers: () => 3,
    }
    return {
      url: `http://127.0.0.1:${started.length}`,
      apiKey: 'key',
      control,
      stop: async () => void (stopped += 1),
    }
  }
  return { start, started, stopped: () => stopped, moves }
}

const inMemory = { folder: null, storeKey: null }

describe('the practice service', () => {
  it('starts once for several requests', async () => {
    const { start, started } = services()
    const practice = createPractice(start)
    const answers = await Promise.all([practice.start(inMemory), practice.start(inMemory)])
    expect(answers).toMatchObject([
      { url: 'http://127.0.0.1:1', apiKey: 'key' },
      { url: 'http://127.0.0.1:1', apiKey: 'key' },
    ])
    expect(started).toHaveLength(1)
  })

  it('stores customers on disk only with a key', async () => {
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

  it('can be started again after a failed start', async () => {
    const practice = createPractice(services(1).start)
    await expect(practice.start(inMemory)).rejects.toThrow('the port is taken')
    expect(await practice.start(inMemory)).toMatchObject({ url: 'http://127.0.0.1:2' })
  })

  it('stops once, and can be started again', async () => {
    const { start, stopped } = services()
    const practice = createPractice(start)
    await practice.start(inMemory)
    await practice.stop()
    await practice.stop()
    expect(stopped()).toBe(1)
    expect(await practice.start(inMemory)).toMatchObject({ url: 'http://127.0.0.1:2' })
  })

  it('stops and leaves no files when it is erased', async () => {
    const folder = createDataFolder()
    const files = [
      'practice.db',
      'practice.db-wal',
      'practice.db-shm',
      'forecourt.db',
      'practice.set-aside-2026-11-21.db',
    ]
    for (const name of files) writeFileSync(join(folder, name), 'x')
    const { start, started, stopped } = services()
    const practice = createPractice(start)
    await practice.start({ folder, storeKey: 'ab' })
    await practice.erase(folder)
    expect(stopped()).toBe(1)
    expect(readdirSync(folder).toSorted()).toEqual(['forecourt.db', 'practice.set-aside-2026-11-21.db'])
    expect(existsSync(join(folder, 'practice.db'))).toBe(false)
    await practice.start({ folder, storeKey: 'ab' })
    expect(started).toHaveLength(2)
  })
})

describe('the controls of the practice service', () => {
  it('set the speed and report the state', async () => {
    const { controls } = await createPractice(services().start).start(inMemory)
    controls.setSpeed(Infinity)
    expect(controls.state()).toEqual({ customersPerSecond: Infinity, outage: 'none', customers: 60, waiting: 3 })
  })

  it('replace one outage with another', async () => {
    const { start, moves } = services()
    const { controls } = await createPractice(start).start(inMemory)
    const seen: string[] = []
    for (const outage of ['no-network', 'no-network', 'service-down', 'none'] as const) {
      await controls.setOutage(outage)
      seen.push(`${controls.state().outage} after ${moves.join(' ')}`)
    }
    expect(seen).toEqual([
      'no-network after down',
      'no-network after down',
      'service-down after down up',
      'none after down up',
    ])
  })

  it('stay offline while the port is taken, and try again', async () => {
    const { start } = services(0, 2)
    const { controls } = await createPractice(start).start(inMemory)
    await controls.setOutage('no-network')
    await expect(controls.setOutage('none')).rejects.toThrow('the port is taken')
    expect(controls.state().outage).toBe('no-network')
    await controls.setOutage('none')
    expect(controls.state().outage).toBe('none')
  })

  it('create a sighting of a selected or any customer, and none without customers', async () => {
    const { controls } = await createPractice(services().start).start(inMemory)
    const seen = { customerId: 'c1', clientName: 'Jane Citizen', rego: '1AB2CD', listingTitle: '2019 Toyota HiLux' }
    expect(controls.makeSighting('au', null)).toEqual(seen)
    expect(controls.makeSighting('nz', 'c1')).toEqual(seen)
    expect(controls.makeSighting('nz', null)).toBeNull()
    expect(controls.makeSighting('au', 'c2')).toBeNull()
    expect(controls.makeUpload('nz')).toEqual({ id: 'upload in nz', customers: 20 })
  })
})
