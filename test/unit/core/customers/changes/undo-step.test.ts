import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { makeCustomersBench, remote, signal } from '../customers-bench.ts'
import { useEditBench } from '../edit-bench.ts'
import { runs } from '../../../../runs.ts'

const bench = useEditBench()
const { edit, edits, here, offline, online, there } = bench
const undo = async () => (await bench.desk.customers().undo({}, signal)).undone
const redo = async () => (await bench.desk.customers().redo({}, signal)).redone
const next = () => bench.desk.customers().nextUndo({}, signal)
const paste = async (names: Readonly<Record<string, string>>) =>
  bench.desk.customers().changeCells(
    {
      kind: 'paste',
      rows: await Promise.all(
        Object.entries(names).map(async ([id, clientName]) => ({
          id,
          lastUpdated: (await here(id)).lastUpdated,
          texts: { clientName },
        })),
      ),
    },
    signal,
  )
const namesThere = () => ['anna', 'ben', 'cy'].map((id) => there(id)?.clientName)

describe('redo', () => {
  it('makes undone steps again in their order, until something else is changed', async () => {
    await paste({ anna: 'Annie', ben: 'Benny' })
    await edit('clientName', 'Ann', (await here()).lastUpdated)
    await bench.desk.sent()
    expect(await undo()).toBe('Undone. Name changed back to Annie.')
    expect(await undo()).toBe('Undone: 2 cells pasted.')
    expect(await next()).toEqual({ customers: 0, step: null, redo: 2 })
    await bench.desk.sent()
    expect(namesThere()).toEqual(['Anna', 'Ben', 'Cy'])
    expect(await redo()).toBe('Redone: 2 cells pasted.')
    expect(await redo()).toBe('Redone. Name changed again to Ann.')
    expect(await redo()).toBeNull()
    await bench.desk.sent()
    expect(namesThere()).toEqual(['Ann', 'Benny', 'Cy'])
    expect(await undo()).toBe('Undone. Name changed back to Annie.')
    await edit('clientName', 'Cyril', (await here('cy')).lastUpdated, 'cy')
    expect(await redo()).toBeNull()
  })

  it('does not overwrite what was changed elsewhere after the undo', async () => {
    await paste({ anna: 'Annie', ben: 'Benny' })
    await bench.desk.sent()
    await undo()
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await bench.desk.synced()
    expect(await redo()).toBe(
      'Redone: 1 cell pasted. 1 cell was changed elsewhere since and not overwritten. Compare the values.',
    )
    await bench.desk.sent()
    expect(namesThere()).toEqual(['Anna Lee', 'Benny', 'Cy'])
    expect(await edits()).toMatchObject([{ state: 'conflict', value: 'Annie', elsewhere: 'Anna Lee' }])
  })
})

describe('undo', () => {
  it('refuses when something else was changed than the notice named', async () => {
    await edit('clientName', 'Annie')
    const { step } = await next()
    await edit('clientName', 'Benny', (await here('ben')).lastUpdated, 'ben')
    const named = () => bench.desk.customers().undo({ step }, signal)
    await expect(named()).rejects.toMatchObject({ failure: { kind: 'conflict', kept: 'Nothing was undone.' } })
    await undo()
    expect(await named()).toEqual({ undone: 'Undone. Name changed back to Anna.' })
  })

  it('says which value was changed elsewhere since, instead of overwriting it', async () => {
    await edit('clientName', 'Annie')
    await bench.desk.sent()
    bench.desk.service.put(remote('anna', { clientName: 'Anna Lee', lastUpdated: '2026-12-02T00:00:00.000Z' }))
    await bench.desk.synced()
    expect(await undo()).toBe('Not undone: the value was changed elsewhere since. Compare the values.')
    expect(there()?.clientName).toBe('Anna Lee')
  })

  it('restores an edit that was not sent when the old value was pasted over it', async () => {
    offline()
    await edit('clientName', 'Annie')
    await paste({ anna: 'Anna' })
    expect((await here()).edits).toEqual([])
    expect(await undo()).toBe('Undone: 1 cell pasted.')
    expect((await here()).edits).toMatchObject([{ value: 'Annie', state: 'pending' }])
    expect(await undo()).toBe('Undone. Name changed back to Anna.')
    expect((await here()).edits).toEqual([])
    expect([await redo(), (await here()).edits[0]?.value]).toEqual(['Redone. Name changed again to Annie.', 'Annie'])
    expect([await redo(), (await here()).edits]).toEqual(['Redone: 1 cell pasted.', []])
  })

  it('continues after a restart', async () => {
    await paste({ anna: 'Annie', ben: 'Benny' })
    await bench.desk.restart()
    expect(await undo()).toBe('Undone: 2 cells pasted.')
    await bench.desk.restart()
    expect(await redo()).toBe('Redone: 2 cells pasted.')
    await bench.desk.sent()
    expect(namesThere()).toEqual(['Annie', 'Benny', 'Cy'])
  })
})

