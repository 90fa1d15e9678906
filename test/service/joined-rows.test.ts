import { beforeEach, describe, expect, it } from 'vitest'
import type { Upload, UploadRows } from '../../src/contract/uploads.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { longTest } from '../runs.ts'

/** Two good rows, two with errors, one excluded as a duplicate, one that asks not to be called. */
const file = [
  'Rego,State,Customer Name,Mobile,Opt out',
  '1AB1000,VIC,Ann Lee,0491570006,',
  '1AB1001,VIC,Bob Ray,0491570156,',
  '1AB100123456,VIC,Cho Ngo,0491570157,',
  ',VIC,Di Fox,0491570158,',
  '1AB1001,VIC,Bob Ray,0491570156,',
  '1AB1005,VIC,Ed Poe,0491570110,Yes',
].join('\n')

let pc: ProgramTwin
let far: Awaited<ReturnType<typeof startFarService>>
let upload: Upload

async function send(draftId: string, name: string): Promise<Upload> {
  const { id } = await pc.get('uploads.create', { draftId, name, lookUpMissingVins: false })
  return pc.waitFor(async () => {
    const found = await pc.get('uploads.get', { id })
    return found.finishedAt === null ? undefined : found
  })
}

const current = (): Promise<Upload> => pc.get('uploads.get', { id: upload.id })
const rowsOf = async (outcome: 'with-errors' | 'accepted' | 'excluded') =>
  (await pc.get('uploads.rows', { id: upload.id, outcome, offset: 0, limit: 10 })).rows.map(
    ({ row, clientName, rego }) => [row, clientName, rego],
  )
const addsUp = (rows: UploadRows): boolean =>
  rows.inFile === rows.sent + rows.withErrors + rows.excluded + rows.updated + rows.pending + rows.notSent &&
  rows.sent === rows.accepted + rows.failed + rows.notProcessed + rows.inProcess
const fix = async (outcome: 'with-errors' | 'failed'): Promise<string> =>
  (await pc.get('uploads.retryRows', { id: upload.id, outcome })).draftId
const draftRows = async (id: string) =>
  (await pc.get('drafts.rows', { id, show: 'all', group: null, search: '', offset: 0, limit: 10 })).rows

beforeEach(async () => {
  far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  pc = await startProgram()
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
  const { fileId } = pc.program.intake.add('sold.csv', Buffer.from(file))
  const draft = await pc.get('drafts.open', { fileId })
  for (const { index } of draft.contactQuestions) {
    await pc.get('drafts.setContactChoice', { id: draft.id, index, choice: 'exclude' })
  }
  upload = await send(draft.id, 'March')
})

