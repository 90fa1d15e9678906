import { countOf } from '../../../../src/contract/call-group.ts'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ConnectionRegion } from '../../../../src/contract/connection-region.ts'
import { SightingFilter } from '../../../../src/contract/sightings.ts'
import { createConnectionRows } from '../../../../src/core/connections/connection-rows.ts'
import { createConnectionSources, type ConnectionSources } from '../../../../src/core/connections/connection-sources.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import { createServiceTwin, type ServiceTwin } from '../../../twins/service-twin.ts'
import { failureOf, remote, signal } from '../customers/customers-bench.ts'
import { connectionId } from '../uploads/upload-bench.ts'
import { sighting } from './sample-sightings.ts'
import { useSightingsBench } from './sightings-bench.ts'

const bench = useSightingsBench()
const sydney = { connectionId, region: 'au' } as const
const sydneyNz = { connectionId, region: 'nz' } as const
const auckland = { connectionId: 'auckland', region: 'nz' } as const
const practice = { connectionId: 'practice', region: 'au' } as const
const keyOf = ({ connectionId: id, region }: ConnectionRegion): string => `${id} ${region}`

let services: Map<string, ServiceTwin>
let sources: ConnectionSources
let current: string
let unreachable: Set<string>

const serviceOf = (scope: ConnectionRegion): ServiceTwin => {
  const service = services.get(keyOf(scope)) ?? createServiceTwin(bench.desk.bench.clock)
  services.set(keyOf(scope), service)
  return service
}
const emptyNote = { note: '', nextAction: '', nextDate: null, nextTime: null, amount: null }

beforeEach(() => {
  const { storage } = bench.desk.bench
  const rows = createConnectionRows(storage.database)
  for (const [id, name, kind, region] of [
    ['auckland', 'Auckland', 'account', 'nz'],
    ['practice', 'Practice', 'practice', 'au'],
  ] as const) {
    storage.database.run(
      `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
       VALUES (?, ?, ?, 'https://service.test', 'api-key', ?, '{}', '2026-11-21T00:00:00.000Z')`,
      [id, name, kind, region],
    )
  }
  services = new Map([[keyOf(sydney), bench.desk.service]])
  unreachable = new Set()
  current = connectionId
  sources = createConnectionSources(storage.database, rows, () => rows.find(current))
  const find = (id: string) => {
    const row = rows.find(id)
    return row && { id, region: row.region, advanced: defaultAdvanced }
  }
  Object.assign(storage.connections, {
    active: () => find(current),
    find,
    inUse: sources.inUse,
    known: sources.known,
    client: async (id: string, region: 'au' | 'nz') =>
      unreachable.has(id)
        ? {
            ok: false,
            error: {
              failure: { kind: 'sign-in-required', message: 'The credentials of Auckland are missing.' },
              certainty: 'not-sent',
              status: null,
              retryAfterMs: null,
            },
          }
        : { ok: true, value: serviceOf({ connectionId: id, region }).client },
  })
})

function see(scope: ConnectionRegion, id: string, more: Parameters<typeof remote>[1] = {}): void {
  serviceOf(scope).put(
    remote(id, {
      clientName: `${id} of ${keyOf(scope)}`,
      rego: 'ABC123',
      mobileNumber: scope.region === 'au' ? '0491570006' : '0211234567',
      state: scope.region === 'au' ? 'NSW' : null,
      vehicleTitle: 'Car',
      sightings: [sighting(bench.nowIso(), 20_000, `${id} ${keyOf(scope)}`)],
      lastUpdated: bench.nowIso(),
      ...more,
    }),
  )
}
async function syncAll(...scopes: readonly ConnectionRegion[]): Promise<void> {
  await bench.desk.bench.clock.advance(1)
  for (const { connectionId: id, region } of scopes) bench.desk.customers().requestSync(id, region)
  await bench.desk.bench.clock.advance(5_000)
}
async function showAll(...scopes: readonly ConnectionRegion[]): Promise<void> {
  sources.setShowsAll(true)
  bench.desk.bench.storage.announcer.announce('connections.changed')
  await syncAll(...scopes)
}
const outcomesOf = (scope: ConnectionRegion): unknown[] =>
  bench.desk.bench.storage.database.all(
    `SELECT customer_id AS id, outcome FROM sighting_entry
     WHERE connection_id = ? AND region = ? AND undone_at IS NULL ORDER BY number`,
    [scope.connectionId, scope.region],
  )
