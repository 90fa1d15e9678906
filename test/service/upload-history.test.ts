import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Upload } from '../../src/contract/uploads.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { longTest } from '../runs.ts'

const csv = [
  'Rego,State,Client Name,Sold on,Colour',
  ...Array.from({ length: 6 }, (_, car) => `1AB${1_000 + car},VIC,Client ${car},${13 + car}/02/2024,Red`),
  ',,No Car,13/02/2024,Red',
].join('\n')

async function connect(): Promise<{ pc: ProgramTwin; far: Awaited<ReturnType<typeof startFarService>> }> {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  const pc = await startProgram()
  await pc.get('connections.connect', {
    baseUrl: far.url,
    region: 'au',
    credentials: { scheme: 'api-key', apiKey: far.apiKey },
  })
  return { pc, far }
}

async function open(pc: ProgramTwin, name = 'sold.csv', text = csv): Promise<string> {
  const { fileId } = pc.program.intake.add(name, Buffer.from(text))
  return (await pc.get('drafts.open', { fileId })).id
}

const finished = (pc: ProgramTwin, id: string): Promise<Upload> =>
  pc.waitFor(async () => {
    const upload = await pc.get('uploads.get', { id })
    return upload.finishedAt === null ? undefined : upload
  })

async function send(pc: ProgramTwin, draftId: string, more: { sameFileConfirmed?: string[] } = {}): Promise<Upload> {
  const { id } = await pc.get('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: true, ...more })
  return finished(pc, id)
}

/** Waits until the customers of an upload are in the local list. */
const listed = (pc: ProgramTwin, uploadId: string, count: number): Promise<unknown> =>
  pc.waitFor(async () => {
    const { total } = await pc.get('customers.list', { uploadId, offset: 0, limit: 1 })
    return total === count ? true : undefined
  })

describe('the history of an upload', () => {
  it('has the file, the user, the connection and the options that it was sent with', async () => {
    const { pc } = await connect()
    const upload = await send(pc, await open(pc))
    expect(upload.origin).toMatchObject({
      fileHash: createHash('sha256').update(csv).digest('hex'),
      userName: 'jcitizen',
      referenceKey: 'forecourt_ref',
      knownCustomers: 'skip',
      options: { headerRow: 1, defaultState: null, mobileForm: 'national' },
    })
    expect(upload.origin.connectionName).toBe((await pc.get('connections.state', {})).current?.name)
    expect(upload.origin.options?.columns).toEqual([
      { header: 'Rego', target: 'rego', dateOrder: null },
      { header: 'State', target: 'state', dateOrder: null },
      { header: 'Client Name', target: 'client_name', dateOrder: null },
      { header: 'Sold on', target: 'sale_date', dateOrder: 'dmy' },
      { header: 'Colour', target: 'keep', dateOrder: null },
    ])
    expect(upload).toMatchObject({ lookUpMissingVins: true, paidLookups: 6, region: 'au' })
    expect(upload.serviceUploads).toMatchObject([{ batch: 1 }])
    expect(upload.serviceUploads[0]?.id).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('knows the same file under another name, and sends it again only when the user has seen that', async () => {
    const { pc } = await connect()
    const first = await send(pc, await open(pc))
    const renamed = await open(pc, 'renamed.csv')
    const { uploads } = await pc.get('uploads.sameFile', { draftId: renamed })
    expect(uploads).toMatchObject([
      { id: first.id, name: 'Sold', fileName: 'sold.csv', region: 'au', finished: true, customers: 6, undone: null },
    ])
    expect(uploads[0]?.connectionName).toBe(first.origin.connectionName)
    const changed = await open(pc, 'sold.csv', csv.replace('Red', 'Blue'))
    expect((await pc.get('uploads.sameFile', { draftId: changed })).uploads).toEqual([])
    await pc.get('drafts.setKnownCustomers', { id: renamed, choice: 'send' })
    expect(await pc.ask('uploads.create', { draftId: renamed, name: 'Again', lookUpMissingVins: false })).toMatchObject(
      {
        ok: false,
        error: { kind: 'conflict', message: 'This file was uploaded before, as “Sold”.', kept: 'Nothing was sent.' },
      },
    )
    const again = await send(pc, renamed, { sameFileConfirmed: [first.id] })
    expect(again.rows.accepted).toBe(6)
    expect(again.origin.fileHash).toBe(first.origin.fileHash)
  })

  longTest('says of a file whose upload was cancelled how many rows were sent', async () => {
    const { pc, far } = await connect()
    far.control.settings.customersPerSecond = 0.5
    const draftId = await open(pc)
    const { id } = await pc.get('uploads.create', { draftId, name: 'Sold', lookUpMissingVins: false })
    await pc.waitFor(async () => ((await pc.get('uploads.get', { id })).progress.done > 0 ? true : undefined))
    far.control.settings.customersPerSecond = 0
    await pc.get('uploads.cancel', { id })
    const { rows } = await finished(pc, id)
    const again = await open(pc)
    const { uploads } = await pc.get('uploads.sameFile', { draftId: again })
    expect(uploads).toMatchObject([{ id, customers: rows.accepted, cancelled: { sent: 6, all: 6 } }])
    expect(await pc.ask('uploads.create', { draftId: again, name: 'Again', lookUpMissingVins: false })).toMatchObject({
      error: { message: 'This file was uploaded before, as “Sold”. It was cancelled after 6 of 6 rows were sent.' },
    })
  })

  it('finds the same file in an upload of another region', async () => {
    const { pc } = await connect()
    const first = await send(pc, await open(pc))
    await pc.get('connections.setRegion', { region: 'nz' })
    const { uploads } = await pc.get('uploads.sameFile', { draftId: await open(pc) })
    expect(uploads).toMatchObject([{ id: first.id, region: 'au' }])
  })

  it('says that it was undone, and how many customers are left', async () => {
    const { pc, far } = await connect()
    const { id } = await send(pc, await open(pc))
    await listed(pc, id, 6)
    expect(await pc.ask('uploads.undo', { id, customers: 5 })).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    expect((await pc.get('uploads.get', { id })).undone).toBeNull()
    const [keptCustomer] = (await pc.get('customers.list', { uploadId: id, offset: 0, limit: 1 })).customers
    await pc.get('customers.delete', { selection: { by: 'ids', ids: [keptCustomer?.id ?? ''] } })
    await listed(pc, id, 5)
    const { deleting, upload } = await pc.get('uploads.undo', { id, customers: 5 })
    expect(deleting).toBe(5)
    expect(upload.undone).toMatchObject({ left: 5 })
    const done = await pc.waitFor(async () => {
      const { uploads } = await pc.get('uploads.list', {})
      return uploads[0]?.undone?.left === 0 ? uploads[0] : undefined
    })
    expect(done.undone).toMatchObject({ left: 0, deleting: 0 })
    expect(far.control.customers()).toHaveLength(0)
    const { uploads } = await pc.get('uploads.sameFile', { draftId: await open(pc) })
    expect(uploads[0]?.undone).toMatchObject({ left: 0 })
  })
})

describe('the rows of an upload as a file', () => {
  it('are saved by outcome, and each file can be corrected and imported again with its columns set', async () => {
    const { pc, far } = await connect()
    Object.assign(far.control.settings, { errorShare: 0.5 })
    const { id, rows } = await send(pc, await open(pc))
    expect(rows.failed).toBeGreaterThan(0)
    expect(rows.accepted).toBeGreaterThan(0)
    for (const [outcome, count] of [
      ['accepted', rows.accepted],
      ['failed', rows.failed],
      ['with-errors', 1],
    ] as const) {
      const file = await pc.get('uploads.exportRemainder', { id, outcome })
      expect(file.rows).toBe(count)
      expect(file.content.split('\r\n')[0]).toBe(
        '\ufeffForecourt row,Rego,State,Client Name,Sold on,Colour,Reason,Forecourt upload',
      )
      const corrected = file.content.replace('8,,,No Car', '8,1ZZ9ZZ,VIC,No Car')
      const draft = await pc.get('drafts.get', { id: await open(pc, file.fileName, corrected) })
      expect(draft.counts.rows).toBe(count)
      expect(draft.columns.map(({ target }) => target)).toEqual([
        'leave_out',
        'rego',
        'state',
        'client_name',
        'sale_date',
        'keep',
        'leave_out',
        'leave_out',
      ])
    }
  })
})
