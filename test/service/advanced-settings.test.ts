import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import type { AdvancedSettings } from '../../src/contract/advanced-settings.ts'
import { systemClock, type Clock } from '../../src/core/ports/clock.ts'
import { inTimeZone } from '../unit/time-zone.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { serveHere } from '../twins/served-here.ts'
import { longTest } from '../runs.ts'

interface Seen {
  readonly method: string
  readonly url: string
  readonly body: string
}

/** A server in front of the practice service that records what is sent. */
async function startRecorder(target: string) {
  const seen: Seen[] = []
  const answers = { rewrite: (text: string): string => text }
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      const method = request.method ?? 'GET'
      seen.push({ method, url: request.url ?? '', body: body.toString() })
      const { host: _host, 'content-length': _length, connection: _connection, ...headers } = request.headers
      const passed = fetch(`${target}${request.url}`, {
        method,
        headers: headers as Record<string, string>,
        ...(body.length > 0 ? { body } : {}),
      })
      passed.then(
        async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
          response.end(answers.rewrite(await answer.text()))
        },
        () => response.destroy(),
      )
    })
  })
  return { url: await serveHere(server), seen, answers }
}

async function connectRecorded(scheme: 'api-key' | 'oauth' = 'api-key', clock: Clock = systemClock) {
  const far = await startFarService()
  const recorder = await startRecorder(far.url)
  const program = await startProgram({ clock })
  const { apiKey, clientId, clientSecret } = far
  const credentials =
    scheme === 'api-key' ? ({ scheme, apiKey } as const) : ({ scheme, clientId, clientSecret } as const)
  await program.get('connections.connect', { baseUrl: recorder.url, region: 'au', credentials })
  // From here on, only the test causes calls.
  await program.waitFor(async () => {
    const { syncedAt, syncing } = await program.get('customers.status', {})
    return syncedAt !== null && syncing === null ? true : undefined
  })
  /** What is sent while `work` runs. */
  const requestsOf = async (work: () => Promise<unknown>): Promise<Seen[]> => {
    const from = recorder.seen.length
    await work()
    return recorder.seen.slice(from)
  }
  return { far, program, seen: recorder.seen, answers: recorder.answers, requestsOf }
}

const set = (program: ProgramTwin, settings: Partial<AdvancedSettings>) =>
  program.get('connections.setAdvanced', settings)

/** Uploads a spreadsheet and returns the customers of its batches. */
async function upload(program: ProgramTwin, seen: readonly Seen[], csv: string): Promise<Record<string, unknown>[][]> {
  const from = seen.length
  const { fileId } = program.program.intake.add('list.csv', Buffer.from(csv))
  const { id: draftId } = await program.get('drafts.open', { fileId })
  const { id } = await program.get('uploads.create', { draftId, name: 'List', lookUpMissingVins: false })
  await expect
    .poll(async () => (await program.get('uploads.get', { id })).state, { timeout: 30_000, interval: 50 })
    .toBe('complete')
  return seen
    .slice(from)
    .filter(({ method, url }) => method === 'POST' && url.startsWith('/v2/recapture/upload'))
    .map(({ body }) => (JSON.parse(body) as { customers: Record<string, unknown>[] }).customers)
}

const list = 'Rego,State,VIN,Mobile\nABC123,VIC,JZX100-0010000,0491570156 / 0491570157\nABC124,VIC,,0491570006\n'

it('the settings of uploads change what the next upload sends', async () => {
  const { program, seen } = await connectRecorded()
  const [usual = []] = await upload(program, seen, list)
  expect(usual).toMatchObject([
    { mobile_number: '0491570156', additional_fields: { chassis_no: 'JZX100-0010000', mobile_2: '0491570157' } },
    { mobile_number: '0491570006', additional_fields: { forecourt_ref: expect.any(String) } },
  ])
  await set(program, {
    firstBatchSize: 1,
    mobileForm: 'international',
    referenceKey: 'dealer_row',
    chassisKey: 'frame',
    secondMobileKey: 'other_mobile',
  })
  const batches = await upload(program, seen, list.replaceAll('ABC', 'XYZ'))
  expect(batches).toHaveLength(2)
  expect(batches.flat()).toMatchObject([
    {
      mobile_number: '+61491570156',
      additional_fields: { frame: 'JZX100-0010000', other_mobile: expect.any(String), dealer_row: expect.any(String) },
    },
    { mobile_number: '+61491570006', additional_fields: { dealer_row: expect.any(String) } },
  ])
  expect(Object.keys(batches[0]?.[0]?.['additional_fields'] ?? {}).toSorted()).toEqual([
    'dealer_row',
    'frame',
    'other_mobile',
  ])
})