const listed = async (given: Parameters<typeof bench.list>[0] = {}): Promise<string[]> =>
  (await bench.list(given)).cars.map(({ customer, source }) => `${customer.id} ${source ? keyOf(source) : 'current'}`)

describe('the call list of all connections', () => {
  it('has the cars of each connection and region, with the same ids and plates, and names their source', async () => {
    for (const scope of [sydney, sydneyNz, auckland, practice]) see(scope, 'a')
    see(sydney, 'b')
    await syncAll(sydney, sydneyNz, auckland, practice)
    expect(await listed()).toEqual(['b current', 'a current'].toSorted())

    await showAll()
    expect((await listed()).toSorted()).toEqual(
      [`a ${keyOf(auckland)}`, `a ${keyOf(sydney)}`, `a ${keyOf(sydneyNz)}`, `b ${keyOf(sydney)}`].toSorted(),
    )
    expect(countOf((await bench.sightings.summary({}, signal)).groups)).toBe(4)
    const one = (await bench.list()).cars.find(({ source }) => source?.connectionId === 'auckland')
    expect(one).toMatchObject({ source: { name: 'Auckland' }, phone: { tel: 'tel:+64211234567' } })
    expect(one?.callingHours.words).toContain('New Zealand')
  })

  it('never has practice data beside real connections', async () => {
    for (const scope of [sydney, auckland, practice]) see(scope, 'a')
    await syncAll(sydney, auckland, practice)
    await showAll()
    expect(await listed()).toHaveLength(2)
    current = 'practice'
    expect(await listed()).toEqual(['a current'])
    expect(sources.showsAll()).toBe(false)
  })

  it('is filtered by connection and region, sorted as one list, and searched', async () => {
    const [day, hours] = [86_400_000, 3_600_000]
    const ages = { a: 1 * hours, b: 3 * hours, c: 2 * hours, d: 3 * day }
    for (const [at, id] of (['a', 'b', 'c', 'd'] as const).entries()) {
      const seen = sighting(bench.nowIso(-ages[id]), 20_000, id)
      see(at % 2 === 0 ? sydney : auckland, id, { clientName: `Person ${id.repeat(3)}`, sightings: [seen] })
    }
    await syncAll(sydney, auckland)
    await showAll()
    expect(await listed({ sources: [auckland] })).toEqual(['b auckland nz', 'd auckland nz'])
    expect(await listed({ search: 'person bbb' })).toEqual(['b auckland nz'])
    expect(await listed({ sources: [sydney], search: 'person bbb' })).toEqual([])
    const newest = (await listed({ sort: 'newest' })).map((each) => each[0])
    expect(newest.join('')).toBe('acbd')
  })

  it('is remembered, and shows one connection again when the others are gone', async () => {
    see(sydney, 'a')
    await syncAll(sydney)
    await showAll()
    const { database } = bench.desk.bench.storage
    const again = createConnectionSources(database, createConnectionRows(database), () =>
      createConnectionRows(database).find(connectionId),
    )
    expect(again.showsAll()).toBe(true)
    createConnectionRows(database).markRemoved('auckland')
    expect(again.showsAll()).toBe(false)
    expect(await listed()).toEqual(['a current'])
  })
})

