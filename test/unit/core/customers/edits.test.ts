import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fault, failureOf, makeCustomersBench, remote, signal, type CustomersBench } from './customers-bench.ts'

const lastUpdated = '2026-11-01T00:00:00.000Z'
let desk: CustomersBench

beforeEach(async () => {
  desk = makeCustomersBench()
  desk.service.put(remote('anna', { clientName: 'Anna', mobileNumber: '0491570156', expiryDate: '2028-02-29' }))
  desk.service.put(remote('ben', { clientName: 'Ben', expiryDate: '2027-01-31' }))
  desk.service.put(remote('cy', { clientName: 'Cy' }))
  desk.customers().start()
  await desk.synced()
})
afterEach(() => desk.close())

type Field = 'clientName' | 'mobileNumber' | 'saleDate' | 'expiryDate'
const edit = (field: Field, value: string, at = lastUpdated, id = 'anna') =>
  desk.customers().edit({ id, field, value, lastUpdated: at }, signal)
const there = (id = 'anna') => desk.service.customers().find((each) => each.id === id)
const here = (id = 'anna') => desk.get(id)
const patches = () => desk.service.calls.filter((call) => call === 'patchCustomer').length
const edits = async () => (await desk.customers().edits({}, signal)).edits
const status = () => desk.customers().status({}, signal)
const offline = () => {
  desk.service.faults = () => ({ kind: 'offline' })
}
const online = () => {
  desk.service.faults = () => ({ kind: 'none' })
}

