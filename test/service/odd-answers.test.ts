import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import { startProgram } from '../twins/program-twin.ts'
import { listForms, recordForms } from './odd-forms.ts'
import { checkShown, type Json, type JsonRecord } from './shown-answers.ts'

/** Answers that say nothing. */
const empty: readonly Json[] = [null, {}, [], { success: true }, { data: null }, { result: [] }]
const low: readonly JsonRecord[] = [
  { match_quality: 'low' },
  { confidence: 0.2 },
  { low_match_quality: true },
  { quality: { level: 'low' } },
  { message: 'Low match quality: check the car.' },
  { warnings: ['The year may be wrong'] },
  { meta: { match: { quality: 'poor' } } },
]

const vehicle = (at: number): JsonRecord => ({
  id: `vehicle ${at}`,
  title: `Title ${at}`,
  make: 'Mazda',
  colour: `Red ${at}`,
})
const upstream: JsonRecord = { vin: 'JM0BP2H7A01100001', description: 'MAZDA SEDAN', engine_no: 'PE 1234567' }
const lead = (at: number): JsonRecord => ({
  id: `lead ${at}`,
  vehicle_id: 'vehicle 1',
  price: `$${20 + at},000`,
  kms: `${80 + at},000 km`,
  color: `Blue ${at}`,
  removed_at: '9999-12-31T00:00:00Z',
})
const webhook = (at: number): JsonRecord => ({
  id: `webhook-${at}`,
  created_at: '2026-11-20T00:00:00Z',
  name: `Desk ${at}`,
  format: 'json',
  events: ['recapture_new'],
  endpoint: `https://crm.dealer.com.au/hook${at}`,
  owner: `Owner ${at}`,
})

/** What the service answers to a call of a look-up, the market or webhooks. */
type Answers = (method: string) => Json | Response

/** A program, and a service whose answers the test chooses. */
async function connected() {
  let answers: Answers = () => ({ webhooks: [] })
  let calls: string[] = []
  const program = await startProgram({
    fetch: async (url, init) => {
      const { pathname } = new URL(String(url))
      if (pathname.startsWith('/v2/recapture')) return Response.json({ success: true, customers: [] })
      const method = init?.method ?? 'GET'
      calls.push(`${method} ${pathname}`)
      const answer = answers(method)
      return answer instanceof Response ? answer : Response.json(answer)
    },
  })
  await program.get('connections.connect', {
    baseUrl: 'https://service.example',
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: 'odd' },
  })
  return {
    program,
    /** Asks while the service answers so. Judges the number of calls, and that a failure is a sentence: then it is null. */
    async judge<M extends MethodName>(
      what: string,
      given: Answers,
      mostCalls: number,
      method: M,
      input: MethodInput<M>,
    ): Promise<MethodOutput<M> | null> {
      answers = given
      calls = []
      const answer: Result<MethodOutput<M>> = await program.ask(method, input)
      expect(program.unexpected, `${what}`).toEqual([])
      expect(calls.length, `${what}: ${calls.join(', ')}`).toBeLessThanOrEqual(mostCalls)
      if (answer.ok) return answer.value
      expect(answer.error.message, `${what}`).toMatch(/[.”]$/)
      return null
    },
  }
}

/** An entry that is shown as received may be null. */
const asReceived = <T extends { readonly unreadable: readonly { readonly raw: string }[] }>(answer: T) => ({
  ...answer,
  unreadable: answer.unreadable.map(({ raw }) => `received ${raw.replaceAll(/\s+/g, ' ')}`),
})

