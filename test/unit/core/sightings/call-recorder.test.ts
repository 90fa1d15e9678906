import { groupsToCall } from '../../../../src/contract/call-group.ts'
import Papa from 'papaparse'
import { beforeEach, describe, expect, it } from 'vitest'
import { customers as customersContract } from '../../../../src/contract/customers.ts'
import { SightingFilter } from '../../../../src/contract/sightings.ts'
import { clearPractice } from '../../../../src/core/connections/remove-rows.ts'
import { failureOf, scope, signal } from '../customers/customers-bench.ts'
import { sighting } from './sample-sightings.ts'
import { dayMs, useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const { car, ids, inDays, list, nowIso, record, seen, synced } = bench

describe('a call note', () => {
  beforeEach(async () => {
    seen('a', [sighting(nowIso(), 31_990)])
    await synced()
  })

  it('moves its car to the day of the next action', async () => {
    expect(await record('a', 'call_back', { nextDate: inDays(1), note: 'After 5' })).toMatchObject({
      outcome: 'call_back',
      due: 'later',
      callNote: { note: 'After 5' },
    })
    expect(await ids({ groups: [...groupsToCall] })).toEqual([])
    await bench.desk.bench.clock.advance(dayMs)
    expect((await list({ groups: [...groupsToCall] })).cars[0]).toMatchObject({ due: 'today' })
    await bench.desk.bench.clock.advance(dayMs)
    expect((await list({ groups: [...groupsToCall] })).cars[0]).toMatchObject({ due: 'overdue' })
    expect(await bench.sightings.summary({}, signal)).toMatchObject({ groups: { overdue: 1 } })
  })

  it('is not saved without its required date or amount', async () => {
    expect(await failureOf(record('a', 'call_back'))).toMatchObject({ kind: 'invalid-input' })
    expect(await failureOf(record('a', 'offer_made'))).toMatchObject({ kind: 'invalid-input' })
    expect((await bench.sightings.get({ customerId: 'a' }, signal)).entries).toEqual([])
  })

  it('is listed newest first, and the latest can be undone', async () => {
    await record('a', 'no_answer')
    await bench.desk.bench.clock.advance(1_000)
    await record('a', 'offer_made', { amount: 27_500 })
    const { entries } = await bench.sightings.get({ customerId: 'a' }, signal)
    expect(entries.map(({ outcome }) => outcome)).toEqual(['offer_made', 'no_answer'])
    expect(await bench.sightings.undoRecord({ customerId: 'a' }, signal)).toMatchObject({ outcome: 'no_answer' })
    expect(await bench.sightings.undoRecord({ customerId: 'a' }, signal)).toMatchObject({
      outcome: 'new',
      callNote: null,
    })
    expect(await failureOf(bench.sightings.undoRecord({ customerId: 'a' }, signal))).toMatchObject({
      kind: 'not-found',
    })
    expect((await bench.sightings.summary({}, signal)).week.at(-1)?.called).toBe(0)
  })

  it('is removed with its connection', async () => {
    await record('a', 'bought')
    clearPractice(bench.desk.bench.storage.database, scope.connectionId)
    bench.sightings.forgetConnection(scope.connectionId)
    expect(await car('a')).toMatchObject({ outcome: 'new', isNew: true })
    expect((await bench.sightings.summary({}, signal)).week.at(-1)?.bought).toBe(0)
  })
})

describe('a Do Not Contact person', () => {
  beforeEach(async () => {
    seen('a', [sighting(nowIso(), 31_990)])
    seen('b', [sighting(nowIso(), 20_990)], { mobileNumber: '+61 491 570 006' })
    seen('c', [sighting(nowIso(), 10_990)], { mobileNumber: '0491570157' })
    await synced()
    await record('a', 'do_not_contact', { note: 'Asked us to stop' })
  })

  const notesOf = async (customerId: string) =>
    (await bench.sightings.get({ customerId }, signal)).entries.map(({ outcome }) => outcome)

  it('is every record with the same number, and none of them shows it', async () => {
    expect(await ids({ groups: [...groupsToCall] })).toEqual(['c'])
    expect((await ids({ groups: ['done'] })).toSorted()).toEqual(['a', 'b'])
    for (const { customer, phone } of (await list({ groups: ['done'] })).cars) {
      expect(customer).toMatchObject({ doNotContact: true, mobileNumber: null })
      expect(phone).toBeNull()
    }
    expect((await bench.sightings.summary({}, signal)).doNotContact).toBe(1)
    const everybody = customersContract.list.input.parse({ offset: 0, limit: 10 })
    const { customers: listed } = await bench.desk.customers().list(everybody, signal)
    expect(listed.filter(({ doNotContact }) => doNotContact).map(({ id }) => id)).toHaveLength(2)
  })

  it('can’t have a call recorded, and has no number on the call sheet', async () => {
    expect(await failureOf(record('b', 'no_answer'))).toMatchObject({ kind: 'conflict' })
    const { content, rows } = await bench.sightings.exportSheet(
      { ...SightingFilter.parse({}), customerIds: null, format: 'csv' },
      signal,
    )
    expect(rows).toBe(3)
    const lines = Papa.parse<Record<string, string>>(content.slice(1).trimEnd(), { header: true }).data
    const line = lines.find(({ Customer }) => Customer === 'Client a')
    expect(Object.values(line ?? {}).filter((cell) => cell !== '')).toEqual(['2', 'Client a', 'Do not contact'])
    expect(lines.find(({ Customer }) => Customer === 'Client c')).toMatchObject({
      Phone: '0491 570 157',
      'Asking price': '10990',
      'Sale date': '14/3/2022',
      Outcome: 'New',
    })
  })

  it('can be contacted again in all records at once, which can be undone', async () => {
    expect(await bench.sightings.allowContact({ customerId: 'b' }, signal)).toMatchObject({
      outcome: 'new',
      phone: { shown: '0491 570 006' },
      customer: { doNotContact: false },
    })
    expect(await car('a')).toMatchObject({ customer: { doNotContact: false }, outcome: 'new' })
    expect(await ids({ groups: [...groupsToCall] })).toHaveLength(3)
    await bench.sightings.undoRecord({ customerId: 'b' }, signal)
    expect(await car('a')).toMatchObject({ customer: { doNotContact: true }, outcome: 'do_not_contact' })
    expect(await notesOf('a')).toEqual(['do_not_contact'])
    await bench.sightings.undoRecord({ customerId: 'a' }, signal)
    expect(await ids({ groups: [...groupsToCall] })).toHaveLength(3)
  })

  it('is closed again in all records when allowing contact in the list of customers is undone', async () => {
    const set = (doNotContact: boolean, undo: boolean) =>
      bench.desk.customers().setDoNotContact({ id: 'b', doNotContact, undo }, signal)
    await set(false, false)
    expect(await car('a')).toMatchObject({ customer: { doNotContact: false }, outcome: 'new' })
    await set(true, true)
    expect(await car('a')).toMatchObject({ customer: { doNotContact: true }, outcome: 'do_not_contact' })
    expect(await notesOf('a')).toEqual(['do_not_contact'])
  })

  it('can be contacted again after the note is undone', async () => {
    await bench.sightings.undoRecord({ customerId: 'a' }, signal)
    expect(await ids({ groups: [...groupsToCall] })).toHaveLength(3)
    expect((await car('b')).phone?.shown).toBe('0491 570 006')
  })

  it('can be contacted again in a record whose number lost its leading zero', async () => {
    seen('d', [sighting(nowIso(), 9_990)], { mobileNumber: '491570006' })
    await synced()
    await record('d', 'do_not_contact')
    await bench.sightings.allowContact({ customerId: 'b' }, signal)
    expect((await car('d')).phone?.shown).toBe('0491 570 006')
  })

  it('stays Do Not Contact when a second, redundant note is undone', async () => {
    await record('b', 'do_not_contact')
    await bench.sightings.undoRecord({ customerId: 'b' }, signal)
    expect((await car('b')).customer.doNotContact).toBe(true)
  })
})

describe('who recorded a call note', () => {
  beforeEach(async () => {
    seen('a', [sighting(nowIso(), 31_990)])
    seen('b', [sighting(nowIso(), 30_990)])
    seen('c', [sighting(nowIso(), 29_990)])
    await synced()
    await record('a', 'no_answer')
    await bench.people.add({ name: 'Jo Taylor' }, signal)
    await record('b', 'voicemail')
  })
  const personIn = async (id: string) => (await car(id)).callNote?.person ?? null
  const joId = (): string => [...bench.people.byId().keys()][0] ?? ''

  it('is the person who works at that time; an older note has none', async () => {
    expect(await personIn('a')).toBeNull()
    expect(await personIn('b')).toEqual({ id: joId(), name: 'Jo Taylor' })
    await bench.people.add({ name: 'Sam Carter' }, signal)
    expect((await personIn('b'))?.name).toBe('Jo Taylor')
    await record('a', 'voicemail')
    const { entries } = await bench.sightings.history({ customerId: 'a' }, signal)
    expect(entries.map(({ person }) => person?.name ?? null)).toEqual(['Sam Carter', null])
  })

  it('stays the same person under a new name, and after retiring', async () => {
    await bench.people.rename({ personId: joId(), name: 'Joanna Taylor' }, signal)
    await bench.people.setRetired({ personId: joId(), retired: true }, signal)
    expect(await personIn('b')).toEqual({ id: joId(), name: 'Joanna Taylor' })
    await bench.restart()
    expect((await personIn('b'))?.name).toBe('Joanna Taylor')
  })

  it('filters the call list by the person of the latest note', async () => {
    expect(await ids({ people: [joId()] })).toEqual(['b'])
    expect(await ids({ people: [''] })).toEqual(['a'])
    expect((await ids({ people: ['', joId()] })).toSorted()).toEqual(['a', 'b'])
  })

  it('is a column of the call sheet', async () => {
    const sheet = await bench.sightings.exportSheet(
      { ...SightingFilter.parse({}), format: 'csv', customerIds: ['a', 'b', 'c'] },
      signal,
    )
    const { data } = Papa.parse<Record<string, string>>(sheet.content.trim(), { header: true })
    expect(data.map((row) => row['Recorded by'])).toEqual(['Not recorded', 'Jo Taylor', ''])
  })
})