describe('an edit', () => {
  it('is pending at once, sent in the background, and then the record’s own', async () => {
    const pending = await edit('mobileNumber', '+61 491 570 006')
    expect(pending.mobileNumber).toBe('0491570156')
    expect(pending.edits).toMatchObject([{ field: 'mobileNumber', value: '0491570006', state: 'pending' }])
    expect(await desk.ids({ unsettled: true })).toEqual(['anna'])
    await desk.sent()
    expect(there()?.mobileNumber).toBe('0491570006')
    expect(await here()).toMatchObject({ mobileNumber: '0491570006', edits: [] })
    expect((await desk.list({ search: '0491570006' })).total).toBe(1)
  })

  it('clears a field with an empty text, sent as the empty string', async () => {
    expect((await edit('mobileNumber', ' ')).edits).toMatchObject([{ value: null }])
    await desk.sent()
    expect(there()?.mobileNumber).toBeNull()
  })

  it('of a mobile that is written another way is saved, though it is the same number', async () => {
    desk.service.put(remote('dan', { clientName: 'Dan', mobileNumber: '+61491570156' }))
    await desk.synced()
    await edit('mobileNumber', '0491 570 156', lastUpdated, 'dan')
    await desk.sent()
    expect(there('dan')?.mobileNumber).toBe('0491570156')
  })

  it('reads a date as d/m/y', async () => {
    expect((await edit('saleDate', '3/4/2021')).edits).toMatchObject([{ value: '2021-04-03' }])
  })

  it.each([
    ['mobileNumber', '12'],
    ['mobileNumber', '(03) 9999 1234'],
    ['saleDate', '31/2/2020'],
    ['expiryDate', '1/1/2020'],
    ['clientName', 'n/a'],
  ] as const)('refuses %s %s with the words of the rule, keeps nothing, and asks nobody', async (field, value) => {
    const calls = desk.service.calls.length
    expect((await failureOf(edit(field, value))).kind).toBe('invalid-input')
    expect(desk.service.calls.length).toBe(calls)
    expect(await edits()).toEqual([])
  })

  it('waits while offline, through a restart, and goes when the line is back', async () => {
    offline()
    await edit('clientName', 'Annie')
    await desk.restart()
    expect((await here()).edits).toMatchObject([{ value: 'Annie', state: 'pending' }])
    expect(await status()).toMatchObject({ edits: { pending: 1, failed: 0, conflicts: 0 } })
    online()
    await desk.sent()
    expect(there()?.clientName).toBe('Annie')
  })

  it('that is made again before it has left goes once, with the last value', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('clientName', 'Anne')
    await edit('saleDate', '3/4/2021')
    online()
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anne', saleDate: '2021-04-03' })
    expect(patches()).toBe(2)
  })

  it('of the value that is there already is none, and takes a waiting one back', async () => {
    offline()
    expect((await edit('clientName', 'Anna')).edits).toEqual([])
    await edit('clientName', 'Annie')
    expect((await edit('clientName', 'Anna')).edits).toEqual([])
    online()
    await desk.synced()
    expect(patches()).toBe(0)
  })

  it('that replaces one whose call is under way arrives after it', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    let held = false
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        patchCustomer: async (id, patch) => {
          const answer = await client.patchCustomer(id, patch)
          if (!held) {
            held = true
            asked.resolve()
            await release.promise
          }
          return answer
        },
      },
    })
    await edit('clientName', 'Annie')
    await asked.promise
    await edit('clientName', 'Anne')
    release.resolve()
    await desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await edits()).toEqual([])
  })

  it.each([
    ['made back to what it was', () => edit('clientName', 'Anna'), 0],
    ['undone', () => desk.customers().undo({}, signal), 0],
    ['dropped', async () => desk.customers().dropEdit({ editId: (await edits())[0]?.editId ?? '' }, signal), 0],
    ['made again', () => edit('clientName', 'Anne'), 1],
  ] as const)('that is %s while its record is read is not sent any more', async (_, change, sent) => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    const values: (string | undefined)[] = []
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        getCustomer: async (id) => {
          const answer = await client.getCustomer(id)
          asked.resolve()
          await release.promise
          return answer
        },
        patchCustomer: (id, patch) => {
          values.push(patch.client_name)
          return client.patchCustomer(id, patch)
        },
      },
    })
    await edit('clientName', 'Annie')
    await asked.promise
    await change()
    release.resolve()
    await desk.sent()
    // Behind whatever the edit may still have under way.
    await edit('saleDate', '3/4/2021', (await here()).lastUpdated)
    await desk.sent()
    expect(values.filter((value) => value !== undefined)).toEqual(sent ? ['Anne'] : [])
    expect(there()?.clientName).toBe(sent ? 'Anne' : 'Anna')
  })

  it('that is dropped while it is being saved is set back', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = desk.service
    desk.bench.storage.connections.client = async () => ({
      ok: true,
      value: {
        ...client,
        patchCustomer: async (id, patch) => {
          asked.resolve()
          await release.promise
          return client.patchCustomer(id, patch)
        },
      },
    })
    await edit('clientName', 'Annie')
    await asked.promise
    await desk.customers().dropEdit({ editId: (await edits())[0]?.editId ?? '' }, signal)
    release.resolve()
    await desk.sent()
    expect(there()?.clientName).toBe('Anna')
    expect(await edits()).toEqual([])
  })

  it.each(['lost-after', 'lost-before', 'unavailable'] as const)(
    'is there once when an answer is %s, with no conflict with itself',
    async (kind) => {
      let faults = 1
      desk.service.faults = (call) => (call === 'patchCustomer' && faults-- > 0 ? { kind } : { kind: 'none' })
      await edit('clientName', 'Annie')
      await desk.sent()
      expect(there()?.clientName).toBe('Annie')
      expect(await edits()).toEqual([])
      expect(patches()).toBe(kind === 'lost-after' ? 1 : 2)
    },
  )

  it('that was replaced while its own answer was lost is no change elsewhere', async () => {
    let isLost = true
    desk.service.faults = (call) =>
      call === 'patchCustomer' && isLost
        ? { kind: 'lost-after' }
        : call === 'getCustomer' && desk.service.calls.includes('patchCustomer') && isLost
          ? { kind: 'offline' }
          : { kind: 'none' }
    await edit('clientName', 'Annie')
    await desk.bench.until(() => patches() === 1)
    await edit('clientName', 'Anne')
    isLost = false
    await desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await edits()).toEqual([])
  })

  it('that the service refuses is failed with its reason, rolled back, and can be tried again or dropped', async () => {
    desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Annie')
    await desk.sent()
    const failed = await here()
    expect(failed.clientName).toBe('Anna')
    expect(failed.edits).toMatchObject([{ state: 'failed', value: 'Annie', failure: { kind: 'rejected' } }])
    expect(await status()).toMatchObject({ edits: { pending: 0, failed: 1 } })
    online()
    const [{ editId } = { editId: '' }] = await edits()
    expect((await desk.customers().retryEdit({ editId, overwrite: false }, signal)).edits).toMatchObject([
      { state: 'pending', failure: null },
    ])
    await desk.sent()
    expect(there()?.clientName).toBe('Annie')

    desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Anne', (await here()).lastUpdated)
    await desk.sent()
    const [{ editId: second } = { editId: '' }] = await edits()
    expect((await desk.customers().dropEdit({ editId: second }, signal)).edits).toEqual([])
    expect((await failureOf(desk.customers().dropEdit({ editId: second }, signal))).kind).toBe('not-found')
  })

  it('waits for her when the key is no longer good, and is not failed', async () => {
    desk.service.faults = () => ({ kind: 'unauthorised' })
    await edit('clientName', 'Annie')
    await desk.bench.clock.advance(1_000)
    expect(await status()).toMatchObject({ edits: { pending: 1, failed: 0 } })
    online()
    desk.customers().requestSync('connection-1', 'au')
    await desk.sent()
    expect(there()?.clientName).toBe('Annie')
  })

  it('of a customer that is gone is failed, kept and shown, and the record leaves the list', async () => {
    desk.service.remove('anna')
    await edit('clientName', 'Annie')
    await desk.sent()
    expect((await status()).total).toBe(2)
    expect(await edits()).toMatchObject([
      { customerId: 'anna', clientName: 'Anna', before: 'Anna', state: 'failed', failure: { kind: 'not-found' } },
    ])
    const [{ editId } = { editId: '' }] = await edits()
    expect((await failureOf(desk.customers().retryEdit({ editId, overwrite: false }, signal))).kind).toBe('not-found')
    expect((await desk.customers().dropEdit({ editId }, signal)).clientName).toBe('Anna')
    expect(await edits()).toEqual([])
  })

  it('of a customer that a full look no longer finds is failed the same way', async () => {
    desk.service.faults = (call) => (call === 'patchCustomer' ? { kind: 'offline' } : { kind: 'none' })
    await edit('clientName', 'Annie')
    desk.service.remove('anna')
    await desk.synced()
    await desk.bench.until(async () => (await status()).edits.failed === 1)
    expect((await status()).total).toBe(2)
  })
})

