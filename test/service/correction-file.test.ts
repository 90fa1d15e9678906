import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { read, utils, write } from '@e965/xlsx'
import type { Draft } from '../../src/contract/drafts.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import { startFarService } from '../twins/practice-twin.ts'
import { startProgram, type ProgramTwin } from '../twins/program-twin.ts'

type Far = Awaited<ReturnType<typeof startFarService>>

/** Months first (one day is above 12), no state, a name column that no rule would guess, and a consent column. */
const header = ['Rego', 'Who', 'Bought', 'Consent']
const rows = [
  ...Array.from({ length: 5 }, (_, car) => [`1AB${1_000 + car}`, `Client ${car}`, '02/03/2024', 'Yes']),
  ['1AB2000', 'Client last', '02/25/2024', 'No'],
]
const failing = ['1AB1000', '1AB1001', '1AB1002']
const csv = (table: readonly (readonly string[])[], delimiter = ','): string => Papa.unparse([...table], { delimiter })

async function connect(far: Far, pc: ProgramTwin): Promise<void> {
  const credentials = { scheme: 'api-key', apiKey: far.apiKey } as const
  await pc.get('connections.connect', { baseUrl: far.url, region: 'au', credentials })
}

async function open(pc: ProgramTwin, name: string, content: string | Buffer): Promise<Draft> {
  const { fileId } = pc.program.intake.add(name, typeof content === 'string' ? Buffer.from(content) : content)
  return pc.get('drafts.open', { fileId })
}

async function send(pc: ProgramTwin, draftId: string, name: string): Promise<Upload> {
  const { id } = await pc.get('uploads.create', { draftId, name, lookUpMissingVins: false })
  return pc.waitFor(async () => {
    const upload = await pc.get('uploads.get', { id })
    return upload.finishedAt === null ? undefined : upload
  })
}

/** An upload with three failed rows, for which the user made every kind of decision, and its file of failed rows. */
async function failedUpload() {
  const far = await startFarService()
  Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
  far.control.settings.failingRegos = new Set(failing)
  const pc = await startProgram()
  await connect(far, pc)
  const draft = await open(pc, 'sold.csv', csv([header, ...rows]))
  const at = (name: string): number => header.indexOf(name)
  await pc.get('drafts.setColumn', { id: draft.id, index: at('Who'), target: 'client_name' })
  await pc.get('drafts.setColumn', { id: draft.id, index: at('Bought'), target: 'sale_date' })
  await pc.get('drafts.setColumn', { id: draft.id, index: at('Consent'), target: 'opt_out' })
  await pc.get('drafts.setContactChoice', { id: draft.id, index: at('Consent'), choice: 'send' })
  await pc.get('drafts.setDefaultState', { id: draft.id, state: 'VIC' })
  const upload = await send(pc, draft.id, 'March')
  expect(upload.rows).toMatchObject({ accepted: 3, failed: 3 })
  const { content: text } = await pc.get('uploads.exportRemainder', { id: upload.id, outcome: 'failed' })
  far.control.settings.failingRegos = new Set()
  const table = Papa.parse<string[]>(text.slice(1).trimEnd()).data
  return { far, pc, upload, text, table }
}

const targets = ({ columns }: Draft): Record<string, string> =>
  Object.fromEntries(columns.map(({ header: name, target }) => [name, target]))

const expectDecisions = (draft: Draft): void => expectDecisionsOf(draft, 'March')

function expectDecisionsOf(draft: Draft, name: string): void {
  expect(targets(draft)).toMatchObject({ Rego: 'rego', Who: 'client_name', Bought: 'sale_date', Consent: 'opt_out' })
  expect(draft.columns.find(({ target }) => target === 'sale_date')?.dates?.order).toBe('mdy')
  expect(draft).toMatchObject({ step: 'check', defaultState: 'VIC', corrects: { name } })
  expect(draft.contactQuestions.filter(({ choice }) => choice === null)).toEqual([])
}

const everyRow = { show: 'all', group: null, search: '', offset: 0, limit: 10 } as const

const customers = async ({ far }: { far: Far }) => far.control.customers()

