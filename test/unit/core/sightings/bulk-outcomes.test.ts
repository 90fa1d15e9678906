import { beforeEach, describe, expect, it } from 'vitest'
import { sightings as contract } from '../../../../src/contract/sightings.ts'
import { failureOf, signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, nowIso, record, seen, synced } = bench

const recordMany = (customerIds: readonly string[], more: Record<string, unknown> = {}) =>
  bench.sightings.recordMany(
    contract.recordMany.input.parse({ customerIds, outcome: 'not_interested', ...more }),
    signal,
  )
const entriesOf = async (id: string) =>
  (await bench.sightings.history({ customerId: id }, signal)).entries.map(({ outcome }) => outcome)

describe('one outcome for several cars', () => {
  beforeEach(async () => {
    for (const [id, mobileNumber] of [
      ['a', '0491570006'],
      ['b', '+61 491 570 006'],
      ['c', '0491570157'],
      ['d', '0491570158'],
    ] as const) {
      seen(id, [sighting(nowIso(), 20_000)], { mobileNumber })
    }
    await synced()
  })

  it('is recorded once for each car, however often it is named', async () => {
    expect(await recordMany(['c', 'd', 'c', 'gone'], { note: ' Market day ' })).toMatchObject({
      recorded: 2,
      doNotContact: 0,
      missing: 1,
    })
    for (const id of ['c', 'd']) {
      expect(await entriesOf(id)).toEqual(['not_interested'])
      expect((await car(id)).callNote).toMatchObject({ note: 'Market day' })
    }
    expect(await entriesOf('a')).toEqual([])
  })

  it('is left out for Do Not Contact people', async () => {
    await record('a', 'do_not_contact')
    expect(await recordMany(['a', 'b', 'c'])).toMatchObject({ recorded: 1, doNotContact: 2 })
    expect(await entriesOf('b')).toEqual([])
  })

  it('is recorded for none when it is not valid', async () => {
    expect(await failureOf(recordMany(['c', 'd'], { outcome: 'call_back' }))).toMatchObject({ kind: 'invalid-input' })
    expect(await entriesOf('c')).toEqual([])
  })

  it('is undone for all at once; what was recorded before and later stays', async () => {
    await record('c', 'voicemail')
    const { groupId } = await recordMany(['b', 'c', 'd'])
    await record('d', 'no_answer')
    expect(await bench.sightings.undoMany({ groupId }, signal)).toEqual({ undone: 3 })
    expect(await bench.sightings.undoMany({ groupId }, signal)).toEqual({ undone: 0 })
    expect(await Promise.all(['b', 'c', 'd'].map(entriesOf))).toEqual([[], ['voicemail'], ['no_answer']])
    expect((await car('c')).outcome).toBe('voicemail')
    expect((await car('b')).outcome).toBe('new')
  })

  it('marks people as Do Not Contact, and allows contact again when it is undone', async () => {
    const { groupId, recorded } = await recordMany(['a', 'b', 'c'], { outcome: 'do_not_contact' })
    expect(recorded).toBe(3)
    expect((await bench.sightings.summary({}, signal)).doNotContact).toBe(2)
    expect((await car('b')).phone).toBeNull()
    await bench.sightings.undoMany({ groupId }, signal)
    expect((await bench.sightings.summary({}, signal)).doNotContact).toBe(0)
    for (const id of ['a', 'b', 'c']) expect((await car(id)).phone).not.toBeNull()
  })

  it('has the person who works, and stays after a restart', async () => {
    await bench.people.add({ name: 'Jo Taylor' }, signal)
    const { groupId } = await recordMany(['c', 'd'])
    await bench.restart()
    expect((await car('d')).callNote?.person?.name).toBe('Jo Taylor')
    expect(await bench.sightings.undoMany({ groupId }, signal)).toEqual({ undone: 2 })
  })
})
