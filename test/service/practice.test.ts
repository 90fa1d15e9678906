import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Customer } from '../../src/contract/customer-record.ts'
import { longTest, onlyLong } from '../runs.ts'
import { createPracticeTwin, startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

/** A program with a practice service that processes nothing until a test sets its speed. The same seed gives the same sample data. */
async function practising(owners = 0, seed?: number): Promise<ProgramTwin> {
  const practice = createPracticeTwin({ customersPerSecond: 0, owners, ...(seed !== undefined && { seed }) })
  const program = await startProgram({ practice })
  await program.get('connections.startPractice', { region: 'au' })
  return program
}

const sold = Array.from({ length: 40 }, (_, at) => `S${100 + at}ABC,SA,Customer ${at}`)

/** Sends a spreadsheet of 40 rows; resolves when the service has them all. */
async function send(program: ProgramTwin): Promise<string> {
  const { fileId } = program.program.intake.add('sold.csv', Buffer.from(`Rego,State,Client Name\n${sold.join('\n')}\n`))
  const draft = await program.get('drafts.open', { fileId })
  const upload = await program.get('uploads.create', { draftId: draft.id, name: 'Sold', lookUpMissingVins: false })
  await program.waitFor(async () => {
    const { batches } = await program.get('uploads.get', { id: upload.id })
    return batches.every(({ state }) => state === 'processing') || undefined
  })
  return upload.id
}

const listed = async (program: ProgramTwin): Promise<readonly Customer[]> =>
  (await program.get('customers.list', { offset: 0, limit: 100 })).customers

const reachability = async (program: ProgramTwin): Promise<string> =>
  (await program.get('connections.state', {})).reachability

describe('the controls of practice', () => {
  it('work for practice only', async () => {
    const program = await startProgram()
    expect(await program.ask('practice.state', {})).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    const far = await startFarService()
    await program.get('connections.startPractice', { region: 'au' })
    await program.get('connections.connect', {
      name: 'Main Street Motors',
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    for (const [method, input] of [
      ['practice.state', {}],
      ['practice.set', { outage: 'service-down' }],
      ['practice.makeSighting', {}],
      ['practice.reset', { endUploads: true }],
    ] as const) {
      expect(await program.ask(method, input)).toMatchObject({ ok: false, error: { kind: 'invalid-input' } })
    }
    expect(program.practice.service().control.settings.serviceDown).toBe(false)
  })

  it('set the speed and announce it', async () => {
    const program = await practising()
    await send(program)
    expect(await program.get('practice.state', {})).toEqual({
      speed: 0,
      outage: 'none',
      customers: 0,
      waiting: 40,
      openUploads: 1,
    })
    const before = program.events.filter(({ name }) => name === 'connections.changed').length
    expect(await program.get('practice.set', { speed: 'at-once' })).toMatchObject({ speed: 'at-once' })
    expect(program.events.filter(({ name }) => name === 'connections.changed').length).toBeGreaterThan(before)
    await program.practice.service().control.waitForUpload()
    expect(await program.get('practice.state', {})).toMatchObject({ waiting: 0 })
    expect(await program.get('practice.set', { speed: 5 })).toMatchObject({ speed: 5 })
  })

  it.each([
    ['service-down', 'service-down', 'service-down'],
    ...onlyLong(['no-network', 'offline', 'offline'] as const),
  ] as const)('%s makes calls fail as %s, and all goes on once it is over', async (outage, kind, shown) => {
    const program = await practising()
    const id = await send(program)
    expect(await reachability(program)).toBe('online')
    expect(await program.get('practice.set', { outage })).toMatchObject({ outage })
    expect(await reachability(program)).toBe(shown)
    expect(await program.get('connections.testCurrent', {})).toMatchObject({ ok: false })
    program.practice.service().control.process(40)
    await program.get('customers.sync', {})
    await program.waitFor(async () => ((await program.get('customers.status', {})).problem ? true : undefined))

    expect(await program.get('practice.set', { outage: 'none' })).toMatchObject({ outage: 'none' })
    expect(await reachability(program)).toBe('online')
    const done = await program.waitFor(async () => {
      const upload = await program.get('uploads.get', { id })
      return upload.state === 'complete' ? upload : undefined
    })
    expect(done.rows).toMatchObject({ sent: 40 })
    expect(program.unexpected).toEqual([])
    expect(kind).toBe(shown)
  })
})

describe('a sighting on request', () => {
  it('is in the list when the call returns, for any and for a selected customer', async () => {
    const program = await practising(60)
    await program.waitFor(async () => ((await program.get('customers.status', {})).total > 0 ? true : undefined))
    const unseen = (await listed(program)).filter(({ sightings }) => sightings.length === 0).map(({ id }) => id)
    const any = await program.get('practice.makeSighting', {})
    expect(any).toMatchObject({ shown: true })
    expect(unseen).toContain(any.customerId)
    const chosenId = unseen.find((id) => id !== any.customerId) ?? ''
    const chosen = await program.get('practice.makeSighting', { customerId: chosenId })
    for (const seen of [any, chosen]) {
      const customer = await program.get('customers.get', { id: seen.customerId })
      expect(customer.sightings.at(-1)?.listingTitle).toBe(seen.listingTitle)
      expect(customer.clientName).toBe(seen.clientName)
    }
    expect(chosen.customerId).toBe(chosenId)
  })

  it('made while offline is shown after the network returns', async () => {
    const program = await practising(60)
    await program.waitFor(async () => ((await program.get('customers.status', {})).syncedAt ? true : undefined))
    await program.get('practice.set', { outage: 'no-network' })
    const seen = await program.get('practice.makeSighting', {})
    expect(seen.shown).toBe(false)
    await program.get('practice.set', { outage: 'none' })
    const customer = await program.waitFor(async () => {
      const now = await program.get('customers.get', { id: seen.customerId })
      return now.sightings.length > 0 ? now : undefined
    })
    expect(customer.sightings[0]?.listingTitle).toBe(seen.listingTitle)
  })

  it('is rejected without customers', async () => {
    const program = await practising()
    expect(await program.ask('practice.makeSighting', {})).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(await program.ask('practice.makeSighting', { customerId: 'nobody' })).toMatchObject({
      ok: false,
      error: { kind: 'not-found' },
    })
  })
})

describe('a new practice', () => {
  it('has customers at once, some with recent sightings', async () => {
    const program = await practising(60, 7)
    const status = await program.waitFor(async () => {
      const now = await program.get('customers.status', {})
      return now.syncedAt ? now : undefined
    })
    expect(status.total).toBeGreaterThan(40)
    expect(status.withSightings).toBeGreaterThan(2)
    expect(await program.get('uploads.list', {})).toEqual({ total: 0, uploads: [] })
  })
})

describe('a practice reset', () => {
  it('removes the local and remote data of practice with its keys, and nothing of another connection', async () => {
    const program = await practising(60)
    const far = await startFarService({ owners: 10 })
    await program.get('connections.connect', {
      name: 'Main Street Motors',
      baseUrl: far.url,
      region: 'au',
      credentials: { scheme: 'api-key', apiKey: far.apiKey },
    })
    const account = (await program.get('connections.state', {})).current?.id ?? ''
    await program.waitFor(async () => ((await program.get('customers.status', {})).syncedAt ? true : undefined))
    const ofAccount = await listed(program)
    await program.get('connections.startPractice', { region: 'au' })

    const uploadId = await send(program)
    program.practice.service().control.process(40)
    await program.waitFor(async () =>
      (await program.get('uploads.get', { id: uploadId })).state === 'complete' ? true : undefined,
    )
    const { fileId } = program.program.intake.add('next.csv', Buffer.from('Rego,State\nXYZ789,NSW\n'))
    const draft = await program.get('drafts.open', { fileId })
    const before = program.practice.service()
    const store = join(program.dataFolder, 'practice.db')
    expect(existsSync(store)).toBe(true)
    const keptBefore = readFileSync(store)
    const ids = new Set(before.control.customers().map(({ id }) => id))

    const state = await program.get('practice.reset', {})
    expect(state).toMatchObject({ outage: 'none', openUploads: 0, waiting: 0 })
    const after = program.practice.service()
    expect(after.apiKey).not.toBe(before.apiKey)
    expect(after.clientSecret).not.toBe(before.clientSecret)
    expect(after.control.customers().some(({ id }) => ids.has(id))).toBe(false)
    expect(readFileSync(store).equals(keptBefore)).toBe(false)
    expect(await program.get('uploads.list', {})).toEqual({ total: 0, uploads: [] })
    expect((await program.get('drafts.list', {})).drafts.map(({ id }) => id)).toEqual([draft.id])
    await program.waitFor(async () => ((await program.get('customers.status', {})).syncedAt ? true : undefined))
    const now = await listed(program)
    expect(now.length).toBeGreaterThan(40)
    expect(now.some(({ id }) => ids.has(id))).toBe(false)
    expect(await reachability(program)).toBe('online')

    await program.get('connections.select', { id: account })
    expect(await listed(program)).toEqual(ofAccount)
    expect(far.control.customerCount()).toBeGreaterThan(0)
    expect(program.unexpected).toEqual([])
  })

  longTest('ends a running upload only when requested', async () => {
    const program = await practising()
    const id = await send(program)
    expect(await program.ask('practice.reset', {})).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    expect(await program.get('uploads.get', { id })).toMatchObject({ id })
    expect(program.practice.service().control.queuedCustomers()).toBe(40)

    await program.get('practice.reset', { endUploads: true })
    expect(await program.ask('uploads.get', { id })).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect(program.practice.service().control.uploads()).toEqual([])
    // What is sent after the new beginning goes its whole way.
    const again = await send(program)
    await program.get('practice.set', { speed: 'at-once' })
    await program.waitFor(async () =>
      (await program.get('uploads.get', { id: again })).state === 'complete' ? true : undefined,
    )
    expect(program.unexpected).toEqual([])
  })

  longTest('changes nothing when the file can’t be removed, and running uploads continue', async () => {
    const practice = createPracticeTwin({ customersPerSecond: 0 })
    const program = await startProgram({
      practice: {
        ...practice,
        async erase() {
          await practice.stop()
          throw new Error('the file is in use')
        },
      },
    })
    await program.get('connections.startPractice', { region: 'au' })
    const id = await send(program)
    expect(await program.ask('practice.reset', { endUploads: true })).toMatchObject({
      ok: false,
      error: { kind: 'conflict' },
    })
    await program.get('practice.set', { speed: 'at-once' })
    const done = await program.waitFor(async () => {
      const upload = await program.get('uploads.get', { id })
      return upload.state === 'complete' ? upload : undefined
    })
    expect(done.rows).toMatchObject({ sent: 40, inProcess: 0 })
    expect(practice.service().control.customerCount()).toBe(done.rows.accepted)
    expect(program.unexpected).toEqual([])
  })

  it('works while offline, and restores the network', async () => {
    const program = await practising(60)
    await program.get('practice.set', { outage: 'no-network', speed: 1 })
    expect(await program.get('practice.reset', {})).toMatchObject({ outage: 'none' })
    await program.waitFor(async () => ((await program.get('customers.status', {})).syncedAt ? true : undefined))
    expect(await reachability(program)).toBe('online')
  })
})
