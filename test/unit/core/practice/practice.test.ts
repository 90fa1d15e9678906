import { describe, expect, it } from 'vitest'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { fail } from '../../../../src/core/failures/failure-error.ts'
import { createPracticePanel, type PracticeParts } from '../../../../src/core/practice/practice.ts'
import type { PracticeControls } from '../../../../src/core/ports/host.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'

const { signal } = new AbortController()

/** A practice service that notes what is asked of it, in order. */
function begin({ openUploads = 0, comesBack = true, isInUse = true, isReached = true, isEmpty = false } = {}) {
  const done: string[] = []
  const note = (what: string): void => void done.push(what)
  let outage: ReturnType<PracticeControls['state']>['outage'] = 'none'
  let customersPerSecond = 40
  const controls: PracticeControls = {
    state: () => ({ customersPerSecond, outage, customers: 60, waiting: 0 }),
    setSpeed: (speed) => {
      customersPerSecond = speed
    },
    async setOutage(to) {
      if (to === 'none' && !comesBack) throw new Error('the port is taken')
      outage = to
    },
    makeUpload: (region) => ({ id: `upload in ${region}`, customers: 20 }),
    makeSighting: (region, customerId) =>
      isEmpty
        ? null
        : { customerId: customerId ?? 'c1', clientName: 'Jane', rego: null, listingTitle: `Car in ${region}` },
  }
  const parts: PracticeParts = {
    practising: {
      active: () =>
        isInUse
          ? {
              id: 'practice',
              region: 'au',
              advanced: defaultAdvanced,
            }
          : fail('invalid-input', 'An account is in use.'),
      controls: async () => controls,
      openUploads: () => openUploads,
      erase: async () => note('erased'),
      checkNow: async () => note('looked'),
    },
    customers: {
      refreshCustomer: async (_connection, _region, id) => {
        note(`read ${id}`)
        return isReached ? ({ id } as Awaited<ReturnType<PracticeParts['customers']['refreshCustomer']>>) : null
      },
      requestSync: () => note('synced'),
    },
    uploads: {
      runNow: () => note('shortTiming'),
      async forgetAfter(_connection, empty) {
        await empty()
        note('uploads forgotten')
      },
    },
    intake: { add: (name) => ({ fileId: 'file-1', name, sizeBytes: 5 }) },
    readSample: async (sample) => ({ name: `${sample}.csv`, bytes: new TextEncoder().encode('Rego\n') }),
    announcer: createAnnouncer(),
    log: createLogTwin(),
    forgetConnection: async () => note('copy emptied'),
  }
  parts.announcer.listen(({ name }) => note(name))
  return { panel: createPracticePanel(parts), done }
}

describe('the practice panel', () => {
  it('announces a new speed without a call to the service', async () => {
    const { panel, done } = begin()
    expect(await panel.set({ speed: 'at-once' }, signal)).toMatchObject({ speed: 'at-once', outage: 'none' })
    expect(done).toEqual(['connections.changed'])
  })

  it('checks the connection after an outage starts, and resumes uploads and syncs when it ends', async () => {
    const { panel, done } = begin()
    await panel.set({ outage: 'service-down' }, signal)
    expect(done).toEqual(['looked', 'connections.changed'])
    done.length = 0
    await panel.set({ outage: 'none' }, signal)
    expect(done).toEqual(['looked', 'shortTiming', 'synced', 'connections.changed'])
    done.length = 0
    await panel.set({ outage: 'none' }, signal)
    expect(done).toEqual(['connections.changed'])
  })

  it('reports a network that can’t be restored, and stays offline', async () => {
    const { panel } = begin({ comesBack: false })
    await panel.set({ outage: 'no-network' }, signal)
    await expect(panel.set({ outage: 'none' }, signal)).rejects.toMatchObject({ failure: { kind: 'service-down' } })
    expect(await panel.state({}, signal)).toMatchObject({ outage: 'no-network' })
  })

  it.each([
    [true, ['read c1', 'connections.changed']],
    [false, ['read c1', 'synced', 'connections.changed']],
  ])('shows a sighting at once, or after the next sync (reached: %j)', async (isReached, order) => {
    const { panel, done } = begin({ isReached })
    expect(await panel.makeSighting({ customerId: null }, signal)).toMatchObject({ customerId: 'c1', shown: isReached })
    expect(done).toEqual(order)
  })

  it.each([null, 'c9'])('rejects a sighting without a customer (%j)', async (customerId) => {
    const { panel, done } = begin({ isEmpty: true })
    await expect(panel.makeSighting({ customerId }, signal)).rejects.toMatchObject({ failure: { kind: 'not-found' } })
    expect(done).toEqual([])
  })

  it('a reset erases the service before the local data, and only when allowed', async () => {
    const refused = begin({ openUploads: 2 })
    await expect(refused.panel.reset({ endUploads: false }, signal)).rejects.toMatchObject({
      failure: { kind: 'conflict', message: 'Practice still has 2 uploads in progress.' },
    })
    expect(refused.done).toEqual([])
    const agreed = begin({ openUploads: 2 })
    await agreed.panel.reset({ endUploads: true }, signal)
    expect(agreed.done).toEqual(['erased', 'uploads forgotten', 'copy emptied', 'synced', 'connections.changed'])
  })

  it('rejects every method while another connection is active', async () => {
    const { panel, done } = begin({ isInUse: false })
    for (const asked of [
      () => panel.state({}, signal),
      () => panel.set({ outage: 'no-network' }, signal),
      () => panel.makeSighting({ customerId: null }, signal),
      () => panel.reset({ endUploads: true }, signal),
    ]) {
      await expect(asked()).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
    }
    expect(done).toEqual([])
  })
})

describe('a sample spreadsheet', () => {
  it('becomes a file that can be opened', async () => {
    const { panel } = begin()
    expect(await panel.takeSample({ sample: 'messy' }, signal)).toEqual({
      fileId: 'file-1',
      name: 'messy.csv',
      sizeBytes: 5,
    })
  })

  it('can be saved whatever the connection is', async () => {
    const { panel } = begin({ isInUse: false })
    const file = await panel.sampleFile({ sample: 'messy' }, signal)
    expect(file).toMatchObject({ fileName: 'messy.csv', mimeType: 'text/csv;charset=utf-8', encoding: 'base64' })
    expect(Buffer.from(file.content, 'base64')).toHaveLength(5)
  })

  it('is not opened in an account', async () => {
    const { panel } = begin({ isInUse: false })
    await expect(panel.takeSample({ sample: 'clean' }, signal)).rejects.toMatchObject({
      failure: { kind: 'invalid-input' },
    })
  })
})