describe('an action on a car of another connection', () => {
  beforeEach(async () => {
    for (const scope of [sydney, sydneyNz, auckland]) for (const id of ['a', 'b']) see(scope, id)
    await syncAll(sydney, sydneyNz, auckland)
    await showAll()
  })

  it('records and undoes its outcome there, and in no other connection or region', async () => {
    const { sightings } = bench
    const car = await sightings.record(
      { ...emptyNote, customerId: 'a', source: auckland, outcome: 'no_answer' },
      signal,
    )
    expect(car.source).toMatchObject(auckland)
    expect(outcomesOf(auckland)).toEqual([{ id: 'a', outcome: 'no_answer' }])
    expect([...outcomesOf(sydney), ...outcomesOf(sydneyNz)]).toEqual([])
    expect((await sightings.get({ customerId: 'a', source: auckland }, signal)).entries).toHaveLength(1)
    expect((await sightings.get({ customerId: 'a' }, signal)).entries).toEqual([])

    await sightings.record({ ...emptyNote, customerId: 'a', outcome: 'voicemail' }, signal)
    await sightings.undoRecord({ customerId: 'a', source: auckland }, signal)
    expect(outcomesOf(auckland)).toEqual([])
    expect(outcomesOf(sydney)).toEqual([{ id: 'a', outcome: 'voicemail' }])
  })

  it('stays there when another connection is in use by then', async () => {
    current = 'auckland'
    await bench.sightings.record({ ...emptyNote, customerId: 'b', source: sydneyNz, outcome: 'bought' }, signal)
    expect(outcomesOf(sydneyNz)).toEqual([{ id: 'b', outcome: 'bought' }])
    expect(outcomesOf(auckland)).toEqual([])
  })

  it('gives several cars one outcome, each in its own connection, and undoes all at once', async () => {
    const cars = [sydney, auckland].map((source) => ({ customerId: 'a', source }))
    const { groupId, ...done } = await bench.sightings.recordMany(
      {
        ...emptyNote,
        customerIds: [],
        cars: [...cars, { customerId: 'gone', source: auckland }],
        outcome: 'voicemail',
      },
      signal,
    )
    expect(done).toEqual({ recorded: 2, doNotContact: 0, missing: 1 })
    expect([sydney, sydneyNz, auckland].map((scope) => outcomesOf(scope).length)).toEqual([1, 0, 1])
    sources.setShowsAll(false)
    expect(await bench.sightings.undoMany({ groupId }, signal)).toEqual({ undone: 2 })
    expect([...outcomesOf(sydney), ...outcomesOf(auckland)]).toEqual([])
  })

  it('finds the other cars and logs the messages of its own connection', async () => {
    const attemptId = crypto.randomUUID()
    const message = {
      customerId: 'a',
      source: auckland,
      channel: 'sms',
      template: null,
      reason: '',
      attemptId,
    } as const
    await bench.sightings.logAttempt(message, signal)
    expect((await bench.sightings.history({ customerId: 'a' }, signal)).attempts).toEqual([])
    expect((await bench.sightings.get({ customerId: 'a', source: auckland }, signal)).attempts).toHaveLength(1)
    await bench.sightings.removeAttempt({ attemptId, source: auckland }, signal)
    expect((await bench.sightings.get({ customerId: 'a', source: auckland }, signal)).attempts).toEqual([])
    await bench.sightings.setSender({ source: auckland, dealership: 'Auckland Motors' }, signal)
    const values = await bench.sightings.mergeValues({ customerId: 'a', source: auckland }, signal)
    expect(values.values.dealership).toBe('Auckland Motors')
    expect((await bench.sightings.mergeValues({ customerId: 'a' }, signal)).values.dealership).toBeNull()
  })

  it('fails when its connection was removed', async () => {
    createConnectionRows(bench.desk.bench.storage.database).markRemoved('auckland')
    const failure = await failureOf(
      bench.sightings.record({ ...emptyNote, customerId: 'a', source: auckland, outcome: 'bought' }, signal),
    )
    expect(failure.kind).toBe('not-found')
  })

  it('is counted with the calls of all connections', async () => {
    for (const source of [sydney, auckland]) {
      await bench.sightings.record({ ...emptyNote, customerId: 'a', source, outcome: 'bought' }, signal)
    }
    const { total } = await bench.sightings.report({ period: 'month', back: 0 }, signal)
    expect(total).toMatchObject({ called: 2, bought: 2 })
    const { week } = await bench.sightings.summary({}, signal)
    expect(week.reduce((sum, { bought }) => sum + bought, 0)).toBe(2)
  })

  it('is in the call sheet with the connection', async () => {
    const sheet = await bench.sightings.exportSheet(
      {
        ...SightingFilter.parse({}),
        format: 'csv',
        customerIds: [],
        cars: [{ customerId: 'a', source: auckland }],
      },
      signal,
    )
    const text = sheet.content
    expect(text).toContain('Connection')
    expect(text).toContain('"Auckland, New Zealand"')
    expect(sheet.rows).toBe(1)
  })
})

