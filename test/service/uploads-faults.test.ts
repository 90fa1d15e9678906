import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Upload, UploadRows } from '../../src/contract/uploads.ts'
import { createCustomers, type Customers } from '../../src/core/customers/customers.ts'
import { openDatabase, type Database } from '../../src/core/database/database.ts'
import type { RowsToSend } from '../../src/core/uploads/upload-writer.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { createUploads, type Uploads } from '../../src/core/uploads/uploads.ts'
import { startPracticeService, type PracticeService } from '../../src/simulator/service.ts'
import { uploadDraftsTwin, uploadPartsTwin } from '../twins/upload-parts-twin.ts'
import { connectionId, shortTiming, openTestStorage, rowsOfDraft } from './upload-parts.ts'

const { signal } = new AbortController()
const post = { method: 'POST', path: '/v2/recapture/upload' } as const
const read = { method: 'GET', path: '/v2/recapture/upload/:upload_id' } as const
const listing = { method: 'GET', path: '/v2/recapture/customers' } as const

let service: PracticeService
let database: Database
let storage: OpenStorage
let uploads: Uploads
let customers: Customers
let apiKey: string
let rows: number
let program: AbortController
/** Rows whose state the service does not know. */
let badRows: number[]
/** Answers an upload in place of the service; null: the service does. */
let gateway: (init: RequestInit) => Response | null

const sentRows = ({ body }: RequestInit): number => {
  const text = body instanceof Uint8Array ? Buffer.from(body).toString() : '{}'
  return (JSON.parse(text) as { customers?: unknown[] }).customers?.length ?? 0
}
const refusal = (status: number, body: unknown): Response => Response.json(body, { status })

function draft(): RowsToSend {
  const made = rowsOfDraft(rows)
  const isBad = ({ row }: { readonly row: number }): boolean => badRows.includes(row)
  return {
    ...made,
    rows: made.rows.map((each) => (isBad(each) ? { ...each, input: { ...each.input, state: 'XYZ' } } : each)),
  }
}

beforeEach(async () => {
  service = await startPracticeService({ customersPerSecond: 500 })
  service.control.settings.errorShare = 0
  service.control.settings.sightingShare = 0
  apiKey = service.apiKey
  rows = 60
  badRows = []
  gateway = () => null
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  database = opened.database
  program = new AbortController()
  storage = openTestStorage({
    database,
    baseUrl: service.url,
    apiKey: () => apiKey,
    batchSize: 20,
    fetch: async (url, init) => (init.method === 'POST' ? gateway(init) : null) ?? fetch(url, init),
    ended: program.signal,
  })
  customers = createCustomers(storage, {
    onReferencesListed: (scope, references) => uploads.checkAccounts(scope, references),
  })
  uploads = createUploads(storage, {
    ...uploadPartsTwin,
    drafts: uploadDraftsTwin(draft),
    // Most tests do not start the sync, which a refresh waits for.
    customers: { ...customers, refresh: uploadPartsTwin.customers.refresh },
    requestSync: (connectionId, region) => void customers.syncIfChanged(connectionId, region),
    timing: shortTiming,
  })
})
afterEach(async () => {
  program.abort()
  await uploads.close()
  await customers.close()
  database.close()
  await service.stop()
})

async function create(references = true): Promise<string> {
  const { id } = await uploads.create({ draftId: 'd', name: 'March', lookUpMissingVins: false, references }, signal)
  return id
}

/** Resolves with the upload at the first announcement after which the condition is true. */
function when(id: string, isSo: (upload: Upload) => boolean): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      uploads.get({ id }, signal).then((upload) => {
        if (!isSo(upload)) return
        stop()
        resolve(upload)
      }, reject)
    }
    const stop = storage.announcer.listen(({ name }) => {
      if (name === 'uploads.changed') look()
    })
    look()
  })
}
const complete = (id: string): Promise<Upload> => when(id, ({ state }) => state === 'complete')