describe('a change elsewhere', () => {
  const elsewhere = (more: Parameters<typeof remote>[1]) =>
    desk.service.put(
      remote('anna', {
        clientName: 'Anna',
        mobileNumber: '0491570156',
        expiryDate: '2028-02-29',
        lastUpdated: '2026-11-02T00:00:00.000Z',
        ...more,
      }),
    )

  it('of the same field is a conflict: nothing is overwritten, and both values are there to be seen', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await edit('clientName', 'Annie')
    await desk.sent()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await here()).toMatchObject({
      clientName: 'Anna Lee',
      edits: [{ state: 'conflict', value: 'Annie', elsewhere: 'Anna Lee' }],
    })
    expect((await status()).edits.conflicts).toBe(1)
  })

  it('of another field is taken in, and the edit goes on', async () => {
    elsewhere({ saleDate: '2020-01-01' })
    await edit('clientName', 'Annie')
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Annie', saleDate: '2020-01-01' })
    expect(await here()).toMatchObject({ clientName: 'Annie', saleDate: '2020-01-01', edits: [] })
  })

  it('to the same value settles the edit', async () => {
    elsewhere({ clientName: 'Annie' })
    await edit('clientName', 'Annie')
    await desk.sent()
    expect(await edits()).toEqual([])
    expect(patches()).toBe(0)
  })

  it('that the copy took in after she had opened the cell is a conflict as well, also when it is offline', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await desk.synced()
    offline()
    expect((await edit('clientName', 'Annie')).edits).toMatchObject([{ state: 'conflict', elsewhere: 'Anna Lee' }])
    expect((await edit('expiryDate', '1/1/2029')).edits).toMatchObject([{ state: 'conflict' }, { state: 'pending' }])
  })

  it('is overwritten only when she says so, and only what she has seen', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await edit('clientName', 'Annie')
    await desk.sent()
    const [{ editId } = { editId: '' }] = await edits()
    await desk.customers().retryEdit({ editId, overwrite: false }, signal)
    await desk.sent()
    expect(await edits()).toMatchObject([{ state: 'conflict' }])

    elsewhere({ clientName: 'Anna Ng', lastUpdated: '2026-11-03T00:00:00.000Z' })
    await desk.customers().retryEdit({ editId, overwrite: true }, signal)
    await desk.sent()
    expect(await edits()).toMatchObject([{ state: 'conflict', elsewhere: 'Anna Ng' }])

    await desk.customers().retryEdit({ editId, overwrite: true }, signal)
    await desk.sent()
    expect(there()?.clientName).toBe('Annie')
    expect(await edits()).toEqual([])
  })

  it('is not seen in this PC’s own change, whatever record she had before her', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    await edit('clientName', 'Anne', lastUpdated)
    await edit('mobileNumber', '', lastUpdated)
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anne', mobileNumber: null })
  })

  it('that is found while two edits wait stops only the one of that field', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('saleDate', '3/4/2021')
    elsewhere({ clientName: 'Anna Lee' })
    online()
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna Lee', saleDate: '2021-04-03' })
    expect(await edits()).toMatchObject([{ field: 'clientName', state: 'conflict' }])
  })
})