describe('a file of failed rows that was corrected', () => {
  it('has all that was decided for the original, and its rows join the upload', async () => {
    const { far, pc, upload, table } = await failedUpload()
    const draft = await open(pc, 'sold - failed rows.csv', csv(table))
    expectDecisions(draft)
    expect(draft.source.notes[0]).toBe(
      'These rows were saved from the upload “March”. Its columns, date orders and answers apply, and the rows join it.',
    )
    const second = await send(pc, draft.id, 'March, corrected')
    expect(second).toMatchObject({ corrects: { id: upload.id, name: 'March' }, rows: { accepted: 3, failed: 0 } })
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 3, rows: { failed: 0 } })
    const dates = (await customers({ far })).map(({ sale_date: date }) => String(date).slice(0, 10))
    expect(dates.toSorted().slice(0, 5)).toEqual(Array(5).fill('2024-02-03'))
  })

  it.each([
    [
      'a workbook',
      (table: string[][]) => {
        const book = utils.book_new()
        utils.book_append_sheet(book, utils.aoa_to_sheet(table), 'Sheet1')
        return { name: 'saved.xlsx', content: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, count: 3 }
      },
    ] as const,
    ...onlyLong(
      [
        'a CSV with semicolons, without a row, and with the columns in another order',
        (table: string[][]) => ({
          name: 'saved.csv',
          content: `\ufeff${csv(
            table.slice(0, 3).map((cells) => cells.toReversed()),
            ';',
          )}`,
          count: 2,
        }),
      ] as const,
      [
        'a CSV with a row that the user added',
        (table: string[][]) => ({
          name: 'saved.csv',
          content: csv([...table, ['', '1AB9999', 'Added', '02/03/2024', 'Yes', '', '']]),
          count: 3,
        }),
      ] as const,
    ),
  ] as const)('keeps its identity as %s', async (_what, save) => {
    const { pc, upload, table } = await failedUpload()
    const { name, content, count } = save(table)
    const draft = await open(pc, name, content)
    expectDecisions(draft)
    await send(pc, draft.id, 'March, corrected')
    const corrected = await pc.get('uploads.get', { id: upload.id })
    expect(corrected).toMatchObject({ joined: count, rows: { failed: 3 - count } })
  })

  it('is the same as a workbook of Forecourt, with the cells to correct and the reasons coloured', async () => {
    const far = await startFarService()
    Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
    far.control.settings.failingRegos = new Set(failing)
    const pc = await startProgram()
    await connect(far, pc)
    // A bad mobile, a bad date, and a leading zero that a number would lose.
    const mobiles = ['0491570006', '0491570156', '0491570157', '0491570158', '12', '0491570110']
    const list = rows.map((cells, at) => [
      ...cells.slice(0, 2),
      at === 5 ? '31/02/2024' : '02/03/2024',
      mobiles[at] ?? '',
    ])
    const draft = await open(pc, 'sold.csv', csv([['Rego', 'Client Name', 'Sale date', 'Mobile'], ...list]))
    await pc.get('drafts.setDefaultState', { id: draft.id, state: 'VIC' })
    const upload = await send(pc, draft.id, 'March')
    expect(upload.rows).toMatchObject({ accepted: 1, failed: 3, withErrors: 2 })
    far.control.settings.failingRegos = new Set()

    const exported = { id: upload.id, outcome: null } as const
    const asText = await pc.get('uploads.exportRemainder', { ...exported, format: 'csv' })
    const asWorkbook = await pc.get('uploads.exportRemainder', { ...exported, format: 'xlsx' })
    expect(asWorkbook).toMatchObject({ fileName: 'sold - remainder.xlsx', rows: 5 })
    const bytes = Buffer.from(asWorkbook.content, 'base64')
    const { Sheets: sheets, SheetNames: names } = read(bytes, { cellStyles: true })
    const sheet = sheets[names[0] ?? ''] ?? {}
    const table = utils.sheet_to_json<unknown[]>(sheet, { header: 1 }).map((cells) => cells.map(String))
    expect(table).toEqual(Papa.parse<string[]>(asText.content.slice(1).trimEnd()).data)
    const colourOf = (cell: string): string | undefined =>
      (sheet[cell] as { s?: { fgColor?: { rgb?: string } } }).s?.fgColor?.rgb
    expect(['B2', 'F2'].map(colourOf)).toEqual([undefined, 'FDEBC8'])
    expect(['E5', 'F5', 'D6', 'F6'].map(colourOf)).toEqual(['F9D5D3', 'FDEBC8', 'F9D5D3', 'FDEBC8'])

    const drafts = [await open(pc, asText.fileName, asText.content), await open(pc, asWorkbook.fileName, bytes)]
    const rowsOf = async ({ id }: Draft) =>
      (await pc.get('drafts.rows', { ...everyRow, id })).rows.map(({ status, cells }) => [status, cells])
    const [fromText = [], fromWorkbook] = await Promise.all(drafts.map(rowsOf))
    expect(fromText.map(([status]) => status)).toEqual(['error', 'error', 'ready', 'ready', 'ready'])
    expect(fromWorkbook).toEqual(fromText)
    expect(drafts.map(targets)).toEqual(Array(2).fill(targets(drafts[0] ?? draft)))
    expect(drafts[1]).toMatchObject({ step: 'check', defaultState: 'VIC', corrects: { name: 'March' } })
    await send(pc, drafts[1]?.id ?? '', 'March, corrected')
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({
      joined: 3,
      rows: { accepted: 4, failed: 0, withErrors: 2 },
    })
    expect((await customers({ far })).map(({ mobile_number: mobile }) => mobile)).toContain('0491570006')
  })

  it('of another PC, or of several uploads, is an ordinary file, and says so', async () => {
    const { far, pc, table } = await failedUpload()
    const mixed = table.map((cells, row) => (row === 2 ? [...cells.slice(0, -1), 'U-00000000000000ff'] : cells))
    const several = await open(pc, 'mixed.csv', csv(mixed))
    expect(several.corrects).toBeUndefined()
    expect(several.source.notes[0]).toBe(
      'These rows were saved from several uploads, so they are imported as an ordinary file.',
    )
    const other = await startProgram()
    await connect(far, other)
    const draft = await open(other, 'sold - failed rows.csv', csv(table))
    expect(draft).toMatchObject({ step: 'columns', defaultState: null })
    expect(draft.corrects).toBeUndefined()
    expect(draft.source.notes[0]).toBe(
      'These rows were saved from an upload that isn’t on this PC, in this connection and region. They are imported as an ordinary file.',
    )
    expect(draft.counts.rows).toBe(3)
  })
})

