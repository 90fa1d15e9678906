import { expect, it, onTestFinished } from 'vitest'
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

it('shows the sightings of two accounts in one list, records each outcome in its own, and outlives the loss of one', async () => {
  const { program, services } = await twoAccounts()
  const list = async () => (await program.get('sightings.list', { view: 'all', offset: 0, limit: 200 })).cars
  const single = await list()
  expect(single.length).toBeGreaterThan(2)
  expect(single.every(({ source }) => source === undefined)).toBe(true)

  const state = await program.get('connections.setShowsAll', { showsAll: true })
  expect(state.sources?.map(({ name, region }) => `${name} ${region}`)).toEqual(['Sydney Motors au', 'Perth Motors au'])
  const all = await list()
  expect(all).toHaveLength(single.length * 2)

  const sydneyCar = all.find(({ source }) => source?.name === 'Sydney Motors')
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
  expect(await list()).toHaveLength(all.length)
  expect(program.unexpected).toEqual([])
})
