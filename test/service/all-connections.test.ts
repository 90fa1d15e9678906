import { groupsToCall } from '../../src/contract/call-group.ts'
import { expect, it, onTestFinished } from 'vitest'
import { listSightings } from '../../src/cli/commands/list-sightings.ts'
import { showStatus } from '../../src/cli/commands/show-status.ts'
import { createCalls, type ProgramCalls } from '../../src/cli/program-calls.ts'
import type { SightedCar } from '../../src/contract/sightings.ts'
import { startPracticeService } from '../../src/simulator/service.ts'
import { startProgram } from '../twins/program-twin.ts'

/** Two accounts with the same customers, whose ids and plates are the same. */
async function twoAccounts() {
  const services = [
    await startPracticeService({ owners: 60, seed: 3 }),
    await startPracticeService({ owners: 60, seed: 3 }),
  ] as const
  onTestFinished(async () => void (await Promise.all(services.map((service) => service.stop()))))
  const program = await startProgram()
  for (const [at, name] of ['Sydney Motors', 'Perth Motors'].entries()) {
    const { url: baseUrl, apiKey } = services[at] ?? services[0]
    await program.get('connections.connect', {
      name,
      baseUrl,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey },
    })
    await program.waitFor(async () => {
      const { syncing, syncedAt } = await program.get('customers.status', {})
      return (syncing === null && syncedAt !== null) || undefined
    })
  }
  return { program, services }
}

/** A car of one account that the other has too. */
const carOfBoth = (cars: readonly SightedCar[], name: string, exceptId = ''): SightedCar | undefined =>
  cars.find(
    ({ customer: { id }, source }) =>
      source?.name === name && id !== exceptId && cars.filter(({ customer }) => customer.id === id).length === 2,
  )

it('shows the sightings of two accounts in one list, records each outcome in its own, and outlives the loss of one', async () => {
  const { program, services } = await twoAccounts()
  const list = async () => (await program.get('sightings.list', { offset: 0, limit: 200 })).cars
  const single = await list()
  expect(single.length).toBeGreaterThan(2)
  expect(single.every(({ source }) => source === undefined)).toBe(true)

  const state = await program.get('connections.setShowsAll', { showsAll: true })
  expect(state.sources?.map(({ name, region }) => `${name} ${region}`)).toEqual(['Sydney Motors au', 'Perth Motors au'])
  const all = await list()
  expect(all.length).toBeGreaterThan(single.length)
  // The services go on meanwhile, so one of them can have a sighting before the other.
  const sydneyCar = carOfBoth(all, 'Sydney Motors')
  if (!sydneyCar?.source) throw new Error('No car of Sydney Motors')
  const { customer, source } = sydneyCar
  expect(all.filter(({ customer: { id } }) => id === customer.id)).toHaveLength(2)
  await program.get('sightings.record', { customerId: customer.id, source, outcome: 'no_answer' })
  const outcomes = (await list())
    .filter(({ customer: { id } }) => id === customer.id)
    .map((car) => `${car.source?.name}: ${car.outcome}`)
  expect(outcomes.toSorted()).toEqual(['Perth Motors: new', 'Sydney Motors: no_answer'])

  const found = await program.get('customers.suggest', { text: customer.rego ?? '', limit: 10 })
  expect(found.customers.map((each) => each.source?.name).toSorted()).toEqual(['Perth Motors', 'Sydney Motors'])

  await services[0].stop()
  await program.get('customers.sync', {})
  const states = await program.waitFor(async () => {
    const { sources } = await program.get('sightings.sources', {})
    return sources.some(({ problem }) => problem !== null) ? sources : undefined
  })
  expect(states.map((each) => [each.source.name, each.problem === null])).toEqual([
    ['Sydney Motors', false],
    ['Perth Motors', true],
  ])
  expect((await list()).length).toBeGreaterThanOrEqual(all.length)
  expect(program.unexpected).toEqual([])
})