longDescribe('what the user fixed before the first upload', () => {
  it('is in the draft of its failed rows, except where the file has another text now', async () => {
    const far = await startFarService()
    Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
    const plates = ['1ZZ0001', '1ZZ0002', '1ZZ0003']
    far.control.settings.failingRegos = new Set(plates)
    const pc = await startProgram()
    await connect(far, pc)
    // The first two regos are typed by hand, and one state is fixed wherever it stands.
    const list = [
      ['Rego', 'State', 'Customer Name', 'Sale date'],
      ['??', 'Vctoria', 'Ann Lee', '4/3/2024'],
      ['!!', 'Vctoria', 'Bob Tan', '5/3/2024'],
      ['1ZZ0003', 'Vctoria', 'Cho Ngo', '6/3/2024'],
    ]
    const { id } = await open(pc, 'sold.csv', csv(list))
    await pc.get('drafts.editCell', { id, row: 2, field: 'rego', value: plates[0] ?? '' })
    await pc.get('drafts.editCell', { id, row: 3, field: 'rego', value: plates[1] ?? '' })
    const edited = await pc.get('drafts.editCell', { id, row: 3, field: 'client_name', value: 'Robert Tan' })
    const group = edited.groups.find(({ field, severity }) => field === 'state' && severity === 'error')
    expect(group?.rows).toBe(3)
    await pc.get('drafts.fixGroup', { id, group: group?.key ?? '', value: 'VIC' })
    const upload = await send(pc, id, 'March')
    expect(upload.rows).toMatchObject({ accepted: 0, failed: 3 })
    const { content: text } = await pc.get('uploads.exportRemainder', { id: upload.id, outcome: 'failed' })
    far.control.settings.failingRegos = new Set()
    const [first = [], ann = [], bob = [], cho = []] = Papa.parse<string[]>(text.slice(1).trimEnd()).data
    expect(bob.slice(1, 4)).toEqual(['!!', 'Vctoria', 'Bob Tan'])
    // In Excel: another rego for Bob, and the rows in another order.
    const corrected = [first, cho, bob.with(1, '1ZZ0009'), ann]

    const second = await send(pc, (await open(pc, 'sold - failed rows.csv', csv(corrected))).id, 'March, corrected')
    expect(second.rows).toMatchObject({ accepted: 3, failed: 0, excluded: 0 })
    const sent = far.control.customers().map(({ rego, state, client_name: name }) => [rego, state, name])
    expect(sent).toEqual([
      ['1ZZ0003', 'VIC', 'Cho Ngo'],
      ['1ZZ0009', 'VIC', 'Robert Tan'],
      ['1ZZ0001', 'VIC', 'Ann Lee'],
    ])
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 3, rows: { failed: 0 } })
  })
})

