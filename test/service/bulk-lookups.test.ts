import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { BulkItem, BulkItemStatus, BulkLookup } from '../../src/contract/bulk-lookups.ts'
import type { MethodInput } from '../../src/contract/methods.ts'
import { createDataFolder } from '../twins/data-folder-twin.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { createVaultTwin } from '../twins/vault-twins.ts'
import { isOver } from './bulk-parts.ts'
import { connectToService, routes } from './lookup-program.ts'
import { longTest } from '../runs.ts'

const vin = '6T153KK400X334447'

const create = async (program: ProgramTwin, text: string): Promise<string> =>
  (await program.get('bulkLookups.create', { source: { from: 'text', text } })).id

const itemsOf = async (program: ProgramTwin, id: string, statuses: BulkItemStatus[] = []): Promise<BulkItem[]> =>
  (await program.get('bulkLookups.items', { id, statuses, offset: 0, limit: 500 })).rows

async function start(program: ProgramTwin, id: string): Promise<BulkLookup> {
  const { toAsk } = await program.get('bulkLookups.get', { id })
  return program.get('bulkLookups.start', { id, expectedToAsk: toAsk })
}

const waitUntil = (program: ProgramTwin, id: string, fits: (job: BulkLookup) => boolean): Promise<BulkLookup> =>
  program.waitFor(async () => {
    const job = await program.get('bulkLookups.get', { id })
    return fits(job) ? job : undefined
  })

async function lookUp(program: ProgramTwin, text: string): Promise<{ id: string; rows: BulkItem[] }> {
  const id = await create(program, text)
  await start(program, id)
  await waitUntil(program, id, isOver)
  return { id, rows: await itemsOf(program, id) }
}

describe('the review of a bulk look-up', () => {
  it('lists cars, duplicates, invalid lines and saved answers, and asks nothing', async () => {
    const { program, calls } = await connectToService()
    await program.get('lookup.findPlate', { plate: 'ABC123', state: 'VIC' })
    const id = await create(program, `ABC123 VIC\nabc 123, VIC\nDEF456 VIC\n${vin}\nnot a car at all\nXYZ789`)
    expect(await program.get('bulkLookups.get', { id })).toMatchObject({
      state: 'review',
      counts: { saved: 1, queued: 2, invalid: 2 },
      duplicates: 1,
      withoutState: 1,
      toAsk: 2,
    })
    const rows = await itemsOf(program, id)
    expect(rows.map(({ query, status, lines }) => [query, status, lines])).toEqual([
      ['ABC123', 'saved', 2],
      ['DEF456', 'queued', 1],
      [vin, 'queued', 1],
      ['not a car at all', 'invalid', 1],
      ['XYZ789', 'invalid', 1],
    ])
    expect(rows[0]).toMatchObject({ title: expect.any(String), resultId: expect.any(String) })
    expect(calls('plate')).toBe(1)
  })

  it('counts the look-ups again after each change', async () => {
    const { program } = await connectToService()
    await program.get('lookup.findPlate', { plate: 'ABC123', state: 'VIC' })
    const id = await create(program, 'ABC123 VIC\nXYZ789\nDEF456')
    expect(await program.get('bulkLookups.get', { id })).toMatchObject({ toAsk: 0, withoutState: 2 })
    expect(await program.get('bulkLookups.change', { id, defaultState: 'VIC' })).toMatchObject({ toAsk: 2 })
    expect(await program.get('bulkLookups.change', { id, askAgain: true })).toMatchObject({ toAsk: 3 })
    expect(await program.get('bulkLookups.removeItems', { id, numbers: [2] })).toMatchObject({ toAsk: 2 })
    expect(await program.ask('bulkLookups.start', { id, expectedToAsk: 3 })).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: 'The number of look-ups has changed to 2.' },
    })
  })

  it('leaves out what was removed, also with another default state, until that is undone', async () => {
    const { program } = await connectToService()
    const id = await create(program, 'ABC123 VIC\nXYZ789\nDEF456\nGHI789 VIC')
    await program.get('bulkLookups.removeItems', { id, numbers: [1] })
    // The numbers of the shorter list: XYZ789 and DEF456.
    await program.get('bulkLookups.removeItems', { id, numbers: [1, 2] })
    await program.get('bulkLookups.change', { id, defaultState: 'VIC' })
    const left = async () => (await itemsOf(program, id)).map(({ query }) => query)
    expect(await left()).toEqual(['GHI789'])
    expect(await program.get('bulkLookups.restoreItems', { id, count: 2 })).toMatchObject({ toAsk: 3 })
    expect(await left()).toEqual(['XYZ789', 'DEF456', 'GHI789'])
  })

  it('lets the user choose the columns of a table', async () => {
    const { program } = await connectToService()
    const id = await create(program, 'Name\tCar A\tCar B\nAna Lee\tABC123\tDEF456\nBo Day\tXYZ789\tGHI789')
    const { table } = await program.get('bulkLookups.get', { id })
    expect(table?.columns).toHaveLength(3)
    await program.get('bulkLookups.change', { id, carColumn: 2, defaultState: 'NSW' })
    expect((await itemsOf(program, id, ['queued'])).map(({ query }) => query)).toEqual(['DEF456', 'GHI789'])
  })

  it('reads files like an import', async () => {
    const { program } = await connectToService()
    const read = async (name: string, bytes: Uint8Array): Promise<string> => {
      const { fileId } = program.program.intake.add(name, bytes)
      return (await program.get('bulkLookups.create', { source: { from: 'file', fileId } })).id
    }
    const id = await read('cars.csv', Buffer.from('Rego;State\nABC123;NSW\n1AB2CD;VIC\n'))
    expect(await program.get('bulkLookups.get', { id })).toMatchObject({ name: 'cars', source: 'file', toAsk: 2 })
    const exported = await program.get('bulkLookups.export', { id, format: 'xlsx' })
    const again = await read(exported.fileName, Buffer.from(exported.content, 'base64'))
    expect((await itemsOf(program, again)).map(({ query, state }) => [query, state])).toEqual([
      ['ABC123', 'NSW'],
      ['1AB2CD', 'VIC'],
    ])
  })

  it('refuses texts and files without cars', async () => {
    const { program } = await connectToService()
    const ask = (source: MethodInput<'bulkLookups.create'>['source']) => program.ask('bulkLookups.create', { source })
    expect(await ask({ from: 'text', text: ' \n ' })).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    const { fileId } = program.program.intake.add('picture.png', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
    expect(await ask({ from: 'file', fileId })).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    expect(await program.get('bulkLookups.list', {})).toEqual({ jobs: [] })
  })
})

