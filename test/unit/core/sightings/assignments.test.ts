import { expect, it } from 'vitest'
import { signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { ids, nowIso, seen, synced } = bench

it('counts the calls of a person under one name in the report, also those of the other PCs of the team', async () => {
  seen('a', [sighting(nowIso(), 20_000)])
  await synced()
  await bench.people.add({ name: 'Alex Chen' }, signal)
  await bench.record('a', 'no_answer')
  const receive = (number: number, personId: string, name: string): void =>
    void bench.desk.bench.storage.database.run(
      `INSERT INTO sighting_entry (id, connection_id, region, customer_id, at, outcome, note, next_action, person_id,
         person_name, team_ref, team_pc)
       SELECT ?, connection_id, region, customer_id, at, outcome, '', '', ?, ?, ?, 'pc' FROM sighting_entry LIMIT 1`,
      [`received ${number}`, personId, name, `ref ${number}`],
    )
  receive(1, 'alex of another PC', 'alex chen')
  receive(2, 'sam', 'Sam Lee')
  const { people } = await bench.sightings.report({ period: 'week', back: 0 }, signal)
  expect(people.map(({ person, called }) => [person?.name, called])).toEqual([
    ['Alex Chen', 2],
    ['Sam Lee', 1],
  ])
})

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