it('the settings of requests change the next look-up, search, list and status', async () => {
  const { program, requestsOf, seen } = await connectRecorded()
  const status = (plate: string) =>
    requestsOf(() => program.ask('lookup.status', { plate, state: 'VIC', refresh: true }))
  const search = () =>
    requestsOf(() => program.ask('lookup.search', { text: '', chosen: { make: 'Toyota' }, count: 10, refresh: true }))
  expect((await status('ABC123'))[0]?.url).toContain('/v2/vehicles/registrations/ABC123/status')
  expect((await search())[0]?.url).toMatch(/[?&]make=Toyota/)

  await set(program, { statusPath: 'vehicles', facetParameter: 'filter[{facet}]', pageSize: 7 })
  const other = await status('ABC124')
  expect(other.map(({ url }) => url)).toEqual([expect.stringContaining('/v2/vehicles/ABC124/status')])
  expect(decodeURIComponent((await search())[0]?.url ?? '')).toContain('filter[make]=Toyota')
  await program.get('customers.sync', {})
  await expect.poll(() => seen.map(({ url }) => url)).toContainEqual(expect.stringMatching(/[?&]limit=7(&|$)/))

  await set(program, { statusPath: 'registrations' })
  const only = await status('ABC125')
  expect(only.map(({ url }) => url)).toEqual([expect.stringContaining('/v2/vehicles/registrations/ABC125/status')])
})

it('the Malaysian region code is sent, and a test names the region when it is refused', async () => {
  const { program, requestsOf } = await connectRecorded()
  await program.get('connections.setRegion', { region: 'my' })
  await set(program, { malaysiaRegionCode: 'mys' })
  const requests = await requestsOf(() => program.get('connections.testCurrent', {}))
  expect(requests.map(({ url }) => url)).toContainEqual(expect.stringContaining('region=mys'))
  const test = await program.get('connections.testCurrent', {})
  expect(test.steps.find(({ state }) => state === 'failed')).toMatchObject({ step: 'region' })
  await set(program, { malaysiaRegionCode: 'my' })
  expect(await program.get('connections.testCurrent', {})).toMatchObject({ ok: true })
})

it('the name of the price change event is sent with the next webhook', async () => {
  const { program, requestsOf } = await connectRecorded()
  const endpoint = 'https://hooks.example.com/forecourt'
  const create = () =>
    requestsOf(() =>
      program.ask('webhooks.create', { name: 'Hook', region: 'au', endpoint, events: ['recapture_price_change'] }),
    )
  const eventsIn = (requests: readonly Seen[]) =>
    requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => (JSON.parse(body) as { events: unknown }).events)
  expect(eventsIn(await create())).toEqual([['recapture_price_change']])
  await set(program, { priceChangeEvent: 'price_change' })
  expect(eventsIn(await create())).toEqual([['price_change']])
})

it('a sign-in is renewed as early as its setting says', async () => {
  let aheadMs = 0
  const clock: Clock = {
    ...systemClock,
    now: () => new Date(Date.now() + aheadMs),
    monotonicMs: () => systemClock.monotonicMs() + aheadMs,
  }
  const { far, program, requestsOf } = await connectRecorded('oauth', clock)
  far.control.settings.tokenLifetimeSeconds = 600
  const tokensFor = async () => {
    const requests = await requestsOf(() => program.get('connections.testCurrent', {}))
    return requests.filter(({ url }) => url.startsWith('/auth-broker')).length
  }
  await set(program, { tokenMarginSeconds: 10 })
  expect(await tokensFor()).toBe(1)
  aheadMs += 565_000
  expect(await tokensFor()).toBe(0)
  await set(program, { tokenMarginSeconds: 100 })
  expect(await tokensFor()).toBe(1)
  aheadMs += 565_000
  expect(await tokensFor()).toBe(1)
})

longTest('dates are read again in the time zone of this PC, and as written after the reset', async () => {
  await inTimeZone('America/Los_Angeles', async () => {
    const { program, seen } = await connectRecorded()
    await upload(program, seen, 'Rego,State,Sale date\nABC123,VIC,2024-02-29\n')
    const saleDate = () =>
      program.waitFor(async () => {
        const { customers } = await program.get('customers.list', { search: 'ABC123', offset: 0, limit: 1 })
        return customers[0]?.saleDate ?? undefined
      })
    expect(await saleDate()).toBe('2024-02-29')
    for (const [dates, date] of [
      ['local-time', '2024-02-28'],
      ['as-written', '2024-02-29'],
    ] as const) {
      await set(program, { dates })
      await expect.poll(saleDate, { timeout: 30_000, interval: 50 }).toBe(date)
    }
  })
})