describe('rows with errors', () => {
  it('end apart from excluded rows, each with its name and rego, and excluded ones are counted by reason', async () => {
    expect(upload.rows).toMatchObject({ inFile: 6, accepted: 2, failed: 0, withErrors: 2, excluded: 2 })
    expect(addsUp(upload.rows)).toBe(true)
    expect(await rowsOf('with-errors')).toEqual([
      [4, 'Cho Ngo', '1AB100123456'],
      [5, 'Di Fox', null],
    ])
    expect((await rowsOf('excluded')).map(([, name]) => name)).toEqual(['Bob Ray', 'Ed Poe'])
    expect(upload.excludedReasons).toEqual(
      expect.arrayContaining([
        { reason: 'Duplicate: this car is in the file again', rows: 1 },
        { reason: 'Marked “do not contact” in “Opt out”', rows: 1 },
      ]),
    )
    expect(upload.excludedReasons).toHaveLength(2)
  })

  it('are opened as a draft, and join the account of their upload as they are sent', async () => {
    const draftId = await fix('with-errors')
    const [cho, di] = await draftRows(draftId)
    expect([cho?.status, di?.status]).toEqual(['error', 'error'])
    await pc.get('drafts.editCell', { id: draftId, row: cho?.row ?? 0, field: 'rego', value: '1AB1003' })
    await pc.get('drafts.editCell', { id: draftId, row: di?.row ?? 0, field: 'client_name', value: 'Diana Fox' })
    const first = await send(draftId, 'March, fixed')
    expect(first.rows).toMatchObject({ inFile: 2, accepted: 1, withErrors: 1 })
    const half = await current()
    expect(half).toMatchObject({ joined: 1, rows: { inFile: 6, accepted: 3, withErrors: 1, excluded: 2 } })
    expect(addsUp(half.rows)).toBe(true)
    expect((await rowsOf('accepted')).map(([, , rego]) => rego)).toEqual(['1AB1000', '1AB1003', '1AB1001'])
    expect(await rowsOf('with-errors')).toEqual([[5, 'Diana Fox', null]])

    // What was typed in the first round is there in the second one, which begins at the same upload.
    const again = await fix('with-errors')
    const [left, ...others] = await draftRows(again)
    expect(others).toEqual([])
    expect(left?.cells.client_name.value).toBe('Diana Fox')
    await pc.get('drafts.editCell', { id: again, row: left?.row ?? 0, field: 'rego', value: '1AB1004' })
    await send(again, 'March, fixed again')
    expect(await current()).toMatchObject({ joined: 2, rows: { accepted: 4, withErrors: 0, excluded: 2 } })
    expect(far.control.customers().map(({ client_name: name }) => name)).toEqual([
      'Ann Lee',
      'Bob Ray',
      'Cho Ngo',
      'Diana Fox',
    ])
  })

  it('open as the draft that has them already, with what was fixed there, until it is sent or removed', async () => {
    const first = await fix('with-errors')
    const [cho] = await draftRows(first)
    await pc.get('drafts.editCell', { id: first, row: cho?.row ?? 0, field: 'rego', value: '1AB1003' })
    expect(await fix('with-errors')).toBe(first)
    const of = { id: upload.id, outcome: 'with-errors' } as const
    const { draftId: single } = await pc.get('uploads.retryRows', { ...of, rows: [4] })
    expect(single).not.toBe(first)
    await pc.get('drafts.remove', { id: first })
    expect(await fix('with-errors')).not.toBe(first)
  })

  it('are customers of their upload, in its list and when it is undone', async () => {
    const draftId = await fix('with-errors')
    const [cho] = await draftRows(draftId)
    await pc.get('drafts.editCell', { id: draftId, row: cho?.row ?? 0, field: 'rego', value: '1AB1003' })
    const joined = await send(draftId, 'March, fixed')
    const listed = () => pc.get('customers.list', { uploadId: upload.id, offset: 0, limit: 10 })
    await pc.waitFor(async () => ((await listed()).total === 3 ? true : undefined))
    const { uploads } = await pc.get('customers.facts', {})
    expect(uploads.map(({ name, count }) => [name, count])).toEqual(
      expect.arrayContaining([
        ['March', 3],
        ['March, fixed', 1],
      ]),
    )
    await pc.get('uploads.undo', { id: upload.id, customers: 3 })
    await pc.waitFor(async () => (far.control.customers().length === 0 ? true : undefined))
    expect((await pc.get('uploads.get', { id: joined.id })).undone).not.toBeNull()
  })

  longTest('count as excluded with the reason that they get later', async () => {
    const draftId = await fix('with-errors')
    const [cho, di] = await draftRows(draftId)
    await pc.get('drafts.exclude', { id: draftId, rows: [di?.row ?? 0], excluded: true })
    await pc.get('drafts.editCell', { id: draftId, row: cho?.row ?? 0, field: 'rego', value: '1AB1003' })
    await send(draftId, 'March, fixed')
    const now = await current()
    expect(now.rows).toMatchObject({ accepted: 3, withErrors: 0, excluded: 3 })
    expect(now.excludedReasons).toContainEqual({ reason: 'Excluded by you', rows: 1 })
    expect(now.excludedReasons.reduce((sum, { rows }) => sum + rows, 0)).toBe(3)
  })

  it('are sent once when two drafts have them', async () => {
    const first = await fix('with-errors')
    const { id: second } = await pc.get('drafts.duplicate', { id: first })
    const fixCho = async (draftId: string, rego: string): Promise<number> => {
      const row = (await draftRows(draftId)).find(({ cells }) => cells.client_name.value === 'Cho Ngo')?.row ?? 0
      await pc.get('drafts.editCell', { id: draftId, row, field: 'rego', value: rego })
      return row
    }
    await fixCho(first, '1AB1003')
    await send(first, 'March, fixed')
    // With another rego, so that it is not taken for the customer that the first draft made. The same file is confirmed.
    const row = await fixCho(second, '1AB1004')
    const { uploads } = await pc.get('uploads.sameFile', { draftId: second })
    const create = {
      draftId: second,
      name: 'March, fixed twice',
      lookUpMissingVins: false,
      sameFileConfirmed: uploads.map(({ id }) => id),
    }
    expect(await pc.ask('uploads.create', create)).toMatchObject({
      ok: false,
      error: { kind: 'conflict', message: `1 row of this draft was already sent from another draft: row ${row}.` },
    })
    expect(far.control.customers().map(({ client_name: name }) => name)).toEqual(['Ann Lee', 'Bob Ray', 'Cho Ngo'])
    expect((await current()).joined).toBe(1)

    // The rest of the draft can be sent.
    await pc.get('drafts.exclude', { id: second, rows: [row], excluded: true })
    const di = (await draftRows(second)).find(({ cells }) => cells.client_name.value === 'Di Fox')?.row ?? 0
    await pc.get('drafts.editCell', { id: second, row: di, field: 'rego', value: '1AB1005' })
    await pc.get('uploads.create', create)
    await pc.waitFor(async () => (far.control.customers().length === 4 ? true : undefined))
    expect((await current()).rows).toMatchObject({ withErrors: 0 })
  })

  longTest('are with errors again when the upload that they joined is undone', async () => {
    const draftId = await fix('with-errors')
    const [cho] = await draftRows(draftId)
    await pc.get('drafts.editCell', { id: draftId, row: cho?.row ?? 0, field: 'rego', value: '1AB1003' })
    const { id } = await send(draftId, 'March, fixed')
    await pc.waitFor(async () =>
      (await pc.get('customers.list', { uploadId: id, offset: 0, limit: 10 })).total === 1 ? true : undefined,
    )
    await pc.get('uploads.undo', { id, customers: 1 })
    expect((await current()).rows).toMatchObject({ accepted: 2, withErrors: 2, excluded: 2 })
  })
})
