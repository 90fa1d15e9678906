import { describe, expect, it } from 'vitest'
import type { TableChoices } from '../../../../src/contract/table-choices.ts'
import { compressBlock } from '../../../../src/core/database/block-codec.ts'
import { madeSpreadsheet } from '../../../spreadsheets/made-spreadsheet.ts'
import { createBench, customerList, rowOf, signal, withoutTimes, type DraftsBench } from './drafts-bench.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')
/** "Zoë" in Windows-1250 is another letter: the program takes it for Windows-1252. */
const names = latin1('Name,Mobile,Rego,State\nJi\xf8\xed Lee,0491570006,ABC123,NSW\nBob,0491570156,XYZ789,NSW\n')
type Draft = Awaited<ReturnType<DraftsBench['open']>>
const change = (bench: DraftsBench, { id, source }: Draft, choices: Partial<TableChoices>): Promise<Draft> =>
  bench.drafts.setTable({ id, choices: { ...source.choices, ...choices } }, signal)
const preview = (bench: DraftsBench, { id, source }: Draft, choices: Partial<TableChoices> = {}) =>
  bench.drafts.previewTable({ id, choices: { ...source.choices, ...choices } }, signal)
const form = (encoding: 'windows-1250' | 'utf-8' | 'windows-1252' | null, delimiter: string | null = null) => ({
  form: { encoding, delimiter },
})
const nameIn = async (bench: DraftsBench, id: string, row = 2): Promise<string> =>
  (await rowOf(bench, id, row)).cells.client_name.original

describe('another encoding', () => {
  it('is durable, and can be undone and redone', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', names)
    expect(await nameIn(bench, draft.id)).toBe('Jiøí Lee')
    const changed = await change(bench, draft, form('windows-1250'))
    expect(changed.source).toMatchObject({
      encoding: 'Windows-1250 (chosen)',
      choices: form('windows-1250'),
      notes: [],
      file: 'saved',
    })
    expect(changed.undo).toBe('File read as Windows-1250')
    expect(await nameIn(bench, draft.id)).toBe('Jiří Lee')
    expect(await nameIn(bench.restart(), draft.id)).toBe('Jiří Lee')
    const undone = await bench.drafts.undo({ id: draft.id }, signal)
    expect(withoutTimes({ ...undone, redo: null })).toEqual(withoutTimes(draft))
    expect(await nameIn(bench, draft.id)).toBe('Jiøí Lee')
    await bench.drafts.redo({ id: draft.id }, signal)
    expect(await nameIn(bench, draft.id)).toBe('Jiří Lee')
  })

  it('keeps the columns, the edits and the excluded rows', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', names)
    const { id } = draft
    await bench.drafts.setColumn({ id, index: 0, target: 'company' }, signal)
    await bench.drafts.editCell({ id, row: 2, field: 'rego', value: 'NEW123' }, signal)
    await bench.drafts.exclude({ id, rows: [3], excluded: true }, signal)
    const changed = await change(bench, draft, form('windows-1250'))
    expect(changed.columns[0]?.target).toBe('company')
    expect(changed.counts).toMatchObject({ rows: 2, excluded: 1 })
    expect((await rowOf(bench, id, 2)).cells.rego.value).toBe('NEW123')
  })

  it('that the file has already costs no second reading', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', names)
    const same = await change(bench, draft, form('windows-1252'))
    expect(withoutTimes(same)).toEqual(withoutTimes(draft))
  })
})

