import { describe, expect, it } from 'vitest'
import { fault, remote, signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, offline, online, patches, there } = bench

describe('undo', () => {
  const undo = async () => (await bench.desk.customers().undo({}, signal)).undone

  it('sets the previous values, one edit after another', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    await edit('expiryDate', '1/1/2029', (await here()).lastUpdated)
    await bench.desk.sent()
    const next = async () => (await bench.desk.customers().nextUndo({}, signal)).customers
    expect(await next()).toBe(1)
    expect(await undo()).toBe('Undone. Expiry date for Annie changed back to 29/2/2028.')
    expect(await undo()).toBe('Undone. Name changed back to Anna.')
    expect(await next()).toBe(0)
    expect(await undo()).toBeNull()
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna', expiryDate: '2028-02-29' })
  })

  it('undoes two edits when it is called twice at once', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    await edit('expiryDate', '1/1/2029', (await here()).lastUpdated)
    await bench.desk.sent()
    const undone = await Promise.all([bench.desk.customers().undo({}, signal), bench.desk.customers().undo({}, signal)])
    expect(undone.map(({ undone: words }) => words)).toEqual([
      'Undone. Expiry date for Annie changed back to 29/2/2028.',
      'Undone. Name changed back to Anna.',
    ])
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna', expiryDate: '2028-02-29' })
  })

  it('undoes an edit that was not sent, also one that replaced another', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('clientName', 'Anne')
    await undo()
    expect((await here()).edits).toMatchObject([{ value: 'Annie', state: 'pending' }])
    await undo()
    expect((await here()).edits).toEqual([])
    online()
    await bench.desk.synced()
    expect(patches()).toBe(0)
  })

  it('discards a failed edit', async () => {
    bench.desk.service.faults = fault('patchCustomer', { kind: 'refused' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    await undo()
    expect(await edits()).toEqual([])
  })

  it('does not overwrite a value that was changed elsewhere since', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await undo()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await edits()).toMatchObject([{ state: 'conflict', value: 'Anna', elsewhere: 'Anna Lee' }])
  })

  it('undoes a bulk edit as one, with a message', async () => {
    const selection = { by: 'ids' as const, ids: ['anna', 'ben', 'cy'] }
    const change = { do: 'move-date' as const, field: 'expiryDate' as const, years: 1, months: 0 }
    await bench.desk.customers().editMany({ selection, change }, signal)
    await bench.desk.sent()
    expect((await bench.desk.customers().undo({}, signal)).undone).toBe('Undone: Expiry date changed for 2 customers.')
    await bench.desk.sent()
    expect([there('anna')?.expiryDate, there('ben')?.expiryDate]).toEqual(['2028-02-29', '2027-01-31'])
    expect((await bench.desk.customers().undo({}, signal)).undone).toBeNull()
  })
})
