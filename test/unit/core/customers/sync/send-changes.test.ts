import { describe, expect, it } from 'vitest'
import { failureOf, fault, remote, signal } from '../customers-bench.ts'
import { lastUpdated, useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, offline, online, patches, status, there } = bench

describe('sending an edit', () => {
  it('shows a pending edit, sends it in the background and then shows it as the saved value', async () => {
    const pending = await edit('mobileNumber', '+61 491 570 006')
    expect(pending.mobileNumber).toBe('0491570156')
    expect(pending.edits).toMatchObject([{ field: 'mobileNumber', value: '0491570006', state: 'pending' }])
    expect(await bench.desk.ids({ unsettled: true })).toEqual(['anna'])
    await bench.desk.sent()
    expect(there()?.mobileNumber).toBe('0491570006')
    expect(await here()).toMatchObject({ mobileNumber: '0491570006', edits: [] })
    expect((await bench.desk.list({ search: '0491570006' })).total).toBe(1)
  })

  it('clears a field with an empty text', async () => {
    expect((await edit('mobileNumber', ' ')).edits).toMatchObject([{ value: null }])
    await bench.desk.sent()
    expect(there()?.mobileNumber).toBeNull()
  })

  it('saves a mobile number that differs only in its form', async () => {
    bench.desk.service.put(remote('dan', { clientName: 'Dan', mobileNumber: '+61491570156' }))
    await bench.desk.synced()
    await edit('mobileNumber', '0491 570 156', lastUpdated, 'dan')
    await bench.desk.sent()
    expect(there('dan')?.mobileNumber).toBe('0491570156')
  })

  it('sends an edit that waited offline, also after a restart', async () => {
    offline()
    await edit('clientName', 'Annie')
    await bench.desk.restart()
    expect((await here()).edits).toMatchObject([{ value: 'Annie', state: 'pending' }])
    expect(await status()).toMatchObject({ edits: { pending: 1, failed: 0, conflicts: 0 } })
    online()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Annie')
  })

  it('sends only the last of several edits of one field', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('clientName', 'Anne')
    await edit('saleDate', '3/4/2021')
    online()
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anne', saleDate: '2021-04-03' })
    expect(patches()).toBe(2)
  })

  it('sends an edit after the one that it replaced while that was being sent', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = bench.desk.service
    let held = false
    bench.desk.bench.storage.connections.client = async () => ({
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
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await edits()).toEqual([])
  })

  it.each([
    ['made back to what it was', () => edit('clientName', 'Anna'), 0],
    ['undone', () => bench.desk.customers().undo({}, signal), 0],
    ['dropped', async () => bench.desk.customers().dropEdit({ editId: (await edits())[0]?.editId ?? '' }, signal), 0],
    ['made again', () => edit('clientName', 'Anne'), 1],
  ] as const)('does not send an edit that is %s while its record is read', async (_, change, sent) => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = bench.desk.service
    const values: (string | undefined)[] = []
    bench.desk.bench.storage.connections.client = async () => ({
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
    await bench.desk.sent()
    // Behind whatever the edit may still have under way.
    await edit('saleDate', '3/4/2021', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(values.filter((value) => value !== undefined)).toEqual(sent ? ['Anne'] : [])
    expect(there()?.clientName).toBe(sent ? 'Anne' : 'Anna')
  })

  it('sends the previous value when an edit is discarded while it is being sent', async () => {
    const asked = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    const { client } = bench.desk.service
    bench.desk.bench.storage.connections.client = async () => ({
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
    await bench.desk.customers().dropEdit({ editId: (await edits())[0]?.editId ?? '' }, signal)
    release.resolve()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anna')
    expect(await edits()).toEqual([])
  })

  it.each(['lost-after', 'lost-before', 'unavailable'] as const)(
    'saves an edit once when an answer is %s, without a conflict with itself',
    async (kind) => {
      let faults = 1
      bench.desk.service.faults = (call) => (call === 'patchCustomer' && faults-- > 0 ? { kind } : { kind: 'none' })
      await edit('clientName', 'Annie')
      await bench.desk.sent()
      expect(there()?.clientName).toBe('Annie')
      expect(await edits()).toEqual([])
      expect(patches()).toBe(kind === 'lost-after' ? 1 : 2)
    },
  )

  it('does not treat a value of this PC with a lost answer as a change elsewhere', async () => {
    let isLost = true
    bench.desk.service.faults = (call) =>
      call === 'patchCustomer' && isLost
        ? { kind: 'lost-after' }
        : call === 'getCustomer' && bench.desk.service.calls.includes('patchCustomer') && isLost
          ? { kind: 'offline' }
          : { kind: 'none' }
    await edit('clientName', 'Annie')
    await bench.desk.bench.until(() => patches() === 1)
    await edit('clientName', 'Anne')
    isLost = false
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await edits()).toEqual([])
  })

  it('does not treat its own value as a change elsewhere when the program ended before it had saved the answer', async () => {
    const { database } = bench.desk.bench
    database.run(
      `CREATE TRIGGER ended BEFORE UPDATE ON customer_change WHEN new.state = 'done' BEGIN SELECT RAISE(ABORT, 'ended'); END`,
    )
    bench.desk.service.faults = () => ({ kind: there()?.clientName === 'Annie' ? 'offline' : 'none' })
    await edit('clientName', 'Annie')
    await bench.desk.bench.until(() => there()?.clientName === 'Annie')
    await bench.desk.restart()
    database.run('DROP TRIGGER ended')
    await edit('clientName', 'Anne')
    online()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await edits()).toEqual([])
  })

  it('marks a refused edit as failed with its reason; it can be retried or discarded', async () => {
    bench.desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    const failed = await here()
    expect(failed.clientName).toBe('Anna')
    expect(failed.edits).toMatchObject([{ state: 'failed', value: 'Annie', failure: { kind: 'rejected' } }])
    expect(await status()).toMatchObject({ edits: { pending: 0, failed: 1 } })
    online()
    const [{ editId } = { editId: '' }] = await edits()
    expect((await bench.desk.customers().retryEdit({ editId, overwrite: false }, signal)).edits).toMatchObject([
      { state: 'pending', failure: null },
    ])
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Annie')

    bench.desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Anne', (await here()).lastUpdated)
    await bench.desk.sent()
    const [{ editId: second } = { editId: '' }] = await edits()
    expect((await bench.desk.customers().dropEdit({ editId: second }, signal)).edits).toEqual([])
    expect((await failureOf(bench.desk.customers().dropEdit({ editId: second }, signal))).kind).toBe('not-found')
  })

  it('keeps an edit pending while the API key is invalid', async () => {
    bench.desk.service.faults = () => ({ kind: 'unauthorised' })
    await edit('clientName', 'Annie')
    await bench.desk.bench.clock.advance(1_000)
    expect(await status()).toMatchObject({ edits: { pending: 1, failed: 0 } })
    online()
    bench.desk.customers().requestSync('connection-1', 'au')
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Annie')
  })

  it('keeps the edit of a deleted customer as failed, and removes the record from the list', async () => {
    bench.desk.service.remove('anna')
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    expect((await status()).total).toBe(2)
    expect(await edits()).toMatchObject([
      { customerId: 'anna', clientName: 'Anna', before: 'Anna', state: 'failed', failure: { kind: 'not-found' } },
    ])
    const [{ editId } = { editId: '' }] = await edits()
    expect((await failureOf(bench.desk.customers().retryEdit({ editId, overwrite: false }, signal))).kind).toBe(
      'not-found',
    )
    expect((await bench.desk.customers().dropEdit({ editId }, signal)).clientName).toBe('Anna')
    expect(await edits()).toEqual([])
  })

  it('marks the edit of a customer as failed when a sync no longer finds the customer', async () => {
    bench.desk.service.faults = (call) => (call === 'patchCustomer' ? { kind: 'offline' } : { kind: 'none' })
    await edit('clientName', 'Annie')
    bench.desk.service.remove('anna')
    await bench.desk.synced()
    await bench.desk.bench.until(async () => (await status()).edits.failed === 1)
    expect((await status()).total).toBe(2)
  })
})