it('keeps two customers with the same id apart: outcomes, undo, bulk changes, attempts, revealed numbers and the filter by source', async () => {
  const { program } = await twoAccounts()
  await program.get('connections.setShowsAll', { showsAll: true })
  const list = async (more: object = {}) =>
    (await program.get('sightings.list', { offset: 0, limit: 200, ...more })).cars
  const first = carOfBoth(await list(), 'Sydney Motors')
  const id = first?.customer.id ?? ''
  const twins = (await list()).filter(({ customer }) => customer.id === id)
  const [sydney, perth] = ['Sydney Motors', 'Perth Motors'].map((name) => {
    const source = twins.find((each) => each.source?.name === name)?.source
    if (!source) throw new Error(`${name} has no such car`)
    return { connectionId: source.connectionId, region: source.region }
  })
  if (!sydney || !perth) throw new Error('There are no two accounts')
  const outcomesOf = async (customerId = id) =>
    Object.fromEntries(
      (await list())
        .filter(({ customer }) => customer.id === customerId)
        .map(({ source, outcome }) => [source?.name, outcome]),
    )

  await program.get('sightings.record', { customerId: id, source: sydney, outcome: 'voicemail' })
  await program.get('sightings.record', { customerId: id, source: perth, outcome: 'no_answer' })
  await program.get('sightings.undoRecord', { customerId: id, source: sydney })
  expect(await outcomesOf()).toEqual({ 'Sydney Motors': 'new', 'Perth Motors': 'no_answer' })

  const other = carOfBoth(await list(), 'Perth Motors', id)?.customer.id
  const cars = [
    { customerId: id, source: sydney },
    { customerId: other ?? '', source: perth },
  ]
  const many = await program.get('sightings.recordMany', { cars, outcome: 'voicemail' })
  expect(many.recorded).toBe(2)
  expect([await outcomesOf(), await outcomesOf(other)]).toEqual([
    { 'Sydney Motors': 'voicemail', 'Perth Motors': 'no_answer' },
    { 'Sydney Motors': 'new', 'Perth Motors': 'voicemail' },
  ])
  expect(await program.get('sightings.undoMany', { groupId: many.groupId })).toEqual({ undone: 2 })
  expect(await outcomesOf()).toEqual({ 'Sydney Motors': 'new', 'Perth Motors': 'no_answer' })

  await program.get('sightings.logAttempt', {
    customerId: id,
    source: sydney,
    attemptId: '0b0f2f52-5a3c-4c8e-9f0a-0d5a4f1f7a11',
    channel: 'call',
    reason: 'the customer asked for it',
  })
  const attemptsIn = async (source: typeof sydney) =>
    (await program.get('sightings.get', { customerId: id, source })).attempts.length
  expect([await attemptsIn(sydney), await attemptsIn(perth)]).toEqual([1, 0])

  await program.get('sightings.record', { customerId: id, source: sydney, outcome: 'do_not_contact' })
  const [marked, free] = await Promise.all(
    [sydney, perth].map((source) => program.get('sightings.get', { customerId: id, source })),
  )
  expect([marked?.car.phone, marked?.car.customer.doNotContact]).toEqual([null, true])
  expect([free?.car.customer.doNotContact, free?.car.doNotContactIn?.map(({ name }) => name)]).toEqual([
    false,
    ['Sydney Motors'],
  ])
  expect((await program.get('customers.revealMobile', { id, source: sydney })).mobileNumber).not.toBe('')

  const filtered = await list({ sources: [perth] })
  expect(filtered.length).toBeGreaterThan(0)
  expect(filtered.every(({ source }) => source?.name === 'Perth Motors')).toBe(true)
  expect(program.unexpected).toEqual([])
})

it('lists and counts on the command line the cars of one connection while the window shows all', async () => {
  const { program } = await twoAccounts()
  await program.get('connections.setShowsAll', { showsAll: true })
  const calls = {
    ...createCalls((method, input) => program.ask(method, input as never)),
    listen: () => () => undefined,
  } as unknown as ProgramCalls
  const state = await program.get('connections.state', {})
  const { current: connection } = state
  if (!connection) throw new Error('There is no connection')
  const parts = { calls, connection, signal: new AbortController().signal, say: () => undefined, ask: async () => null }
  const { report } = await listSightings({ since: null, csv: false }, parts)
  const own = [{ connectionId: connection.id, region: connection.region }]
  const totalOf = async (more: object) => (await program.get('sightings.list', { offset: 0, limit: 1, ...more })).total
  expect(report.cars.length).toBeGreaterThan(2)
  expect(report.cars.length).toBeLessThanOrEqual(await totalOf({ sources: own }))
  expect(report.cars.length).toBeLessThan(await totalOf({}))
  const sheet = await listSightings({ since: null, csv: true }, parts)
  expect(sheet.lines.join('').split('\n').length).toBeLessThanOrEqual(1 + (await totalOf({ sources: own })))
  const { toCall } = (await showStatus({ wait: false }, state, parts)).report
  expect(toCall).toBeGreaterThan(0)
  expect(toCall).toBeLessThan(await totalOf({ groups: [...groupsToCall] }))
})