describe('another delimiter', () => {
  const list = 'Name;Rego, State\nAnn Lee;ABC123, NSW\nBob Ray;XYZ789, VIC\n'
  it('starts again with the columns, and undo restores what was chosen for them', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', list)
    const chosen = await bench.drafts.setColumn({ id: draft.id, index: 0, target: 'company' }, signal)
    const other = draft.source.delimiter === 'commas' ? ';' : ','
    const changed = await change(bench, draft, form(null, other))
    expect(changed.columns.map(({ header }) => header)).not.toEqual(draft.columns.map(({ header }) => header))
    expect(changed.counts.rows).toBe(2)
    expect(changed.columns.some(({ target }) => target === 'company')).toBe(false)
    const undone = await bench.drafts.undo({ id: draft.id }, signal)
    expect(undone.columns).toEqual(chosen.columns)
  })

  it('with which the file cannot be read changes nothing', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', `Name,Rego\nAnn Lee,ABC123\n${'-'.repeat(1_200)},x\n`)
    await expect(change(bench, draft, form(null, '-'))).rejects.toMatchObject({
      failure: { kind: 'invalid-input', message: 'The file has more than 1,000 columns.' },
    })
    expect(withoutTimes(await bench.drafts.get({ id: draft.id }, signal))).toEqual(withoutTimes(draft))
    expect(withoutTimes(await bench.restart().drafts.get({ id: draft.id }, signal))).toEqual(withoutTimes(draft))
    expect((await change(bench, draft, form(null, ';'))).counts.rows).toBe(2)
  })
})

describe('the last row', () => {
  it('skips the rows below it, each of which can be taken back', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', customerList)
    const changed = await change(bench, draft, { lastRow: 3 })
    expect(changed.counts).toMatchObject({ rows: 2, skipped: 1 })
    expect(changed.notRecords).toMatchObject([{ row: 4, reason: 'Below the last row' }])
    expect(changed.undo).toBe('Last row 3')
    const taken = await bench.drafts.setSkipped({ id: draft.id, rows: [4], skipped: false }, signal)
    expect(taken.counts).toMatchObject({ rows: 3, skipped: 0 })
    const restarted = await bench.restart().drafts.get({ id: draft.id }, signal)
    expect(restarted.source.choices.lastRow).toBe(3)
  })

  it('cannot be above the header row, which must have cells', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', customerList)
    await expect(change(bench, draft, { headerRow: 3, lastRow: 2 })).rejects.toMatchObject({
      failure: { message: 'The last row is above the header row.' },
    })
    await expect(change(bench, draft, { headerRow: 40 })).rejects.toMatchObject({
      failure: { message: 'Row 40 is empty.' },
    })
  })
})

describe('a preview', () => {
  it('shows the rows as they would be read, and changes nothing', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', names)
    const shown = await preview(bench, draft, form('windows-1250'))
    expect(shown).toMatchObject({ encoding: 'Windows-1250 (chosen)', columns: 4, problem: null, needsFile: false })
    expect(shown.rows[0]).toEqual({ row: 1, cells: ['Name', 'Mobile', 'Rego', 'State'], role: 'header' })
    expect(shown.rows[1]).toMatchObject({ row: 2, role: 'customer' })
    expect(shown.rows[1]?.cells[0]).toBe('Jiří Lee')
    expect(withoutTimes(await bench.drafts.get({ id: draft.id }, signal))).toEqual(withoutTimes(draft))
  })

  it('shows another header row, and rows around the last row', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', madeSpreadsheet(500, { clean: true }))
    const shown = await preview(bench, draft, { headerRow: 2, lastRow: 400 })
    expect(shown.rows.filter(({ role }) => role === 'header').map(({ row }) => row)).toEqual([2])
    const end = shown.rows.filter(({ row }) => row > 300)
    expect(end.map(({ row, role }) => [row, role])).toEqual([
      [398, 'customer'],
      [399, 'customer'],
      [400, 'customer'],
      [401, 'skipped'],
    ])
  })

  it('reads only the head of a large file', async () => {
    const bench = createBench()
    const text = madeSpreadsheet(5_000)
    const draft = await bench.open('list.csv', text)
    expect(bench.database.all('SELECT part FROM draft_file')).toHaveLength(1)
    expect(draft.source.sizeBytes).toBeGreaterThan(400_000)
    const whole = await preview(bench, draft, form('windows-1250'))
    // One saved part, and in it nothing of the file but its first bytes.
    const head = compressBlock(Buffer.from(text).subarray(0, 65_536))
    bench.database.run('UPDATE draft_file SET bytes = ?', [head])
    expect(await preview(bench, draft, form('windows-1250'))).toEqual(whole)
    expect(whole.rows.length).toBe(12)
  })

  it('says why the file cannot be read like this', async () => {
    const bench = createBench()
    const draft = await bench.open('list.csv', `Name,Rego\nAnn Lee,ABC123\n${'-'.repeat(1_200)},x\n`)
    expect(await preview(bench, draft, form(null, '-'))).toMatchObject({
      rows: [],
      problem: 'The file has more than 1,000 columns. Save only the columns you need, and import that file.',
    })
  })
})