it('reads odd answers of look-ups: nothing is lost, and a low match warns', async () => {
  const { judge } = await connected()
  const looked = ['lookup.findPlate', 'lookup.findVin'] as const
  let plate = 0
  const look = (what: string, body: Json | Response, method: (typeof looked)[number]) => {
    plate += 1
    const input =
      method === 'lookup.findPlate' ? { plate: `AB${plate}`, state: 'VIC' as const } : { vin: 'JM0BP2H7A01100001' }
    return judge(what, () => body, 1, method, { ...input, refresh: true } as MethodInput<typeof method>)
  }
  for (const [form, write] of Object.entries(recordForms)) {
    for (const method of looked) {
      const what = `${method} ${form}`
      const body = write(vehicle(1), { upstream_vehicle: upstream, credit: 'Credit 12' }, 'vehicle')
      const read = await look(what, body, method)
      checkShown(what, body, read)
      expect(read, `${what}`).toMatchObject({ outcome: 'match', vehicle: { vehicleId: 'vehicle 1', title: 'Title 1' } })
    }
    for (const sign of low) {
      const what = `${form} with ${JSON.stringify(sign)}`
      const beside = write(vehicle(1), { upstream_vehicle: upstream, ...sign }, 'vehicle')
      const read = await look(what, beside, 'lookup.findPlate')
      checkShown(what, beside, read)
      expect([what, read?.outcome, (read?.warnings.length ?? 0) > 0]).toEqual([what, 'low-quality', true])
    }
  }
  // Errors without data are no answer, and neither is a body that is deeper than any record.
  const deep = new Response(`{"vehicle":{"id":"1","title":"T","deep":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`)
  const none: readonly (Json | Response)[] = [
    { data: null, errors: [{ message: 'The register is closed.' }] },
    { errors: ['Closed.'] },
    'text',
    deep,
  ]
  for (const [at, body] of none.entries()) expect(await look(`no answer ${at}`, body, 'lookup.findPlate')).toBeNull()
  for (const body of empty) {
    expect(await look(JSON.stringify(body), body, 'lookup.findVin')).toMatchObject({
      outcome: 'nothing',
      vehicle: null,
    })
  }
}, 60_000)

it('reads odd lists: each record is in view or shown as received, and none is asked for twice', async () => {
  const { judge } = await connected()
  const odd: readonly Json[] = [null, {}]
  for (const [form, write] of Object.entries(listForms)) {
    for (const bad of [[], odd]) {
      const what = `${form} with ${bad.length} bad entries`
      const scored = [97, 54, 1].map((score, at) => ({ ...vehicle(at), score }))
      const cars = write([...scored, ...bad], 'vehicles')
      const found = await judge(what, () => cars, 1, 'lookup.search', { text: what, refresh: true })
      if (found) checkShown(what, cars, asReceived(found))
      expect(
        found?.vehicles.map(({ confidence }) => confidence?.words),
        `${what}`,
      ).toEqual(['97%', '54%', '1%'])

      const leads = write([lead(1), lead(2), ...bad], 'leads')
      const view = await judge(what, () => leads, 1, 'market.view', { vehicleId: what, refresh: true })
      const median = { priced: 2, median: 21_500, medianKms: 81_500, sold: { count: 0 } }
      expect(view?.figures, `${what}`).toMatchObject(median)
      expect(
        view?.listings.map(({ id }) => id),
        `${what}`,
      ).toEqual(['lead 1', 'lead 2'])

      const hooks = write([webhook(1), webhook(2), ...bad], 'webhooks')
      const listed = await judge(what, () => hooks, 1, 'webhooks.list', {})
      if (listed) checkShown(what, hooks, asReceived(listed))
      expect(
        listed?.webhooks.map(({ name }) => name),
        `${what}`,
      ).toEqual(['Desk 1', 'Desk 2'])
      const entries = [found?.unreadable, view?.unreadable, listed?.unreadable].map((each) => each?.length)
      expect([what, entries]).toEqual([what, [bad.length, bad.length, bad.length]])
    }
  }
  for (const body of empty) {
    const what = JSON.stringify(body)
    expect((await judge(what, () => body, 1, 'lookup.search', { text: what }))?.vehicles).toEqual([])
    expect((await judge(what, () => body, 1, 'market.view', { vehicleId: what }))?.listings).toEqual([])
    await judge(what, () => body, 1, 'webhooks.list', {})
  }
}, 60_000)

