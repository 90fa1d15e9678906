import { describe, expect, it } from 'vitest'
import { remote } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'

const bench = useEditBench()
const { edit, edits, here, patches, there } = bench

describe('a value that was just saved', () => {
  const laterMs = (ms: number) => new Date(Date.parse(there()?.lastUpdated ?? '') + ms).toISOString()

  it('sends a value again when a lost call arrives after it and overwrites it', async () => {
    let isLost = true
    bench.desk.service.faults = (call) =>
      call === 'patchCustomer' && isLost ? ((isLost = false), { kind: 'lost-before' }) : { kind: 'none' }
    await edit('clientName', 'Annie')
    await bench.desk.bench.until(() => patches() === 1)
    await edit('clientName', 'Anne')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { ...there(), clientName: 'Annie', lastUpdated: laterMs(20_000) }))
    await bench.desk.synced()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Anne')
    expect(await here()).toMatchObject({ clientName: 'Anne', edits: [] })
  })

  it('reports a conflict when someone overwrites a value in the same moments', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { ...there(), clientName: 'Anna Lee', lastUpdated: laterMs(800) }))
    await bench.desk.synced()
    expect(there()?.clientName).toBe('Anna Lee')
    expect(await edits()).toMatchObject([{ value: 'Annie', state: 'conflict', elsewhere: 'Anna Lee' }])
  })

  it('accepts a later change by someone else', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { ...there(), clientName: 'Anna Lee', lastUpdated: laterMs(60_000) }))
    await bench.desk.synced()
    expect(await edits()).toEqual([])
    expect((await here()).clientName).toBe('Anna Lee')
  })
})