describe('a bulk look-up', () => {
  it('shows each kind of result, and single look-ups find it at no cost', async () => {
    const { program, calls } = await connectToService()
    const text = ['REG4SUCCESS', 'REG4WARNING', 'REG4NOMATCH', 'REG4VINONLY'].map((plate) => `${plate}, VIC`).join('\n')
    const { id, rows } = await lookUp(program, text)
    expect(rows.map(({ status }) => status)).toEqual(['match', 'low-quality', 'no-match', 'vin-only'])
    expect(calls('plate')).toBe(4)
    expect(await program.get('lookup.findPlate', { plate: 'REG4SUCCESS', state: 'VIC' })).toMatchObject({ kept: true })
    expect(await program.get('lookup.open', { id: rows[0]?.resultId ?? '' })).toMatchObject({ outcome: 'match' })
    expect(calls('plate')).toBe(4)
    const file = await program.get('bulkLookups.export', { id, format: 'csv' })
    expect(file.rows).toBe(4)
    expect(file.content).toContain('REG4WARNING,VIC')
    expect(file.content).toContain('Check match')
  })

  it('asks saved answers again only when the user says so', async () => {
    const { program, calls } = await connectToService()
    await lookUp(program, 'ABC123 VIC')
    const { rows } = await lookUp(program, 'ABC123 VIC\nDEF456 VIC')
    expect(rows).toHaveLength(2)
    expect(calls('plate')).toBe(2)
    const id = await create(program, 'ABC123 VIC')
    await program.get('bulkLookups.change', { id, askAgain: true })
    await start(program, id)
    await waitUntil(program, id, isOver)
    expect(calls('plate')).toBe(3)
  })

  it('waits as long as a 429 says, and then asks the same car', async () => {
    const { far, program, calls } = await connectToService()
    far.control.rateLimit({ path: routes.plate, resetInSeconds: 2, retryAfter: true, times: 1 })
    const id = await create(program, 'ABC123 VIC')
    await start(program, id)
    const { waiting } = await waitUntil(program, id, (job) => job.waiting !== null)
    expect(Date.parse(waiting?.until ?? '') - Date.now()).toBeGreaterThan(500)
    // Pausing and continuing does not shorten the wait.
    await program.get('bulkLookups.pause', { id })
    await program.get('bulkLookups.resume', { id })
    expect(calls('plate')).toBe(1)
    await waitUntil(program, id, isOver)
    expect(calls('plate')).toBe(2)
    expect(await itemsOf(program, id)).toMatchObject([{ note: null, resultId: expect.any(String) }])
  })

  it('lists a car whose answer was lost, and asks it again only when the user says so', async () => {
    const { far, program, calls } = await connectToService()
    far.control.dropNextResponse({ path: routes.plate, after: 'effect' })
    const { id, rows } = await lookUp(program, 'ABC123 VIC')
    expect(rows).toMatchObject([{ status: 'unsure', note: expect.stringContaining('may have been charged') }])
    expect(calls('plate')).toBe(1)
    await program.get('bulkLookups.retry', { id, statuses: ['failed'] })
    expect(calls('plate')).toBe(1)
    await program.get('bulkLookups.retry', { id, statuses: ['unsure'] })
    await waitUntil(program, id, isOver)
    expect(calls('plate')).toBe(2)
    expect((await itemsOf(program, id))[0]?.resultId).not.toBeNull()
  })

  it('lists a refused car with the reason, and goes on with the others', async () => {
    const { far, program } = await connectToService()
    far.control.failNext({ path: '/v2/vehicles/registrations/ABC123', status: 400, message: 'Bad plate' })
    const { id, rows } = await lookUp(program, 'ABC123 VIC\nDEF456 VIC')
    expect(rows.map(({ status }) => status)).toEqual(['failed', expect.not.stringMatching(/failed|queued/)])
    await program.get('bulkLookups.retry', { id, statuses: ['failed'] })
    await waitUntil(program, id, isOver)
    expect((await itemsOf(program, id, ['failed'])).length).toBe(0)
  })

  it('pauses when the account may not look up, and continues from there', async () => {
    const { far, program } = await connectToService()
    far.control.failNext({ path: routes.plate, status: 403, message: 'Forbidden', times: 4 })
    const id = await create(program, 'ABC123 VIC\nDEF456 VIC\nGHI789 VIC')
    await start(program, id)
    const paused = await waitUntil(program, id, ({ state }) => state === 'paused')
    expect(paused).toMatchObject({ problem: { kind: 'no-licence' }, counts: { queued: 3 } })
    far.control.clearFaults()
    await program.get('bulkLookups.resume', { id })
    expect(await waitUntil(program, id, isOver)).toMatchObject({ state: 'finished', problem: null })
  })

  it('can be cancelled: what was asked is saved, and the rest is not asked', async () => {
    const { far, program, calls } = await connectToService()
    const held = far.control.holdNext({ path: routes.plate })
    const id = await create(program, Array.from({ length: 30 }, (_, at) => `K0000${at} VIC`).join('\n'))
    await start(program, id)
    await held.arrived
    await program.get('bulkLookups.cancel', { id })
    held.release()
    const job = await waitUntil(program, id, ({ counts }) => (counts.asking ?? 0) === 0)
    expect(job.state).toBe('cancelled')
    const asked = 30 - (job.counts.cancelled ?? 0)
    expect(asked).toBeLessThan(30)
    expect(calls('plate')).toBe(asked)
    await program.get('bulkLookups.retry', { id, statuses: ['cancelled'] })
    await waitUntil(program, id, isOver)
    expect(calls('plate')).toBe(30)
  })

  longTest('can be cancelled at any moment while there is no network, and the rest is looked up later', async () => {
    const { far, program } = await connectToService()
    for (const round of [0, 1, 2, 3]) {
      await far.control.goDown()
      const id = await create(program, Array.from({ length: 6 }, (_, at) => `N${round}000${at} VIC`).join('\n'))
      await start(program, id)
      // Before the first request, while requests fail, and in the wait after them.
      if (round > 1) await waitUntil(program, id, ({ waiting }) => waiting !== null)
      else for (let turns = 0; turns < round; turns += 1) await program.get('bulkLookups.get', { id })
      expect(await program.get('bulkLookups.cancel', { id })).toMatchObject({ state: 'cancelled', waiting: null })
      // A request on a connection that was cut counts as lost: it may have arrived.
      await waitUntil(program, id, ({ counts }) => (counts.cancelled ?? 0) + (counts.unsure ?? 0) === 6)
      if (round % 2 === 1) await far.control.comeUp()
      await program.get('bulkLookups.retry', { id, statuses: ['cancelled', 'unsure'] })
      if (round % 2 === 0) await far.control.comeUp()
      const { state, counts } = await waitUntil(program, id, isOver)
      expect([state, counts.queued ?? 0, counts.asking ?? 0]).toEqual(['finished', 0, 0])
    }
  })

  longTest('shows that it waits while there is no network, also behind another one', async () => {
    const { far, program } = await connectToService()
    await far.control.goDown()
    const first = await create(program, 'ABC123 VIC')
    const second = await create(program, 'DEF456 VIC')
    await start(program, first)
    await start(program, second)
    await waitUntil(program, second, ({ waiting }) => waiting !== null)
    await far.control.comeUp()
    expect(await waitUntil(program, second, isOver)).toMatchObject({ state: 'finished', waiting: null })
  })

  it('is removed with its list, and its answers stay', async () => {
    const { program, calls } = await connectToService()
    const { id } = await lookUp(program, 'ABC123 VIC')
    await program.get('bulkLookups.remove', { id })
    expect(await program.get('bulkLookups.list', {})).toEqual({ jobs: [] })
    expect(await program.ask('bulkLookups.get', { id })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    await program.get('lookup.findPlate', { plate: 'ABC123', state: 'VIC' })
    expect(calls('plate')).toBe(1)
  })

  it('continues after a restart, or stays paused as the user left it', async () => {
    const far = await startFarService()
    const ports = { dataFolder: createDataFolder(), vault: createVaultTwin() }
    const first = await startProgram(ports)
    const { apiKey } = far
    await first.get('connections.connect', {
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey },
    })
    const held = far.control.holdNext({ path: routes.plate, after: 'effect' })
    const running = await create(first, Array.from({ length: 8 }, (_, at) => `K0000${at} VIC`).join('\n'))
    const paused = await create(first, 'ABC123 VIC')
    await start(first, running)
    await held.arrived
    await start(first, paused)
    await first.get('bulkLookups.pause', { id: paused })
    const closing = first.program.close()
    held.release()
    await closing
    const second = await startProgram(ports)
    // Nobody has asked for it yet.
    const last = { path: '/v2/vehicles/registrations/K00007' }
    await second.waitFor(async () => far.control.calls.count(last) === 1 || undefined)
    await waitUntil(second, running, isOver)
    expect(await second.get('bulkLookups.get', { id: paused })).toMatchObject({ state: 'paused', toAsk: 1 })
    const rows = await itemsOf(second, running)
    expect(rows.filter(({ status }) => status === 'unsure')).toEqual([])
    for (const { query } of rows)
      expect(far.control.calls.count({ path: `/v2/vehicles/registrations/${query}` })).toBe(1)
  })
})