describe('a draft of a text with several parts', () => {
  const text = `Name;Mobile;Rego;State\r\n${'Zoë Lee;0491570006;ABC123;VIC\r\n"Lee; Bo";0491570007;XYZ789;NSW\r\n'.repeat(20_000)}`

  it('is shown with another separator and read with another encoding', async () => {
    const bench = createBench()
    const { id, counts } = await bench.open('list.csv', text)
    expect(bench.database.all('SELECT part FROM draft_file')).toHaveLength(2)
    const draft = await bench.restart().drafts.get({ id }, signal)
    expect(draft.source.file).toBe('saved')
    const shown = await preview(bench, draft, form(null, ','))
    expect(shown.rows[0]?.cells).toEqual(['Name;Mobile;Rego;State'])
    expect((await change(bench, draft, form('windows-1252'))).counts.rows).toBe(counts.rows)
    expect(await nameIn(bench, id)).toBe('ZoÃ« Lee')
  })
})

describe('a draft whose file is not saved', () => {
  const withoutFile = async (bench: DraftsBench): Promise<Draft> => {
    const { id } = await bench.open('list.csv', names)
    bench.database.run('DELETE FROM draft_file')
    return bench.restart().drafts.get({ id }, signal)
  }

  it('needs it for another encoding, but not for another header row', async () => {
    const bench = createBench()
    const draft = await withoutFile(bench)
    expect(draft.source.file).toBe('needed')
    expect(await preview(bench, draft, form('windows-1250'))).toMatchObject({ rows: [], needsFile: true })
    await expect(change(bench, draft, form('windows-1250'))).rejects.toMatchObject({
      failure: { kind: 'invalid-input', next: 'Choose the file again to change its encoding or separator.' },
    })
    expect((await preview(bench, draft, { headerRow: 2 })).rows.length).toBe(3)
    expect((await change(bench, draft, { headerRow: 2 })).source.headerRow).toBe(2)
  })

  it('takes the file again, and no other file', async () => {
    const bench = createBench()
    const draft = await withoutFile(bench)
    const attach = (bytes: Uint8Array): Promise<Draft> =>
      bench.drafts.attachFile({ id: draft.id, fileId: bench.addFile('again.csv', bytes) }, signal)
    const changedByte = Uint8Array.from(names)
    changedByte[30] = 0x41
    for (const other of [changedByte, latin1('Name,Rego\nAnn,ABC123\n')]) {
      await expect(attach(other)).rejects.toMatchObject({ failure: { kind: 'invalid-input' } })
      expect(bench.database.all('SELECT part FROM draft_file')).toEqual([])
    }
    expect((await attach(names)).source.file).toBe('saved')
    await change(bench, draft, form('windows-1250'))
    expect(await nameIn(bench, draft.id)).toBe('Jiří Lee')
  })

  it('is removed with its file', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', names)
    expect(bench.database.all('SELECT part FROM draft_file')).toHaveLength(1)
    await bench.drafts.remove({ id }, signal)
    expect(bench.database.all('SELECT part FROM draft_file')).toEqual([])
  })
})
