import { randomUUID } from 'node:crypto'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as XLSX from '@e965/xlsx'
import { describe, expect, it } from 'vitest'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, failureKind, sendDraft, signal } from './drafts-bench.ts'

const header = 'Client,Reg,St,Mob,Sold On,Comments'
const line = (at: number, state: string): string =>
  `Ann Lee ${at},QF${at}AB${at},${state},0491 570 1${10 + at},${at}/02/2024,n\n`
const list = (state = 'QLDX.') =>
  `${header}\n${Array.from({ length: 6 }, (_, at) => line(at + 1, at < 4 ? 'VIC' : state)).join('')}`

/** A bench with a template: comments ignored, default state, a value fix. */
async function withTemplate() {
  const bench = createBench()
  const { id, groups } = await bench.open('deals of march.csv', list())
  await bench.drafts.setColumn({ id, index: 5, target: 'leave_out' }, signal)
  await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
  const group = groups.find(({ field, severity }) => field === 'state' && severity === 'error')
  await bench.drafts.fixGroup({ id, group: group?.key ?? '', value: 'QLD' }, signal)
  await sendDraft(bench, id)
  const { templates } = await bench.drafts.templates({}, signal)
  return { bench, template: templates[0]!, templates }
}

describe('templates', () => {
  it('say whether existing customers are updated', async () => {
    const { bench, template } = await withTemplate()
    expect(template.updatesCustomers).toBe(false)
    const { id } = await bench.open('april.csv', list())
    await bench.drafts.setKnownCustomers({ id, choice: 'update' }, signal)
    await sendDraft(bench, id)
    expect((await bench.drafts.templates({}, signal)).templates[0]?.updatesCustomers).toBe(true)
  })

  it('have the name of their file, its columns, default state and value fixes', async () => {
    const { template, templates } = await withTemplate()
    expect(templates).toHaveLength(1)
    expect(template).toMatchObject({
      name: 'deals of march',
      region: 'au',
      defaultState: 'SA',
      fixes: [{ field: 'state', original: 'QLDX.', text: 'QLD' }],
    })
    expect(template.columns).toContainEqual({ header: 'Comments', target: 'leave_out' })
  })

  it('set up the next file with the same header, with their value fixes, and say so', async () => {
    const { bench } = await withTemplate()
    const next = await bench.open('april.csv', list())
    expect(next.source).toMatchObject({ remembered: true, template: { name: 'deals of march', fixes: 1 } })
    expect(next.counts).toMatchObject({ rows: 6, error: 0 })
    const without = await bench.open('may.csv', list('VIC'))
    expect(without.source.template).toEqual({ name: 'deals of march', fixes: 0 })
  })

  it('remember the delimiter that was chosen, and each file that follows', async () => {
    const bench = createBench()
    const text = (state: string): string =>
      `Fahrer:Kfz:Land:Notiz\n${Array.from({ length: 6 }, (_, at) => `Ann Lee ${at}:QF${at}AB${at}:${state}:a, b`).join('\n')}\n`
    const draft = await bench.open('march.csv', text('VIC'))
    expect(draft.source.delimiter).toBe('commas')
    const choices = { ...draft.source.choices, form: { encoding: null, delimiter: ':' } }
    await bench.drafts.setTable({ id: draft.id, choices }, signal)
    await bench.drafts.setColumn({ id: draft.id, index: 1, target: 'rego' }, signal)
    await bench.drafts.setColumn({ id: draft.id, index: 2, target: 'state' }, signal)
    await sendDraft(bench, draft.id)
    for (const name of ['april.csv', 'may.csv']) {
      const next = await bench.open(name, text('NSW'))
      expect(next.source).toMatchObject({ delimiter: 'colons', remembered: true })
      expect(next.columns.map(({ target }) => target).slice(1, 3)).toEqual(['rego', 'state'])
      await sendDraft(bench, next.id)
    }
    const other = await bench.open('other.csv', text('NSW').replace('Fahrer', 'Lenker'))
    expect(other.source.delimiter).toBe('commas')
  })

  it.each([
    ['2024-03-14T14:00:00Z', 'as written', ['2024-03-14']],
    ['2024-03-14T14:00:00Z', 'next', ['2024-03-15']],
    ['Mar 2024', 'as written', ['2024-03-01']],
  ] as const)('remember which day of “%s” was sent: %s', async (sold, choice, sent) => {
    const bench = createBench()
    const text = (at: number): string => `Name,Rego,State,Sold\nAnn Lee,1AB${at}CD,VIC,${sold}\n`
    const first = await bench.open('march.csv', text(1))
    expect(decisionsOf(first)).toEqual([expect.stringContaining('to check before sending')])
    const { key } = first.groups.find(({ rule }) => rule.startsWith('date.'))!
    if (choice === 'next') await bench.drafts.fixGroup({ id: first.id, group: key }, signal)
    await sendDraft(bench, first.id)
    const next = await bench.open('april.csv', text(2))
    expect(decisionsOf(next)).toEqual([])
    const query = { show: 'all', group: null, search: '', offset: 0, limit: 10 } as const
    const { rows } = await bench.drafts.rows({ id: next.id, ...query }, signal)
    expect(rows.map(({ cells }) => cells.sale_date.value)).toEqual(sent)
  })

  it('are not made of a draft that was never sent, however far it was taken', async () => {
    const bench = createBench()
    const { id } = await bench.open('deals of march.csv', list('VIC'))
    await bench.drafts.setColumn({ id, index: 5, target: 'leave_out' }, signal)
    await bench.drafts.setStep({ id, step: 'send' }, signal)
    await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
    expect((await bench.drafts.templates({}, signal)).templates).toEqual([])
    expect((await bench.open('april.csv', list())).source.remembered).toBe(false)
    await sendDraft(bench, id)
    expect((await bench.open('may.csv', list())).source.remembered).toBe(true)
  })

  it('do not remember a fix that was undone', async () => {
    const { bench } = await withTemplate()
    const { id } = await bench.open('april.csv', list('Vctoria'))
    expect((await bench.drafts.get({ id }, signal)).counts.error).toBe(2)
    const { groups } = await bench.drafts.get({ id }, signal)
    const group = groups.find(({ field, severity }) => field === 'state' && severity === 'error')
    await bench.drafts.fixGroup({ id, group: group?.key ?? '', value: 'VIC' }, signal)
    await bench.drafts.undo({ id }, signal)
    await sendDraft(bench, id)
    expect((await bench.open('may.csv', list('Vctoria'))).counts.error).toBe(2)
  })

  it('remember a fix over a month without its text, and forget one whose cells were typed by hand', async () => {
    const { bench } = await withTemplate()
    await sendDraft(bench, (await bench.open('april.csv', list('VIC'))).id)
    const { id, counts } = await bench.open('may.csv', list())
    expect(counts.error).toBe(0)
    for (const row of [6, 7]) await bench.drafts.editCell({ id, row, field: 'state', value: 'QLDX.' }, signal)
    await sendDraft(bench, id)
    expect((await bench.open('june.csv', list())).counts.error).toBe(2)
  })

  it('remember the sheet that was chosen, also when the first sheet has the same header', async () => {
    const bench = createBench()
    const rows = list('VIC')
      .trim()
      .split('\n')
      .map((row) => row.split(','))
    const book = XLSX.utils.book_new()
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows), 'Lost deals')
    XLSX.utils.book_append_sheet(book, XLSX.utils.aoa_to_sheet(rows.slice(0, 4)), 'Won deals')
    const bytes = new Uint8Array(XLSX.write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
    const { id, source } = await bench.open('march.xlsx', bytes)
    expect(source.sheet).not.toBe('Won deals')
    await bench.drafts.setTable({ id, choices: { ...source.choices, sheets: ['Won deals'] } }, signal)
    await sendDraft(bench, id)
    const next = await bench.open('april.xlsx', bytes)
    expect(next.source).toMatchObject({ remembered: true, sheet: 'Won deals' })
    expect(next.counts.rows).toBe(3)
  })

  it('are renamed and keep their name when they are used again', async () => {
    const { bench, template } = await withTemplate()
    await bench.drafts.renameTemplate({ id: template.id, name: 'Titan export' }, signal)
    const { id } = await bench.open('april.csv', list())
    await bench.drafts.setColumn({ id, index: 5, target: 'keep' }, signal)
    await sendDraft(bench, id)
    const { templates } = await bench.restart().drafts.templates({}, signal)
    expect(templates).toMatchObject([{ id: template.id, name: 'Titan export' }])
    expect(templates[0]?.columns).toContainEqual({ header: 'Comments', target: 'keep' })
  })

  it('are forgotten', async () => {
    const { bench, template } = await withTemplate()
    await bench.drafts.forgetTemplate({ id: template.id }, signal)
    expect((await bench.drafts.templates({}, signal)).templates).toEqual([])
    expect((await bench.open('april.csv', list())).source.remembered).toBe(false)
    expect(await failureKind(bench.drafts.forgetTemplate({ id: template.id }, signal))).toBe('not-found')
  })

  it('are exported without a row of the file, and imported on another PC', async () => {
    const { bench, template } = await withTemplate()
    const file = await bench.drafts.exportTemplate({ id: template.id }, signal)
    expect(file.fileName).toBe('deals of march.forecourt-template.json')
    expect(file.content).not.toContain('Ann Lee')
    expect(file.content).not.toContain('0491')
    const other = createBench()
    const imported = await other.drafts.importTemplate({ content: file.content }, signal)
    expect(imported).toMatchObject({ name: 'deals of march', columns: template.columns, fixes: template.fixes })
    expect((await other.open('april.csv', list())).source.template).toEqual({ name: 'deals of march', fixes: 1 })
    // In place of the one that is there only when the user has agreed.
    const again = other.drafts.importTemplate({ content: file.content }, signal)
    await expect(again).rejects.toMatchObject({
      failure: {
        kind: 'needs-confirmation',
        message: 'The template “deals of march” is for the same header. It is deleted, with 1 value fix.',
      },
    })
    await other.drafts.importTemplate({ content: file.content, replace: true }, signal)
  })

  it.each(['', 'not json', '{}', '{"forecourtTemplate":2}', '[1]'])('refuses %o as a template', async (content) => {
    const bench = createBench()
    expect(await failureKind(bench.drafts.importTemplate({ content }, signal))).toBe('invalid-input')
    expect((await bench.drafts.templates({}, signal)).templates).toEqual([])
  })

  it('are applied to a file of another shape as one change that says what does not fit', async () => {
    const { bench, template } = await withTemplate()
    const other = list('VIC').replace(header, 'Client,Reg,St,Phone,Comments,Added').replaceAll(',n\n', ',n,x\n')
    const { id, columns } = await bench.open('other.csv', other.replaceAll(/,\d\/02\/2024/g, ''))
    const { draft, problems } = await bench.drafts.applyTemplate({ id, templateId: template.id }, signal)
    expect(draft.columns.find((column) => column.header === 'Comments')?.target).toBe('leave_out')
    expect(draft).toMatchObject({ defaultState: 'SA', undo: 'Template “deals of march” applied' })
    expect(problems).toEqual([
      'No column “Mob” (mobile number).',
      'No column “Sold On” (sale date).',
      'Not in the template: Phone, Added.',
    ])
    expect((await bench.drafts.undo({ id }, signal)).columns).toEqual(columns)
  })

  it('set back that existing customers are updated, when they do not say so', async () => {
    const { bench, template } = await withTemplate()
    const { id } = await bench.open('other.csv', list('VIC').replace('Comments', 'Remarks'))
    await bench.drafts.setKnownCustomers({ id, choice: 'update' }, signal)
    const { draft } = await bench.drafts.applyTemplate({ id, templateId: template.id }, signal)
    expect(draft.knownCustomers).toBe('skip')
    expect((await bench.drafts.undo({ id }, signal)).knownCustomers).toBe('update')
  })

  it('are the only memory of a file that is opened for one of them', async () => {
    const { bench, template } = await withTemplate()
    const same = list('VIC').replace('Comments', 'Remarks')
    const { id } = await bench.open('other.csv', same)
    await bench.drafts.setKnownCustomers({ id, choice: 'update' }, signal)
    await sendDraft(bench, id)
    const path = join(await mkdtemp(join(tmpdir(), 'forecourt-templates-')), 'nightly.csv')
    await writeFile(path, same.replace('Ann Lee 1', 'Ann Lee 9'))
    const openAs = async (templateId: string | null) => {
      const draft = { id: randomUUID(), fileName: 'nightly.csv', connectionId: 'c1', region: 'au', templateId } as const
      await bench.drafts.openAs(draft, path, signal)
      return bench.drafts.get({ id: draft.id }, signal)
    }
    expect(await openAs(null)).toMatchObject({ knownCustomers: 'update', source: { remembered: true } })
    expect(await openAs(template.id)).toMatchObject({ knownCustomers: 'skip', source: { remembered: false } })
  })

  it('say nothing about a column that was empty in their file, until it is filled', async () => {
    const bench = createBench()
    const content = (fax: string) =>
      `Client,Reg,St,Mob,Fax\nAnn Lee,QF1AB2,QLD,0491570110,${fax}\nBob Ray,QF3AB4,QLD,0491570156,${fax}`
    const { id } = await bench.open('march.csv', content(''))
    await sendDraft(bench, id)
    const templateId = (await bench.drafts.templates({}, signal)).templates[0]?.id ?? ''
    const problemsOf = async (fax: string) => {
      const next = await bench.open('april.csv', content(fax))
      return (await bench.drafts.applyTemplate({ id: next.id, templateId }, signal)).problems
    }
    expect(await problemsOf('')).toEqual([])
    expect(await problemsOf('0395551234')).toEqual(['Not in the template: Fax.'])
  })

  it('find the header row that the user chose for an earlier file', async () => {
    const bench = createBench()
    const odd = `Client,Reg,Mobile\nnote,note,note\nWho,Plate it has,Talk to\n${'Ann Lee,QF1AB2,0491570110\nBob Ray,QF3AB4,0491570156\n'}`
    const { id, source } = await bench.open('odd.csv', odd)
    await bench.drafts.setTable({ id, choices: { ...source.choices, headerRow: 3 } }, signal)
    await bench.drafts.setColumn({ id, index: 1, target: 'rego' }, signal)
    await sendDraft(bench, id)
    const next = await bench.open('odd again.csv', odd)
    expect(next.source).toMatchObject({ remembered: true, headerRow: 3 })
    expect(next.columns[1]?.target).toBe('rego')
  })
})
