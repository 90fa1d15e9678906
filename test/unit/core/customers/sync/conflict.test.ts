import { describe, expect, it } from 'vitest'
import { remote, signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, offline, online, patches, status, there } = bench

describe('an edit of a customer that was changed elsewhere', () => {
  const elsewhere = (more: Parameters<typeof remote>[1]) =>
    bench.desk.service.put(
      remote('anna', {
        clientName: 'Anna',
        mobileNumber: '0491570156',
        expiryDate: '2028-02-29',
        lastUpdated: '2026-11-02T00:00:00.000Z',
        ...more,
      }),
    )

  it('reports a change of the same field elsewhere as a conflict with both values, and overwrites nothing', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await here()).toMatchObject({
      clientName: 'Anna Lee',
      edits: [{ state: 'conflict', value: 'Annie', elsewhere: 'Anna Lee' }],
    })
    expect((await status()).edits.conflicts).toBe(1)
  })

  it('accepts a change of another field elsewhere, and sends the edit', async () => {
    elsewhere({ saleDate: '2020-01-01' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Annie', saleDate: '2020-01-01' })
    expect(await here()).toMatchObject({ clientName: 'Annie', saleDate: '2020-01-01', edits: [] })
  })

  it('treats the same change elsewhere as saved', async () => {
    elsewhere({ clientName: 'Annie' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    expect(await edits()).toEqual([])
    expect(patches()).toBe(0)
  })

  it('overwrites a change elsewhere only on request, and only the version that the user has seen', async () => {
    elsewhere({ clientName: 'Anna Lee' })
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    const [{ editId } = { editId: '' }] = await edits()
    await bench.desk.customers().retryEdit({ editId, overwrite: false }, signal)
    await bench.desk.sent()
    expect(await edits()).toMatchObject([{ state: 'conflict' }])

    elsewhere({ clientName: 'Anna Ng', lastUpdated: '2026-11-03T00:00:00.000Z' })
    await bench.desk.customers().retryEdit({ editId, overwrite: true }, signal)
    await bench.desk.sent()
    expect(await edits()).toMatchObject([{ state: 'conflict', elsewhere: 'Anna Ng' }])

    await bench.desk.customers().retryEdit({ editId, overwrite: true }, signal)
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Annie')
    expect(await edits()).toEqual([])
  })

  it('stops only the edit of the field that was changed elsewhere', async () => {
    offline()
    await edit('clientName', 'Annie')
    await edit('saleDate', '3/4/2021')
    elsewhere({ clientName: 'Anna Lee' })
    online()
    await bench.desk.sent()
    expect(there()).toMatchObject({ clientName: 'Anna Lee', saleDate: '2021-04-03' })
    expect(await edits()).toMatchObject([{ field: 'clientName', state: 'conflict' }])
  })
})
