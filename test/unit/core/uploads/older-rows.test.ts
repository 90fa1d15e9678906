import { uploadSearch } from '../../../../src/contract/upload-search.ts'
import { afterEach, expect, it } from 'vitest'
import { storeAsOlderRows } from '../../../twins/older-rows.ts'
import {
  brokenSums,
  create,
  draftOf,
  expectOneCustomerPerRow,
  faultsInTurn,
  get,
  inState,
  makeBench,
  type Bench,
} from './upload-bench.ts'

const signal = new AbortController().signal
let bench: Bench

afterEach(async () => {
  await bench.close()
})

const olderRows = (): number =>
  bench.database.get<{ rows: number }>('SELECT count(*) AS rows FROM upload_row')?.rows ?? 0
const everyRow = (id: string) => bench.uploads().rows({ id, outcome: null, offset: 0, limit: 500 }, signal)

it('finishes an upload whose rows an older version stored, with batches in every state', async () => {
  bench = makeBench(draftOf(60, 7))
  bench.service.rowsPerSecond = 5
  // The second batch's answer is lost, so it is being searched for when the program is updated.
  bench.service.faults = faultsInTurn('createUpload', [{ kind: 'none' }, { kind: 'lost-after' }, { kind: 'none' }])
  const id = await create(bench)
  await bench.until(async () => (await get(bench, id)).batches.some(({ state }) => state === 'unknown'))
  const before = await everyRow(id)
  await bench.restart(storeAsOlderRows)
  expect(await everyRow(id)).toEqual(before)
  expect(brokenSums((await get(bench, id)).rows)).toEqual([])
  await bench.until(inState(bench, id, 'complete'))
  expectOneCustomerPerRow(bench, id, 60)
})

it('moves the rows of finished uploads as well, and reads the same as before', async () => {
  bench = makeBench(draftOf(1_100, 620), { firstBatchSize: 700 })
  bench.service.rowsPerSecond = 100_000
  bench.service.fails = ({ rego }) => rego === 'ABC4'
  const id = await create(bench)
  await bench.until(inState(bench, id, 'complete'))
  const read = async () => [
    await get(bench, id),
    await everyRow(id),
    await bench.uploads().rows({ id, outcome: 'failed', offset: 0, limit: 10 }, signal),
    await bench.uploads().exportRemainder({ id, outcome: null }, signal),
    await bench.uploads().search(uploadSearch.search.input.parse({ text: 'Client 1099' }), signal),
  ]
  const before = await read()
  await bench.restart((database) => {
    storeAsOlderRows(database)
    expect(olderRows()).toBe(1_720)
  })
  await bench.until(() => olderRows() === 0)
  expect(await read()).toEqual(before)
})

it('reads rows of an older version again after a transaction that moved them was undone', async () => {
  bench = makeBench(draftOf(20, 2))
  bench.service.faults = () => ({ kind: 'offline' })
  const id = await create(bench)
  const regos = async () => (await everyRow(id)).rows.map(({ row, rego }) => ({ row, rego }))
  const before = await regos()
  await bench.restart(storeAsOlderRows)
  const undone = (): void =>
    bench.database.transaction(() => {
      void bench.uploads().inFlightVehicles('connection-1', 'au', null)
      throw new Error('undone')
    })
  expect(undone).toThrow('undone')
  expect(before).toHaveLength(22)
  expect(await regos()).toEqual(before)
})
