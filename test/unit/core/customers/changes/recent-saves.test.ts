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

  it.each([1, 15_000])(
    'sends a value again after a late call when the clock of the PC is set %i days ahead',
    async (days) => {
      let isLost = true
      bench.desk.service.faults = (call) =>
        call === 'patchCustomer' && isLost ? ((isLost = false), { kind: 'lost-before' }) : { kind: 'none' }
      await edit('clientName', 'Annie')
      await bench.desk.bench.until(() => patches() === 1)
      await edit('clientName', 'Anne')
      await bench.desk.sent()
      const clock = bench.desk.bench.clock
      clock.setWallClock(new Date(clock.now().getTime() + days * 86_400_000))
      // The service in memory has the clock of the PC, and must not delete the record.
      const late = { clientName: 'Annie', lastUpdated: laterMs(20_000), expiryDate: null }
      bench.desk.service.put(remote('anna', { ...there(), ...late }))
      await bench.desk.synced()
      await bench.desk.sent()
      expect(there()?.clientName).toBe('Anne')
    },
  )

  it('accepts an earlier value that someone sets long after', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    await edit('clientName', 'Anne')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { ...there(), clientName: 'Annie', lastUpdated: laterMs(700_000) }))
    await bench.desk.synced()
    await bench.desk.sent()
    expect(there()?.clientName).toBe('Annie')
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