it('reads odd facets, registrations and specs', async () => {
  const { judge } = await connected()
  const makes = [
    { value: 'Toyota', count: 3 },
    { value: 'Mazda', count: 2 },
  ]
  const lists: readonly Json[] = [
    makes,
    { Toyota: 3, Mazda: 2 },
    makes.map(({ value, count }) => [value, count]),
    { buckets: makes.map(({ value, count }) => ({ key: value, doc_count: count })) },
    { edges: makes.map((node) => ({ node })) },
  ]
  let choice = 0
  for (const name of ['make', 'makes', 'Makes']) {
    for (const list of lists) {
      for (const [form, write] of Object.entries(recordForms)) {
        const what = `${name} ${form} ${JSON.stringify(list)}`
        choice += 1
        const body = write({ [name]: list, drive: ['All wheels'] }, { note: 'Note 7' }, 'facets')
        const chosen = { model: `model ${choice}` }
        const read = await judge(what, () => body, 2, 'lookup.facets', { chosen })
        expect(read?.facets.find((facet) => facet.name === 'make')?.options, `${what}`).toEqual(makes)
        expect(JSON.stringify(read?.other), `${what}`).toMatch(/All wheels.*Note 7|Note 7.*All wheels/)
      }
    }
  }
  const status: JsonRecord = {
    vin: 'JM0BP2H7A01100001',
    registration_status: 'Registered until paid',
    registration_expiry: '2027-03-04',
    incidents: [null, { type_code: 'RWO', code: 'Hail 12' }],
    remark: 'Remark 5',
  }
  const specs: JsonRecord = { engine: { layout: 'Inline 4' }, safety: { airbags: 'Seven' }, odd: ['Odd 1', null] }
  for (const [form, write] of Object.entries(recordForms)) {
    const body = write(status, {}, 'registration')
    const read = await judge(form, () => body, 1, 'lookup.status', {
      plate: 'ABC123',
      state: 'VIC',
      refresh: true,
    })
    checkShown(form, body, read)
    expect(read, `${form}`).toMatchObject({ status: 'Registered until paid', incidents: [{ typeCode: 'RWO' }] })

    const spec = write(specs, { id: form }, 'specs')
    const parts = await judge(form, () => spec, 1, 'lookup.specs', { vehicleId: form, categories: null })
    checkShown(form, spec, parts)
    expect(parts?.parts.find(({ category }) => category === 'engine')?.given, `${form}`).toBe(true)
  }
}, 60_000)

it('reads odd answers to changes of webhooks, and repeats none', async () => {
  const { judge } = await connected()
  const { id: _id, ...unnamed } = webhook(1)
  for (const [form, write] of Object.entries(recordForms)) {
    const made = write(webhook(1), { advice: 'Advice 3' }, 'webhook')
    const input = { name: 'Desk 1', endpoint: 'https://crm.dealer.com.au/hook1', events: ['recapture_new'] }
    const create = (method: string): Json => (method === 'GET' ? { webhooks: [] } : made)
    const created = await judge(form, create, 2, 'webhooks.create', { ...input, region: 'au' })
    checkShown(form, made, created)
    expect(created, `${form}`).toMatchObject({ id: 'webhook-1', name: 'Desk 1', events: ['recapture_new'] })

    const updates: readonly Json[] = [
      { name: 'New' },
      { name: ['Desk 1', 'New'] },
      ['name'],
      [{ field: 'name' }],
      'name',
      null,
    ]
    for (const update of updates) {
      const changed = write({ ...webhook(1), name: 'New' }, { updates: update }, 'webhook')
      const version = created?.version ?? ''
      const answers = (method: string): Json => (method === 'GET' ? made : changed)
      const edited = await judge(form, answers, 2, 'webhooks.edit', { id: 'webhook-1', version, name: 'New' })
      expect(edited?.webhook.name, `${form}`).toBe('New')
      expect(edited?.updates, `${form}`).toEqual([{ property: 'name', before: 'Desk 1', after: 'New' }])
    }

    const ping = write(
      { webhook_id: 'webhook-1', at: '2026-11-20T00:00:00Z', response_status: '200 OK', response_time_ms: '145 ms' },
      {},
      'ping',
    )
    const pinged = await judge(form, () => ping, 1, 'webhooks.ping', { id: 'webhook-1' })
    expect(pinged, `${form}`).toMatchObject({ ok: true, responseStatus: 200, responseTimeMs: 145 })

    expect(await judge(form, () => made, 1, 'webhooks.delete', { id: 'webhook-1' }), `${form}`).toEqual({})
  }
  // An answer that is cut short, or is about another record, changes nothing of what is known.
  const before = await judge('get', () => ({ webhook: webhook(1) }), 1, 'webhooks.get', { id: 'webhook-1' })
  const patches: readonly Json[] = [
    { webhook: { id: 'webhook-1', name: 'New' } },
    { webhook: webhook(2) },
    { id: 'request 9' },
    null,
  ]
  for (const patched of patches) {
    let isChanged = false
    const answers = (method: string): Json => {
      if (method === 'GET') return { webhook: { ...webhook(1), ...(isChanged ? { name: 'New' } : {}) } }
      isChanged = true
      return patched
    }
    const edited = await judge(JSON.stringify(patched), answers, 3, 'webhooks.edit', {
      id: 'webhook-1',
      version: before?.version ?? '',
      name: 'New',
    })
    expect(edited?.webhook).toMatchObject({ id: 'webhook-1', name: 'New', endpointShown: webhook(1)['endpoint'] })
  }
  const gone: Answers = (method): Json => (method === 'GET' ? { success: true, webhooks: [] } : { success: true })
  expect(await judge('deleted', gone, 2, 'webhooks.delete', { id: 'webhook-1' })).toEqual({})
  for (const other of [webhook(2), { success: true }, []]) {
    expect(await judge('another record', () => other, 1, 'webhooks.get', { id: 'webhook-1' })).toBeNull()
  }
  expect(await judge('no ID', () => unnamed, 1, 'webhooks.get', { id: 'webhook-1' })).toMatchObject({ name: 'Desk 1' })
}, 60_000)