describe('a correction that fails again', () => {
  it('is corrected by a second file, and the first upload counts both rounds', async () => {
    const { far, pc, upload, table } = await failedUpload()
    far.control.settings.failingRegos = new Set(['1AB1001', '1AB1002'])
    const first = await send(pc, (await open(pc, 'sold - failed rows.csv', csv(table))).id, 'Round one')
    expect(first.rows).toMatchObject({ accepted: 1, failed: 2 })
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 1, rows: { failed: 2 } })

    const again = await pc.get('uploads.exportRemainder', { id: first.id, outcome: 'failed' })
    const rounds = Papa.parse<string[]>(again.content.slice(1).trimEnd()).data
    expect(rounds[0]).toEqual(['Forecourt row', ...header, 'Reason', 'Forecourt upload'])
    expect(rounds.slice(1).map((cells) => cells.at(-1))).toEqual(Array(2).fill(`U-${first.id}`))
    far.control.settings.failingRegos = new Set()
    const draft = await open(pc, again.fileName, csv(rounds))
    expectDecisionsOf(draft, 'Round one')
    const second = await send(pc, draft.id, 'Round two')
    expect(second).toMatchObject({ corrects: { id: first.id }, rows: { accepted: 2, failed: 0 } })
    expect(await pc.get('uploads.get', { id: first.id })).toMatchObject({ joined: 2, rows: { failed: 0 } })
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 3, rows: { failed: 0 } })
    expect(far.control.customers()).toHaveLength(rows.length)
  })
})

describe('failed rows', () => {
  longTest('are corrected one at a time, with what was typed before, and join the upload', async () => {
    const far = await startFarService()
    Object.assign(far.control.settings, { errorShare: 0, sightingShare: 0 })
    far.control.settings.failingRegos = new Set(failing)
    const pc = await startProgram()
    await connect(far, pc)
    const draft = await open(pc, 'sold.csv', csv([header, ...rows.slice(0, 4)]))
    await pc.get('drafts.setDefaultState', { id: draft.id, state: 'VIC' })
    await pc.get('drafts.editCell', { id: draft.id, row: 3, field: 'mobile_number', value: '0491570006' })
    const upload = await send(pc, draft.id, 'March')
    const failed = { id: upload.id, outcome: null, offset: 0, limit: 10 } as const
    const { rows: listed } = await pc.get('uploads.rows', failed)
    expect(listed.filter(({ outcome }) => outcome === 'failed').map(({ row }) => row)).toEqual([2, 3, 4])
    far.control.settings.failingRegos = new Set()
    const { draftId } = await pc.get('uploads.retryRows', { id: upload.id, outcome: null, rows: [3] })
    const { rows: opened } = await pc.get('drafts.rows', { ...everyRow, id: draftId })
    expect(opened.map(({ cells }) => [cells.rego.value, cells.mobile_number.value])).toEqual([
      ['1AB1001', '0491570006'],
    ])
    await pc.get('drafts.editCell', { id: draftId, row: opened[0]?.row ?? 0, field: 'rego', value: '1AB7777' })
    await send(pc, draftId, 'March, corrected')
    expect(await pc.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 1, rows: { failed: 2 } })
    expect((await customers({ far })).map(({ rego }) => rego)).toContain('1AB7777')
  })

  it('are retried without a file, also after a restart', async () => {
    const { pc, upload } = await failedUpload()
    expect(await pc.ask('uploads.retryRows', { id: upload.id, outcome: 'not-sent' })).toMatchObject({
      error: { kind: 'not-found', message: 'There are no such rows in this upload.' },
    })
    await pc.program.close()
    const { dataFolder, vault, practice } = pc
    const later = await startProgram({ dataFolder, vault, practice })
    const { draftId } = await later.get('uploads.retryRows', { id: upload.id, outcome: 'failed' })
    const draft = await later.get('drafts.get', { id: draftId })
    expectDecisions(draft)
    expect(draft.fileName).toBe('sold - failed rows.csv')
    await send(later, draftId, 'March again')
    expect(await later.get('uploads.get', { id: upload.id })).toMatchObject({ joined: 3, rows: { failed: 0 } })
  })
})
