import { describe, expect, it } from 'vitest'
import { SightingFilter } from '../../../../src/contract/sightings.ts'
import { failureOf, signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, ids, nowIso, seen, synced } = bench

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

describe('an assigned call', () => {
  const assign = (customerId: string, name: string | null, id: string | null = null) =>
    bench.sightings.assign({ cars: [{ customerId, to: name === null ? null : { id, name } }] }, signal)
  const threeCars = async (): Promise<void> => {
    for (const id of ['a', 'b', 'c']) seen(id, [sighting(nowIso(), 20_000)])
    await synced()
  }

  it('is listed for who is working, and those of nobody by themselves', async () => {
    await threeCars()
    await assign('a', 'alex CHEN', 'of another PC')
    await assign('b', 'Sam Lee')
    expect(await ids({ assigned: 'mine' })).toEqual([])
    await bench.people.add({ name: 'Alex Chen' }, signal)
    expect(await ids({ assigned: 'mine' })).toEqual(['a'])
    expect(await ids({ assigned: 'unassigned' })).toEqual(['c'])
    expect((await ids({ assigned: 'everyone' })).toSorted()).toEqual(['a', 'b', 'c'])
  })

  it('goes to someone who is known, or to a new person, who is not working', async () => {
    await threeCars()
    await bench.people.add({ name: 'Alex Chen' }, signal)
    await assign('a', ' alex chen ')
    await assign('b', 'Sam Lee')
    expect((await car('a')).assignedTo?.name).toBe('Alex Chen')
    expect((await car('b')).assignedTo?.name).toBe('Sam Lee')
    const { people } = await bench.sightings.assignees({}, signal)
    expect(people.map(({ name }) => name)).toEqual(['Alex Chen', 'Sam Lee'])
    expect(bench.people.currentPerson()?.name).toBe('Alex Chen')
  })

  it('is assigned as before by the answer, also to nobody', async () => {
    await threeCars()
    await assign('a', 'Sam Lee')
    const { before } = await assign('a', 'Kim Park')
    await bench.sightings.assign({ cars: before }, signal)
    expect((await car('a')).assignedTo?.name).toBe('Sam Lee')
    const { before: none } = await assign('b', 'Sam Lee')
    await bench.sightings.assign({ cars: none }, signal)
    expect((await car('b')).assignedTo).toBeNull()
  })

  it('is not assigned as before when somebody has assigned it again', async () => {
    await threeCars()
    const { before } = await bench.sightings.assign(
      { cars: ['a', 'b', 'c'].map((customerId) => ({ customerId, to: { id: null, name: 'Sam Lee' } })) },
      signal,
    )
    await assign('a', 'Kim Park')
    await assign('b', null)
    const undone = await bench.sightings.assign({ cars: before }, signal)
    expect(undone.before.map(({ customerId }) => customerId)).toEqual(['c'])
    expect((await car('a')).assignedTo?.name).toBe('Kim Park')
    expect((await car('b')).assignedTo).toBeNull()
    expect((await car('c')).assignedTo).toBeNull()
  })

  it('has the name that the person has now, and its own column in the call sheet', async () => {
    await threeCars()
    await assign('a', 'Sam Lee')
    const sam = (await car('a')).assignedTo
    await bench.people.rename({ personId: sam?.id ?? '', name: 'Samuel Lee' }, signal)
    expect((await car('a')).assignedTo?.name).toBe('Samuel Lee')
    const { content } = await bench.sightings.exportSheet(
      { ...SightingFilter.parse({}), format: 'csv', customerIds: ['a'] },
      signal,
    )
    expect(content).toMatch(/Assigned to\r?\n.*Samuel Lee/s)
  })

  it('is among those of its person, also under the same name on another PC of the team', async () => {
    await threeCars()
    const [alex] = (await bench.people.add({ name: 'Alex Chen' }, signal)).people
    await assign('a', 'Alex Chen')
    await assign('b', 'ALEX chen', 'of another PC')
    await assign('c', 'Sam Lee')
    const { cars } = await bench.sightings.assignedTo({ personId: alex?.id ?? '' }, signal)
    expect(cars.map(({ customerId }) => customerId)).toEqual(['a', 'b'])
    const { before } = await bench.sightings.assign({ cars: cars.map((each) => ({ ...each, to: null })) }, signal)
    expect(await ids({ assigned: 'mine' })).toEqual([])
    await bench.sightings.assign({ cars: before }, signal)
    expect((await ids({ assigned: 'mine' })).toSorted()).toEqual(['a', 'b'])
  })

  it('is not assigned to a retired person', async () => {
    await threeCars()
    await assign('a', 'Sam Lee')
    await bench.people.setRetired({ personId: (await car('a')).assignedTo?.id ?? '', retired: true }, signal)
    expect(await failureOf(assign('b', 'Sam Lee'))).toMatchObject({ kind: 'invalid-input' })
    expect((await car('a')).assignedTo?.name).toBe('Sam Lee')
  })
})
