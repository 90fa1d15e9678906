import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createBench, customerList, readSample, rowOf, signal } from './drafts-bench.ts'

describe('loaded drafts', () => {
  it('are loaded into a new worker when the worker ends, with every change', async () => {
    const bench = createBench()
    const { id } = await bench.open('sold-vehicles.csv', readSample('sold-vehicles.csv'))
    const before = await bench.drafts.editCell({ id, row: 5, field: 'client_name', value: 'Robyn Lee' }, signal)
    const worker = bench.workers[0]!
    const gone = once(worker, 'exit')
    const asked = bench.drafts.editCell({ id, row: 6, field: 'client_name', value: 'Isla Leigh' }, signal)
    await worker.terminate()
    await gone
    const after = await asked
    expect(bench.workers).toHaveLength(2)
    expect(after.counts).toEqual(before.counts)
    expect((await rowOf(bench, id, 5)).cells.client_name).toMatchObject({ value: 'Robyn Lee', edited: true })
    expect((await rowOf(bench, id, 6)).cells.client_name.value).toBe('Isla Leigh')
    expect(after.undo).toBe('Name in row 6')
    expect((await bench.drafts.undo({ id }, signal)).undo).toBe('Name in row 5')
  })

  it('are loaded again when more are open than have a worker', async () => {
    const bench = createBench()
    const ids: string[] = []
    let ended = 0
    for (let number = 1; number <= 5; number += 1) {
      ids.push((await bench.open(`list ${number}.csv`, customerList)).id)
      bench.workers.at(-1)?.once('exit', () => (ended += 1))
    }
    expect(bench.workers.length - ended).toBe(3)
    for (const id of ids) expect((await bench.drafts.get({ id }, signal)).counts.rows).toBe(3)
  })

  it('have each row once after they could not be loaded', async () => {
    const first = createBench()
    const { id } = await first.open('list.csv', customerList)
    const bench = first.restart()
    const { database } = bench
    const source = database.value<string>('SELECT source FROM draft WHERE id = ?', [id])
    database.run(`UPDATE draft SET source = '' WHERE id = ?`, [id])
    await expect(bench.drafts.get({ id }, signal)).rejects.toBeInstanceOf(SyntaxError)
    database.run('UPDATE draft SET source = ? WHERE id = ?', [source, id])
    expect((await bench.drafts.get({ id }, signal)).counts.rows).toBe(3)
  })

  it('start no worker after they are closed, and do not blame the memory', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    const asked = bench.drafts.editCell({ id, row: 2, field: 'client_name', value: 'Isla Leigh' }, signal)
    await bench.drafts.close()
    await expect(asked).rejects.toThrow('closed')
    expect(bench.workers).toHaveLength(1)
  })

  it('are loaded again when their worker ends while the customers are read to check them again', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    bench.customersChanged()
    const endWorker = (): Set<string> => {
      void bench.workers[0]?.terminate()
      return new Set()
    }
    Object.defineProperty(bench, 'known', { get: endWorker })
    expect((await bench.drafts.get({ id }, signal)).counts.rows).toBe(3)
    expect(bench.workers).toHaveLength(2)
  })

  it('are checked again when the customer cache changes', async () => {
    const bench = createBench()
    const opened = await bench.open('list.csv', customerList)
    const { id } = opened
    expect(opened.counts.excluded).toBe(0)
    bench.known = new Set(['r:XYZ789|NSW'])
    bench.customersChanged()
    expect(await bench.drafts.get({ id }, signal)).toMatchObject({
      counts: { excluded: 1 },
      excludedReasons: [{ reason: 'Already in your customers', rows: 1 }],
    })
    const sent = await bench.drafts.setKnownCustomers({ id, choice: 'send' }, signal)
    expect(sent.counts).toMatchObject({ excluded: 0, warning: 1 })
  })
})