describe('a deletion', () => {
  const remove = (...ids: string[]) => bench.desk.customers().delete({ selection: { by: 'ids', ids } }, signal)
  const deletions = () => bench.desk.service.calls.filter((call) => call === 'deleteCustomer').length
  const bin = async () => (await bench.desk.customers().bin({ search: '', offset: 0, limit: 50 }, signal)).records

  it('that was not sent ends with its undo, and is made again by redo', async () => {
    offline()
    await remove('anna', 'ben')
    expect(await next()).toMatchObject({ customers: 2 })
    expect(await undo()).toBe('2 customers kept.')
    online()
    await bench.desk.synced()
    expect(namesThere()).toEqual(['Anna', 'Ben', 'Cy'])
    expect(await redo()).toBe('Redone: 2 customers deleted.')
    await bench.desk.sent()
    expect(namesThere()).toEqual([undefined, undefined, 'Cy'])
  })

  it('that the service has made is undone by restoring the customers from the bin', async () => {
    await remove('anna', 'ben')
    await bench.desk.sent()
    expect(await bin()).toHaveLength(2)
    expect(await undo()).toBe('2 customers restored from the bin as new records.')
    expect((await bin()).map(({ restoreUploadId }) => restoreUploadId !== null)).toEqual([true, true])
    expect(await redo()).toBe('Redone: 0 of 2 customers deleted. The others were restored as new records.')
  })

  it('whose answer was lost is undone by restoring the customer once that is certain, also after a restart', async () => {
    bench.desk.service.faults = (call) => (call === 'deleteCustomer' ? { kind: 'lost-after' } : { kind: 'none' })
    await remove('anna')
    await bench.desk.bench.until(async () => deletions() > 0)
    expect(await undo()).toBe('1 customer restored from the bin as a new record.')
    await bench.desk.restart()
    online()
    await bench.desk.sent()
    await bench.desk.bench.until(async () => (await bin()).every(({ restoreUploadId }) => restoreUploadId !== null))
    expect(await bin()).toHaveLength(1)
  })
})

const value = fc.constantFrom('Ann', 'Bea', 'Cleo', '')
const step = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd'),
  count: fc.integer({ min: 1, max: 4 }),
  texts: fc.array(value, { minLength: 4, maxLength: 4 }),
  sends: fc.boolean(),
})

it('gives the original values when every paste is undone, and the last ones when every paste is redone', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async (steps) => {
      const desk = makeCustomersBench()
      const ids = ['a', 'b', 'c', 'd']
      for (const id of ids) desk.service.put(remote(id, { clientName: 'Ann' }))
      desk.customers().start()
      await desk.synced()
      const shown = async () =>
        Promise.all(
          ids.map(async (id) => {
            const { clientName, edits: own } = await desk.get(id)
            return (own[0] ? own[0].value : clientName) ?? ''
          }),
        )
      const history = [await shown()]
      desk.service.faults = () => ({ kind: 'offline' })
      for (const { id, count, texts, sends } of steps) {
        const first = ids.indexOf(id)
        const pasted = ids.slice(first, first + count)
        const rows = await Promise.all(
          pasted.map(async (each, at) => ({
            id: each,
            lastUpdated: (await desk.get(each)).lastUpdated,
            texts: { clientName: texts[at] ?? '' },
          })),
        )
        const { changed } = await desk.customers().changeCells({ kind: 'paste', rows }, signal)
        if (changed > 0) history.push(await shown())
        if (!sends) continue
        desk.service.faults = () => ({ kind: 'none' })
        desk.customers().retryNow()
        await desk.sent()
        desk.service.faults = () => ({ kind: 'offline' })
      }
      for (const before of history.slice(0, -1).toReversed()) {
        await desk.customers().undo({}, signal)
        expect(await shown()).toEqual(before)
      }
      expect((await desk.customers().undo({}, signal)).undone).toBeNull()
      for (const after of history.slice(1)) {
        await desk.customers().redo({}, signal)
        expect(await shown()).toEqual(after)
      }
      expect((await desk.customers().redo({}, signal)).redone).toBeNull()
      await desk.close()
    }),
    { numRuns: runs(8) },
  )
})