function expectOnce(count = rows): void {
  const references = service.control.customers().map(({ additional_fields: fields }) => String(fields['forecourt_ref']))
  expect(new Set(references).size).toBe(references.length)
  expect(references).toHaveLength(count)
}
const accepted = (count: number): Partial<UploadRows> => ({
  accepted: count,
  failed: 0,
  notProcessed: 0,
  inProcess: 0,
  pending: 0,
})

describe('an upload against the practice service', () => {
  it('is sent, followed and matched to its rows, and its customers are in the cache', async () => {
    customers.start()
    const id = await create()
    const upload = await complete(id)
    expect(upload.rows).toMatchObject(accepted(60))
    expect(upload.batches.map(({ processed }) => processed)).toEqual([20, 20, 20])
    expectOnce()
    await new Promise<void>((resolve) => {
      const look = (): void => {
        void customers.status({}, signal).then(({ total }) => total === 60 && resolve())
      }
      storage.announcer.listen(({ name }) => {
        if (name === 'customers.changed') look()
      })
      look()
    })
    expect((await customers.knownVehicles(connectionId, 'au')).has('r:K00007|VIC')).toBe(true)
  })

  it.each(['before', 'effect'] as const)(
    'holds one copy of each row when an answer is lost, its connection broken: %s',
    async (after) => {
      service.control.dropNextResponse({ ...post, after })
      const id = await create()
      expect((await complete(id)).rows).toMatchObject(accepted(60))
      expectOnce()
    },
  )

  it('creates one customer per row when an answer is cut off or is not from the service', async () => {
    service.control.cutNextBody({ ...post, afterBytes: 15 })
    service.control.garbleNext({ ...post })
    const id = await create()
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
    expect(service.control.calls.count(post)).toBe(3)
  })

  it('waits as long as the service asks, and shows until when', async () => {
    service.control.rateLimit({ ...post, resetInSeconds: 1 })
    const id = await create()
    const waiting = await when(id, ({ state }) => state === 'waiting')
    expect(waiting.waiting?.until).not.toBeNull()
    expect(waiting.rows.pending).toBe(60)
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('recovers from errors of the service while sending and polling', async () => {
    service.control.failNext({ ...post, status: 503 })
    service.control.failNext({ ...read, status: 500 })
    service.control.failNext({ ...listing, status: 502 })
    service.control.rateLimit({ ...read, resetInSeconds: 1 })
    const id = await create()
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('continues when the service is available again', async () => {
    await service.control.goDown()
    const id = await create()
    await when(id, ({ state }) => state === 'waiting')
    await service.control.comeUp()
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('halves batches that are too large', async () => {
    service.control.settings.maxUploadCustomers = 7
    const id = await create()
    const upload = await complete(id)
    expect(Math.max(...upload.batches.map(({ rows: size }) => size))).toBeLessThanOrEqual(7)
    expect(upload.rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('halves batches whose size is refused in words, and starts the next upload with that size', async () => {
    rows = 45
    gateway = (init) =>
      sentRows(init) > 6 ? refusal(400, { success: false, message: 'Maximum 6 customers per upload' }) : null
    const id = await create()
    const upload = await complete(id)
    expect(upload.rows).toMatchObject(accepted(45))
    expectOnce()
    const before = service.control.calls.count(post)
    await complete(await create())
    expect(service.control.calls.count(post) - before).toBe(9)
  })

  it('asks about the rows that the service rejects, sends all others once, and ends with the exact account', async () => {
    badRows = [12, 51]
    const id = await create()
    const asked = await when(id, ({ state }) => state === 'undecided')
    expect(asked.rows).toMatchObject({ accepted: 58, pending: 2, failed: 0 })
    expect(asked.rejected.map(({ row, rego, reason }) => [row, rego, reason])).toEqual(
      badRows.map((row) => [
        row,
        `K000${row - 2}`,
        'The service rejected this row: “state must be one of NSW, NT, QLD, SA, TAS, VIC, WA, ACT”',
      ]),
    )
    expectOnce(58)
    await uploads.leaveOutRejected({ id, rows: 2 }, signal)
    const upload = await complete(id)
    expect(upload.rows).toMatchObject({ ...accepted(58), notSent: 2 })
    expectOnce(58)
    const remainder = await uploads.exportRemainder({ id, outcome: 'not-sent', format: 'csv' }, signal)
    expect(remainder.content).toContain('state must be one of')
  })

  it('lists the rows that the service failed', async () => {
    service.control.settings.failingRegos = new Set(['K00003', 'K00041'])
    const id = await create()
    const upload = await complete(id)
    expect(upload.rows).toMatchObject({ accepted: 58, failed: 2 })
    expect(upload.progress.errors).toBe(2)
    const failed = await uploads.rows({ id, outcome: 'failed', offset: 0, limit: 10 }, signal)
    expect(failed.rows.map(({ row }) => row)).toEqual([5, 43])
  })

  it('stops for a refused key, and continues when the user resumes with a valid one', async () => {
    service.control.settings.customersPerSecond = 0
    const held = service.control.holdNext({ ...post, after: 'before' })
    const id = await create()
    await held.arrived
    apiKey = 'no longer valid'
    held.release()
    const stopped = await when(id, ({ state }) => state === 'stopped')
    expect(stopped.failure?.kind).toBe('sign-in-required')
    service.control.settings.customersPerSecond = 500
    apiKey = service.apiKey
    await uploads.resume({ id }, signal)
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('is not stopped by a late refusal of the old key after it was resumed', async () => {
    service.control.settings.customersPerSecond = 0
    const heldPost = service.control.holdNext({ ...post, after: 'before' })
    const id = await create()
    await heldPost.arrived
    apiKey = 'no longer valid'
    const heldRead = service.control.holdNext({ ...read, after: 'before' })
    heldPost.release()
    await heldRead.arrived
    await when(id, ({ state }) => state === 'stopped')
    service.control.settings.customersPerSecond = 500
    apiKey = service.apiKey
    await uploads.resume({ id }, signal)
    heldRead.release()
    expect((await complete(id)).rows).toMatchObject(accepted(60))
    expectOnce()
  })

  it('ends with the exact remainder when cancelled while sending', async () => {
    service.control.settings.customersPerSecond = 0
    service.control.settings.failingRegos = new Set(['K00004'])
    const id = await create()
    await when(id, ({ batches }) => batches.every(({ state }) => state === 'processing'))
    service.control.process(27)
    await uploads.cancel({ id }, signal)
    const upload = await when(id, ({ state }) => state === 'cancelled')
    expect(upload.rows).toEqual({
      inFile: 62,
      withErrors: 2,
      excluded: 0,
      updated: 0,
      skipped: 0,
      pending: 0,
      notSent: 0,
      sent: 60,
      accepted: 26,
      failed: 1,
      notProcessed: 33,
      inProcess: 0,
    })
    expectOnce(26)
    const failed = await uploads.rows({ id, outcome: 'failed', offset: 0, limit: 10 }, signal)
    expect(failed.rows.map(({ row }) => row)).toEqual([6])
    const remainder = await uploads.exportRemainder({ id, outcome: null, format: 'csv' }, signal)
    expect(remainder.rows).toBe(36)
    expect(remainder.content.split('\r\n')).toHaveLength(38)
  })

  it('cancels a batch at the service that is being sent when the upload is cancelled', async () => {
    service.control.settings.customersPerSecond = 0
    const held = service.control.holdNext({ ...post, after: 'effect' })
    const id = await create()
    await held.arrived
    const cancelling = await uploads.cancel({ id }, signal)
    expect(cancelling.rows).toMatchObject({ notSent: 40, inProcess: 20 })
    held.release()
    const upload = await when(id, ({ state }) => state === 'cancelled')
    expect(upload.rows).toMatchObject({ notSent: 40, notProcessed: 20, accepted: 0 })
    expect(service.control.queuedCustomers()).toBe(0)
  })
})