it('shows odd pushed events one by one', async () => {
  const { program } = await connected()
  const { address } = await program.get('inspector.start', { port: null })
  const customer = {
    id: 'c1',
    last_updated: '2026-11-20T00:00:00Z',
    client_name: 'Jane Citizen',
    rego: '1AB2CD',
    additional_fields: {},
    sightings: [{ at: '2026-11-20T00:00:00Z', lead_id: 'l1', listing_title: 'Listing 7', listing_price: '$15,990' }],
  }
  const ping = { event: 'ping', data: { webhook_id: 'w1', at: '2026-11-20T00:00:00Z' } }
  const post = async (body: Uint8Array | string): Promise<number> =>
    (await fetch(address ?? '', { method: 'POST', body: body as BodyInit })).status
  const received = async () => (await program.get('inspector.events', { limit: 500 })).events
  let second = 0
  for (const event of ['recapture_new', 'recapture_price_change', 'price_change', 'recapture_delist']) {
    for (const write of [(each: object) => each, (each: object) => [each], (each: object) => ({ events: [each] })]) {
      second += 1
      const seen = { ...customer, last_updated: `2026-11-20T00:00:${String(second).padStart(2, '0')}Z` }
      expect(await post(JSON.stringify(write({ event, data: { customer: seen } })))).toBe(204)
      expect((await received())[0], `${event}`).toMatchObject({
        event,
        state: 'decoded',
        applied: { customerId: 'c1' },
      })
    }
  }
  const text = JSON.stringify(ping)
  expect(await post(`\ufeff${text}`)).toBe(204)
  expect((await received())[0]).toMatchObject({ event: 'ping', state: 'decoded' })
  expect(await post(JSON.stringify([ping, null, { event: 'brand_new', data: { leaf: 'Leaf 1' } }, ping]))).toBe(204)
  expect((await received()).slice(0, 4).map(({ event, state }) => [event, state])).toEqual([
    ['ping', 'decoded'],
    ['brand_new', 'unknown'],
    [null, 'malformed'],
    ['ping', 'decoded'],
  ])
  const otherBytes = [gzipSync(text), Buffer.from(`\ufeff${text}`, 'utf16le')]
  for (const body of ['', '[]', '{"event":"ping"}', 'null', '{"events":[]}', ...otherBytes]) {
    expect(await post(body)).toBe(204)
    const [last] = await received()
    expect(last).toMatchObject({ state: 'malformed', summary: expect.stringMatching(/\.$/) })
  }
  expect(program.unexpected).toEqual([])
}, 60_000)