describe('a bulk look-up of customers', () => {
  it('looks up selected customers, whose records then show what was found', async () => {
    const { far, program } = await connectToService()
    const header = { ApiKey: far.apiKey, 'Content-Type': 'application/json' }
    await fetch(`${far.url}/v2/recapture/upload?region=au`, {
      method: 'POST',
      headers: header,
      body: JSON.stringify({
        name: 'March',
        enable_rego_lookups: false,
        customers: [
          { rego: 'REG4SUCCESS', state: 'VIC', client_name: 'Ana Lee' },
          { vin, client_name: 'Bo Day' },
          { client_name: 'No Car', rego: 'ABC123' },
        ],
      }),
    })
    await far.control.waitForCustomers(3)
    await program.get('customers.sync', {})
    const customers = await program.waitFor(async () => {
      const listed = await program.get('customers.list', { offset: 0, limit: 10 })
      return listed.total === 3 ? listed.customers : undefined
    })
    const ids = customers.map(({ id }) => id)
    const { id } = await program.get('bulkLookups.create', {
      source: { from: 'customers', selection: { by: 'ids', ids } },
    })
    expect(await program.get('bulkLookups.get', { id })).toMatchObject({
      name: '3 customers',
      toAsk: 2,
      counts: { queued: 2, invalid: 1 },
      table: null,
    })
    await start(program, id)
    await waitUntil(program, id, isOver)
    const listed = await program.get('customers.list', { offset: 0, limit: 10 })
    const found = listed.customers.find(({ clientName }) => clientName === 'Ana Lee')
    expect(found?.vehicle).toMatchObject({ source: 'lookup' })
    const byFilter = await program.get('bulkLookups.create', {
      source: { from: 'customers', selection: { by: 'filter', filter: { search: 'Ana' } } },
    })
    expect(await program.get('bulkLookups.get', { id: byFilter.id })).toMatchObject({ toAsk: 0, counts: { saved: 1 } })
  })
})

it('keeps the sample spreadsheet of practice readable for a bulk look-up', async () => {
  const { program } = await connectToService()
  const bytes = readFileSync('resources/samples/sold-cars-clean.csv')
  const { fileId } = program.program.intake.add('sold.csv', bytes)
  const { id } = await program.get('bulkLookups.create', { source: { from: 'file', fileId } })
  expect((await program.get('bulkLookups.get', { id })).toAsk).toBeGreaterThan(10)
})
