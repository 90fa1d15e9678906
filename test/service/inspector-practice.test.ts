import { describe, expect, it } from 'vitest'
import type { ReceivedEvent } from '../../src/contract/webhooks.ts'
import { createPracticeTwin, startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { isLong, longDescribe } from '../runs.ts'
import { cpuMs, measureTurns } from './cpu-time.ts'
import { post, sighting } from './inspector-bench.ts'

const startPractice = async (program: ProgramTwin): Promise<void> => {
  await program.get('connections.startPractice', { region: 'au' })
  await program.waitFor(async () => {
    const { syncing, syncedAt } = await program.get('customers.status', {})
    return (syncing === null && syncedAt !== null) || undefined
  })
}
const allEvents = async (program: ProgramTwin): Promise<readonly ReceivedEvent[]> =>
  (await program.get('inspector.events', { limit: 500 })).events

describe('the inspector in practice', () => {
  it('receives a sighting through a new webhook, and updates the customer and the call list', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 20 }) })
    await startPractice(program)
    const { webhook, state } = await program.get('inspector.point', { webhookId: null })
    expect(webhook).toMatchObject({
      toInspector: true,
      hasSecret: true,
      events: ['recapture_new', 'recapture_price_change', 'recapture_delist', 'valuation_change'],
    })
    expect(webhook.endpointShown).not.toContain(new URL(state.address ?? '').pathname.split('/')[1])
    expect(state).toMatchObject({ running: true, startsByItself: true })
    expect((await program.get('inspector.point', { webhookId: null })).webhook.id).toBe(webhook.id)

    const { control } = program.practice.service()
    const { customers } = await program.get('customers.list', { offset: 0, limit: 50, sighting: 'never' })
    const id = customers[0]?.id ?? ''
    control.makeSighting(id, 'new')
    const event = await program.waitFor(async () =>
      (await allEvents(program)).find(({ applied }) => applied?.customerId === id),
    )
    expect(event).toMatchObject({ event: 'recapture_new', state: 'decoded', region: 'au' })
    expect((await program.get('customers.get', { id })).sightings).toHaveLength(
      control.customer(id)?.sightings.length ?? 0,
    )

    const listed = await program.waitFor(async () => {
      const { cars } = await program.get('sightings.list', { offset: 0, limit: 200 })
      return cars.find(({ customer }) => customer.id === id)
    })
    expect(listed.customer.sightings.length).toBeGreaterThan(0)

    control.shiftValuation('au', -0.05)
    const valuation = await program.waitFor(async () =>
      (await allEvents(program)).find((each) => each.event === 'valuation_change'),
    )
    expect((await program.get('inspector.open', { number: valuation.number })).valuation).toMatchObject({
      type: 'valuation',
    })
  })

  it('receives from an existing webhook, and after a restart has its events and receives again', async () => {
    const practice = createPracticeTwin({ customersPerSecond: Infinity, owners: 5 })
    const program = await startProgram({ practice })
    await startPractice(program)
    const made = await program.get('webhooks.create', {
      name: 'Desk',
      region: 'au',
      endpoint: 'http://127.0.0.1:9/hook?token=abc',
      events: ['recapture_new'],
    })
    const { webhook } = await program.get('inspector.point', { webhookId: made.id })
    expect(webhook).toMatchObject({ id: made.id, events: ['recapture_new'], toInspector: true })
    await program.get('webhooks.ping', { id: made.id })
    const before = await allEvents(program)
    expect(before).toHaveLength(1)

    await program.program.close()
    const again = await startProgram({ practice, dataFolder: program.dataFolder, vault: program.vault })
    await startPractice(again)
    expect(await allEvents(again)).toEqual(before)
    await again.waitFor(async () => (await again.get('inspector.state', {})).running || undefined)
    expect(await again.get('webhooks.ping', { id: made.id })).toMatchObject({ ok: true })
    expect((await allEvents(again)).map(({ number }) => number)).toEqual([2, 1])
  })

  it('hides the number of a Do Not Contact customer in the event, its raw text and the export', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 5 }) })
    await startPractice(program)
    await program.get('inspector.point', { webhookId: null })
    const { customers } = await program.get('customers.list', { offset: 0, limit: 500 })
    const { id, mobileNumber } = customers.find((each) => each.mobileNumber !== null) ?? { id: '', mobileNumber: '' }
    program.practice.service().control.makeSighting(id, 'new')
    const { number } = await program.waitFor(async () =>
      (await allEvents(program)).find(({ applied }) => applied?.customerId === id),
    )
    const shown = async (): Promise<string> =>
      JSON.stringify([
        await program.get('inspector.open', { number }),
        await program.get('inspector.export', {}),
      ]).replaceAll(/(?<=\d)\s(?=\d)/g, '')
    const digits = (mobileNumber ?? '').replaceAll(/\D/g, '').slice(-9)
    expect(await shown()).toContain(digits)
    await program.get('customers.setDoNotContact', { id, doNotContact: true })
    expect(await shown()).not.toContain(digits)
    expect(await program.get('inspector.open', { number })).toMatchObject({ hidesNumbers: true })
  })

  it('updates the customer and the call list when a price changes', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 5 }) })
    await startPractice(program)
    await program.get('inspector.point', { webhookId: null })
    const { control } = program.practice.service()
    const [customer] = (await program.get('customers.list', { offset: 0, limit: 500 })).customers
    const id = customer?.id ?? ''
    control.makeSighting(id, 'new')
    control.makeSighting(id, 'price-change')
    const seen = control.customer(id)?.sightings ?? []
    await program.waitFor(async () => {
      const { sightings } = await program.get('customers.get', { id })
      return sightings.length === seen.length || undefined
    })
    const car = await program.get('sightings.get', { customerId: id })
    expect(JSON.stringify(car)).toContain(String(seen.at(-1)?.listing_price))
    const events = await allEvents(program)
    expect(events[0]).toMatchObject({ event: 'recapture_price_change', state: 'decoded', applied: { customerId: id } })
  })

  it('receives all deliveries of the service, and each customer has its sightings', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity, owners: 60 }) })
    await startPractice(program)
    await program.get('inspector.point', { webhookId: null })
    const { control } = program.practice.service()
    const { customers } = await program.get('customers.list', { offset: 0, limit: 500 })
    for (let turn = 0; turn < 4; turn += 1) for (const { id } of customers) control.makeSighting(id, 'new')
    const sent = control.deliveriesWaiting()
    expect(sent).toBeGreaterThan(100)
    await program.waitFor(async () => (await program.get('inspector.state', {})).received >= sent || undefined)
    await control.waitUntil('every delivery', () => control.deliveriesWaiting() === 0 || undefined)
    expect(await program.get('inspector.state', {})).toMatchObject({ refused: 0 })
    for (const { id } of customers) {
      expect((await program.get('customers.get', { id })).sightings).toHaveLength(
        control.customer(id)?.sightings.length ?? 0,
      )
    }
    expect(program.unexpected).toEqual([])
  })

  const many = isLong ? 1_000 : 200
  it(`updates ${many} customers from events without blocking other calls, with less than ten seconds of CPU time`, async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await startPractice(program)
    const { state } = await program.get('inspector.point', { webhookId: null })
    const startedMs = cpuMs()
    const turns = measureTurns()
    for (let batch = 0; batch < many / 20; batch += 1) {
      const posted = Promise.all(
        Array.from({ length: 20 }, (_, at) => post(state.address ?? '', sighting(batch * 20 + at))),
      )
      await program.get('customers.status', {})
      await program.get('inspector.events', { limit: 100, search: 'client' })
      expect(await posted).toEqual(Array.from({ length: 20 }, () => 204))
    }
    expect(turns.stop()).toBeLessThan(500)
    expect(cpuMs() - startedMs).toBeLessThan(10_000)
    expect(await program.get('inspector.state', {})).toMatchObject({ received: many, kept: many, refused: 0 })
    expect(await program.get('customers.status', {})).toMatchObject({ total: many, withSightings: many })
    expect(program.unexpected).toEqual([])
  })

  it('keeps events in their region, and refuses the address of a removed connection', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await startPractice(program)
    const { state } = await program.get('inspector.point', { webhookId: null })
    const au = state.address ?? ''
    await program.get('connections.setRegion', { region: 'nz' })
    const nz = (await program.get('inspector.state', {})).address ?? ''
    expect(nz).toBe(au.replace('/au/', '/nz/'))
    expect(await post(nz, sighting(1))).toBe(204)
    expect((await program.get('customers.get', { id: 'customer-1' })).id).toBe('customer-1')
    await program.get('connections.setRegion', { region: 'au' })
    expect(await program.ask('customers.get', { id: 'customer-1' })).toMatchObject({ ok: false })
    await program.get('connections.setRegion', { region: 'my' })
    expect(await program.get('inspector.state', {})).toMatchObject({ running: true, address: null })

    const { current } = await program.get('connections.state', {})
    await program.get('connections.forget', { id: current?.id ?? '' })
    expect(await post(au, sighting(2))).toBe(404)
    expect(await allEvents(program)).toEqual([])
  })
})

longDescribe('a reset of practice', () => {
  it('removes the events and pings', async () => {
    const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: Infinity }) })
    await startPractice(program)
    const { state, webhook } = await program.get('inspector.point', { webhookId: null })
    expect(await post(state.address ?? '', sighting(1))).toBe(204)
    await program.get('webhooks.ping', { id: webhook.id })
    expect((await allEvents(program)).length).toBeGreaterThan(0)
    expect((await program.get('webhooks.pings', { id: webhook.id })).pings).toHaveLength(1)
    await program.get('practice.reset', { endUploads: true })
    expect(await allEvents(program)).toEqual([])
    expect(await program.get('webhooks.pings', { id: webhook.id })).toEqual({ pings: [] })
  })
})

describe('the inspector outside practice', () => {
  it('receives from no webhook, and the failure says what to use instead', async () => {
    const far = await startFarService()
    const program = await startProgram()
    await program.get('connections.connect', {
      name: 'Main Street Motors',
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    expect(await program.ask('inspector.point', { webhookId: null })).toMatchObject({
      ok: false,
      error: { kind: 'invalid-input', next: expect.stringContaining('tunnel') },
    })
    expect(await program.get('inspector.state', {})).toMatchObject({ running: false })
  })
})
