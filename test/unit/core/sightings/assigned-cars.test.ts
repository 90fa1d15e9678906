import { expect, it } from 'vitest'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { ids, nowIso, seen, synced } = bench

it('lists the cars of who is working, those of nobody, or all', async () => {
  for (const id of ['a', 'b', 'c']) seen(id, [sighting(nowIso(), 20_000)])
  await synced()
  const { database } = bench.desk.bench.storage
  const assign = (customerId: string, id: string, name: string): void =>
    void database.run(
      `INSERT INTO team_assignment (connection_id, region, customer_id, person_id, person_name)
       SELECT id, 'au', ?, ?, ? FROM connection`,
      [customerId, id, name],
    )
  assign('a', 'of another PC', 'alex CHEN')
  assign('b', 'sam', 'Sam Lee')
  expect(await ids({ team: 'mine' })).toEqual([])
  await bench.people.add({ name: 'Alex Chen' }, signal)
  expect(await ids({ team: 'mine' })).toEqual(['a'])
  expect(await ids({ team: 'unassigned' })).toEqual(['c'])
  expect((await ids({ team: 'everyone' })).toSorted()).toEqual(['a', 'b', 'c'])
})