describe('a value that was just saved', () => {
  const laterMs = (ms: number) => new Date(Date.parse(there()?.lastUpdated ?? '') + ms).toISOString()

  it('is saved again when a call that was given up as lost arrives behind it', async () => {
    let isLost = true
    desk.service.faults = (call) =>
      call === 'patchCustomer' && isLost ? ((isLost = false), { kind: 'lost-before' }) : { kind: 'none' }
    await edit('clientName', 'Annie')
    await desk.bench.until(() => patches() === 1)
    await edit('clientName', 'Anne')
    await desk.sent()
    desk.service.put(remote('anna', { ...there(), clientName: 'Annie', lastUpdated: laterMs(20_000) }))
    await desk.synced()
    await desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await here()).toMatchObject({ clientName: 'Anne', edits: [] })
  })

  it('that somebody overwrote in the same moment, and cannot have seen, is shown beside his', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    desk.service.put(remote('anna', { ...there(), clientName: 'Anna Lee', lastUpdated: laterMs(800) }))
    await desk.synced()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await edits()).toMatchObject([{ value: 'Annie', state: 'conflict', elsewhere: 'Anna Lee' }])
  })

  it('that somebody changed later is his', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    desk.service.put(remote('anna', { ...there(), clientName: 'Anna Lee', lastUpdated: laterMs(60_000) }))
    await desk.synced()
    expect(await edits()).toEqual([])
    expect((await here()).clientName).toBe('Anna Lee')
  })
})

