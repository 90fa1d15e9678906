import { describe, expect, it } from 'vitest'
import { createPracticeTwin } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'
import { longTest } from '../runs.ts'

const csv = [
  'Rego,State,Client Name,Mobile',
  '1AB2CD,VIC,Jane Citizen,0491 570 006',
  'XYZ789,NSW,John Citizen,0491 570 156',
  'BEH46H,NSW,Ana Rossi,0491 570 157',
].join('\n')

/** Enough rows that creating the upload takes some time. */
const longCsv = [
  'Rego,State,Client Name',
  ...Array.from({ length: 8_000 }, (_, car) => `1AB${1_000 + car},VIC,Jane Citizen`),
].join('\n')

async function open(program: ProgramTwin, text = csv): Promise<string> {
  const { fileId } = program.program.intake.add('sold.csv', Buffer.from(text))
  return (await program.get('drafts.open', { fileId })).id
}

/** Practice that accepts uploads and never processes them. */
async function startWithoutProcessing(): Promise<ProgramTwin> {
  const program = await startProgram({ practice: createPracticeTwin({ customersPerSecond: 0 }) })
  await program.get('connections.startPractice', { region: 'au' })
  return program
}

describe('the same spreadsheet twice', () => {
  it('is not sent again while the first is being uploaded, whether opened before or after', async () => {
    const program = await startWithoutProcessing()
    const [first, before] = [await open(program), await open(program)]
    await program.get('uploads.create', { draftId: first, name: 'Sold', lookUpMissingVins: false })
    const after = await open(program)
    for (const id of [before, after]) {
      const { counts, excludedReasons } = await program.get('drafts.get', { id })
      expect(counts).toMatchObject({ rows: 3, ready: 0, warning: 0, excluded: 3 })
      expect(excludedReasons).toEqual([{ reason: 'Already in your customers', rows: 3 }])
      expect(
        await program.ask('uploads.create', { draftId: id, name: 'Again', lookUpMissingVins: false }),
      ).toMatchObject({
        ok: false,
        error: { kind: 'invalid-input' },
      })
    }
    expect((await program.get('uploads.list', {})).uploads).toHaveLength(1)
  })

  longTest('can be sent again after the first was cancelled', async () => {
    const program = await startWithoutProcessing()
    const upload = await program.get('uploads.create', {
      draftId: await open(program),
      name: 'Sold',
      lookUpMissingVins: false,
    })
    await program.get('uploads.cancel', { id: upload.id })
    await program.waitFor(async () =>
      (await program.get('uploads.get', { id: upload.id })).finishedAt === null ? undefined : true,
    )
    const { counts } = await program.get('drafts.get', { id: await open(program) })
    expect(counts).toMatchObject({ rows: 3, excluded: 0 })
  })
})

describe('a spreadsheet that is edited while its upload is created', () => {
  it('keeps the edit, and the upload fails with conflict', async () => {
    const program = await startWithoutProcessing()
    const id = await open(program, longCsv)
    const edit = { id, row: 2, field: 'client_name', value: 'Jane Answered' } as const
    const [created, edited] = await Promise.all([
      program.ask('uploads.create', { draftId: id, name: 'Sold', lookUpMissingVins: false }),
      program.ask('drafts.editCell', edit),
    ])
    expect(edited.ok).toBe(true)
    expect(created).toMatchObject({ ok: false, error: { kind: 'conflict' } })
    expect((await program.get('uploads.list', {})).uploads).toEqual([])
    const { rows } = await program.get('drafts.rowsByNumber', { id, rows: [2] })
    expect(rows[0]?.cells.client_name.value).toBe('Jane Answered')
    await program.get('uploads.create', { draftId: id, name: 'Sold', lookUpMissingVins: false })
    expect(program.unexpected).toEqual([])
  })

  it('is not sent when it is removed', async () => {
    const program = await startWithoutProcessing()
    const id = await open(program, longCsv)
    const [created, removed] = await Promise.all([
      program.ask('uploads.create', { draftId: id, name: 'Sold', lookUpMissingVins: false }),
      program.ask('drafts.remove', { id }),
    ])
    expect(removed.ok).toBe(true)
    expect(created).toMatchObject({ ok: false, error: { kind: 'not-found' } })
    expect((await program.get('uploads.list', {})).uploads).toEqual([])
    expect(program.unexpected).toEqual([])
  })
})