describe('Do Not Contact', () => {
  it('of a number in one connection is named at the same number of another, whatever its form', async () => {
    see(sydney, 'a', { mobileNumber: '+64 21 123 4567' })
    see(auckland, 'a', { mobileNumber: '021 123 4567' })
    see(auckland, 'b', { mobileNumber: '021 765 4321' })
    await syncAll(sydney, auckland)
    const marked = async () =>
      (await bench.list()).cars.flatMap(({ customer, source, doNotContactIn = [] }) =>
        doNotContactIn.map(({ name }) => `${customer.id} ${source?.name ?? 'current'}: ${name}`),
      )
    await bench.record('a', 'do_not_contact')
    expect(await marked()).toEqual([])
    await showAll()
    expect(await marked()).toEqual(['a Auckland: Test'])
    current = 'auckland'
    sources.setShowsAll(false)
    expect(await marked()).toEqual(['a current: Test'])
  })
})

describe('a connection that cannot be reached', () => {
  it('is named with its problem and the age of its list, and stops no other', async () => {
    see(auckland, 'a')
    await syncAll(auckland)
    unreachable.add('auckland')
    see(sydney, 'a')
    await showAll(auckland, sydney)
    const { sources: states } = await bench.sightings.sources({}, signal)
    expect(states.map(({ source, problem, groups }) => [source.name, problem, countOf(groups)])).toEqual([
      ['Test', null, 1],
      ['Auckland', 'The credentials of Auckland are missing.', 1],
    ])
    expect(states.every(({ checkedAt }) => checkedAt !== null)).toBe(true)
    expect(await listed()).toHaveLength(2)
  })
})

describe('what is due in all connections', () => {
  it('is one digest that names each connection, and reminders with their source', async () => {
    for (const scope of [sydney, auckland]) see(scope, 'a')
    await syncAll(sydney, auckland)
    await showAll()
    await bench.sightings.setSettings({ checkEveryMinutes: 120 }, signal)
    await bench.sightings.visit({}, signal)
    const nextDate = bench.inDays(1)
    for (const source of [sydney, auckland]) {
      const note = { ...emptyNote, customerId: 'a', source, outcome: 'call_back', nextDate, nextTime: '23:59' } as const
      await bench.sightings.record(note, signal)
    }
    await bench.desk.bench.clock.advance(86_400_000)
    await bench.sightings.visit({}, signal)
    const { text } = await bench.sightings.digest({}, signal)
    expect(text).toMatch(/^Test, Australia: .*1 call due\. Auckland, New Zealand: .*1 call due\.$/)
    await bench.desk.bench.clock.advance(86_400_000)
    const { calls } = await bench.sightings.dueCalls({}, signal)
    expect(calls.map(({ source }) => source?.name).toSorted()).toEqual(['Auckland', 'Test'])
  })
})

describe('the search for customers', () => {
  it('finds those of all connections and names their source', async () => {
    for (const scope of [sydney, auckland]) see(scope, 'a')
    await syncAll(sydney, auckland)
    const suggest = async () => bench.desk.customers().suggest({ text: 'abc123', limit: 10 }, signal)
    expect(await suggest()).toMatchObject({ total: 1, customers: [{ id: 'a' }] })
    await showAll()
    const found = await suggest()
    expect(found.total).toBe(2)
    expect(found.customers.map(({ source }) => source?.name)).toEqual(['Test', 'Auckland'])
  })
})