describe('a change of many', () => {
  const all = { by: 'ids', ids: ['anna', 'ben', 'cy'] } as const
  const many = (change: Parameters<ReturnType<typeof desk.customers>['editMany']>[0]['change']) =>
    desk.customers().editMany({ selection: { by: 'ids', ids: [...all.ids] }, change }, signal)

  it('moves dates a year on, ends months sensibly, and leaves alone what has none', async () => {
    const outcome = await many({ do: 'move-date', field: 'expiryDate', years: 1, months: 0 })
    expect(outcome).toMatchObject({ changed: 2, unchanged: 1, refused: [] })
    await desk.sent()
    expect([there('anna')?.expiryDate, there('ben')?.expiryDate, there('cy')?.expiryDate]).toEqual([
      '2029-02-28',
      '2028-01-31',
      null,
    ])
    await many({ do: 'move-date', field: 'expiryDate', years: 0, months: 1 })
    await desk.sent()
    expect(there('ben')?.expiryDate).toBe('2028-02-29')
  })

  it('refuses record by record what the rules refuse, with why', async () => {
    const outcome = await many({ do: 'move-date', field: 'expiryDate', years: -1, months: 0 })
    expect(outcome).toMatchObject({ changed: 1, refused: [{ id: 'ben' }] })
    expect(outcome.refused[0]?.reason).toMatch(/31\/1\/2026/)
  })

  it('refuses a value that cannot be sent for all, and keeps nothing', async () => {
    expect((await failureOf(many({ do: 'set', field: 'mobileNumber', value: '12' }))).kind).toBe('invalid-input')
    expect(await edits()).toEqual([])
  })

  it('takes a filter for its selection', async () => {
    const { states, ...rest } = { states: [] as string[], search: 'ben' }
    const outcome = await desk.customers().editMany(
      {
        selection: {
          by: 'filter',
          filter: {
            ...rest,
            states,
            sighting: 'any',
            expiresWithinDays: null,
            uploadId: null,
            missingVin: false,
            fields: [],
            unsettled: false,
          },
        },
        change: { do: 'set', field: 'expiryDate', value: '' },
      },
      signal,
    )
    expect(outcome).toMatchObject({ changed: 1 })
    await desk.sent()
    expect(there('ben')?.expiryDate).toBeNull()
  })

  it('is taken back as one, in words', async () => {
    await many({ do: 'move-date', field: 'expiryDate', years: 1, months: 0 })
    await desk.sent()
    expect((await desk.customers().undo({}, signal)).undone).toBe('Undone. Expiry date changed back for 2 customers.')
    await desk.sent()
    expect([there('anna')?.expiryDate, there('ben')?.expiryDate]).toEqual(['2028-02-29', '2027-01-31'])
    expect((await desk.customers().undo({}, signal)).undone).toBeNull()
  })
})

describe('undo', () => {
  const undo = async () => (await desk.customers().undo({}, signal)).undone

  it('sets the value of before, one step after the other', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    await edit('expiryDate', '1/1/2029', (await here()).lastUpdated)
    await desk.sent()
    expect(await undo()).toBe('Undone. Expiry date for Annie changed back to 29/2/2028.')
    expect(await undo()).toBe('Undone. Name changed back to Anna.')
    expect(await undo()).toBeNull()
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna', expiryDate: '2028-02-29' })
  })

  it('takes two back when it is asked for twice at once', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    await edit('expiryDate', '1/1/2029', (await here()).lastUpdated)
    await desk.sent()
    const undone = await Promise.all([desk.customers().undo({}, signal), desk.customers().undo({}, signal)])
    expect(undone.map(({ undone: words }) => words)).toEqual([
      'Undone. Expiry date for Annie changed back to 29/2/2028.',
      'Undone. Name changed back to Anna.',
    ])
    await desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna', expiryDate: '2028-02-29' })
  })

  it('takes back what has not left yet, also one that took the place of another', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('clientName', 'Anne')
    await undo()
    expect((await here()).edits).toMatchObject([{ value: 'Annie', state: 'pending' }])
    await undo()
    expect((await here()).edits).toEqual([])
    online()
    await desk.synced()
    expect(patches()).toBe(0)
  })

  it('drops an edit that failed', async () => {
    desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Annie')
    await desk.sent()
    await undo()
    expect(await edits()).toEqual([])
  })

  it('overwrites nothing that was changed elsewhere since', async () => {
    await edit('clientName', 'Annie')
    await desk.sent()
    desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await undo()
    await desk.sent()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await edits()).toMatchObject([{ state: 'conflict', value: 'Anna', elsewhere: 'Anna Lee' }])
  })
})