it('a running upload goes on with a changed setting, and sends each row once', async () => {
  const { far, program, seen } = await connectRecorded()
  await set(program, { firstBatchSize: 5 })
  const rows = Array.from({ length: 40 }, (_, row) => `RUN${String(row).padStart(3, '0')},VIC`)
  const uploading = upload(program, seen, ['Rego,State', ...rows].join('\n'))
  await expect.poll(() => far.control.customerCount(), { timeout: 30_000, interval: 20 }).toBeGreaterThan(0)
  await set(program, { firstBatchSize: 3, pageSize: 4, referenceKey: 'dealer_row', mobileForm: 'international' })
  const batches = await uploading
  expect(batches.map((batch) => batch.length)).toEqual(Array(8).fill(5))
  expect(batches.flat().every((row) => 'forecourt_ref' in (row['additional_fields'] as object))).toBe(true)
  expect(far.control.customerCount()).toBe(40)
})

longTest(
  'numbers that are too short for a VIN are sent as the VIN after the change, and as an extra field after the reset',
  async () => {
    const { program, seen } = await connectRecorded()
    const { fileId } = program.program.intake.add('open.csv', Buffer.from(list.replaceAll('ABC', 'DEF')))
    const { id } = await program.get('drafts.open', { fileId })
    const rules = async () => (await program.get('drafts.get', { id })).groups.map(({ rule }) => rule)
    expect(await rules()).toContain('vin.frame-number')
    await set(program, { shortVins: 'vin' })
    expect(await rules()).toContain('vin.frame-number-sent')
    const [sent] = await upload(program, seen, list)
    expect(sent?.[0]).toMatchObject({ vin: 'JZX100-0010000' })
    expect(sent?.[0]?.['additional_fields']).not.toHaveProperty('chassis_no')
    await set(program, { shortVins: 'extra-field' })
    expect(await rules()).toContain('vin.frame-number')
    const [reset] = await upload(program, seen, list.replaceAll('ABC', 'XYZ'))
    expect(reset?.[0]).toMatchObject({ additional_fields: { chassis_no: 'JZX100-0010000' } })
    expect(reset?.[0]).not.toHaveProperty('vin')
  },
)

it('a known VIN is filled in for as many days as its setting says', async () => {
  let aheadMs = 0
  const clock: Clock = { ...systemClock, now: () => new Date(Date.now() + aheadMs) }
  const { program, seen } = await connectRecorded('api-key', clock)
  const vin = '6G1FA8E5AZ4033922'
  await upload(program, seen, `Rego,State,VIN\nABC123,VIC,${vin}\n`)
  const { fileId } = program.program.intake.add('again.csv', Buffer.from('Rego,State\nABC123,VIC\n'))
  const { id } = await program.get('drafts.open', { fileId })
  await program.get('drafts.setKnownCustomers', { id, choice: 'send' })
  const known = async () => (await program.get('drafts.get', { id })).knownVins.rows
  expect(await known()).toBe(1)
  aheadMs = 3 * 86_400_000
  await set(program, { knownVinMaxAgeDays: 2 })
  expect(await known()).toBe(0)
  await set(program, { knownVinMaxAgeDays: 365 })
  expect(await known()).toBe(1)
})

it('a match is reported as one to check below the confidence of its setting, also a saved one', async () => {
  const { program, answers } = await connectRecorded()
  answers.rewrite = (text) => text.replace('"confidence":"standard"', '"confidence":0.7')
  const lookUp = async (plate: string) => {
    const { id, outcome, vehicle } = await program.get('lookup.findPlate', { plate, state: 'VIC' })
    return { id, outcome, part: vehicle?.confidence?.part }
  }
  const plates = Array.from({ length: 40 }, (_, at) => `1AB10${String(at).padStart(2, '0')}`)
  let found: Awaited<ReturnType<typeof lookUp>> | undefined
  for (const plate of plates) {
    found = await lookUp(plate)
    if (found.part === 0.7) break
  }
  expect(found).toMatchObject({ part: 0.7, outcome: 'match' })
  const saved = async () => (await program.get('lookup.open', { id: found?.id ?? '' })).outcome
  await set(program, { lowConfidenceBelow: 71 })
  expect(await saved()).toBe('low-quality')
  await set(program, { lowConfidenceBelow: 70 })
  expect(await saved()).toBe('match')
})
