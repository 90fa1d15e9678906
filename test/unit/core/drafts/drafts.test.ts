import { describe, expect, it } from 'vitest'
import { createJournal } from '../../../../src/core/uploads/journal.ts'
import {
  addUpload,
  createBench,
  customerList,
  failureKind,
  readSample,
  rowOf,
  rowsToSend,
  sendDraft,
  signal,
  withoutTimes,
} from './drafts-bench.ts'

describe('saved drafts', () => {
  it('are the same after a restart', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.setColumn({ id, index: 6, target: 'leave_out' }, signal)
    await bench.drafts.editCell({ id, row: 3, field: 'state', value: 'vic' }, signal)
    await bench.drafts.exclude({ id, rows: [4], excluded: true }, signal)
    await bench.drafts.undo({ id }, signal)
    const before = await bench.drafts.setStep({ id, step: 'check' }, signal)
    expect(before).toMatchObject({ step: 'check', undo: 'State in row 3', redo: 'Row 4 excluded' })
    const again = bench.restart()
    expect(withoutTimes(await again.drafts.get({ id }, signal))).toEqual(withoutTimes(before))
    const query = { id, show: 'all', group: null, search: '' } as const
    const { rows } = await bench.drafts.rowOrder(query, signal)
    expect(await again.drafts.rowOrder(query, signal)).toMatchObject({ rows })
  })

  it('are removed at the start when their file was never read to its end', async () => {
    const bench = createBench()
    bench.database.run(
      `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, counts, source)
       VALUES ('half', 'c1', 'au', 'x.csv', '', '', 'columns', '{}', '')`,
    )
    // Without a call: their code is loaded for it.
    bench.restart()
    await expect.poll(() => bench.database.all('SELECT id FROM draft')).toEqual([])
  })

  it('leave nothing in the database when they are removed', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.editCell({ id, row: 3, field: 'state', value: 'VIC' }, signal)
    await bench.drafts.remove({ id }, signal)
    for (const table of ['draft', 'draft_block', 'draft_choice', 'draft_change']) {
      expect({ table, rows: bench.database.all(`SELECT * FROM ${table}`) }).toEqual({ table, rows: [] })
    }
    expect(await failureKind(bench.drafts.get({ id }, signal))).toBe('not-found')
  })

  it('are as they were after their upload was withdrawn', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.editCell({ id, row: 3, field: 'state', value: 'vic' }, signal)
    await bench.drafts.exclude({ id, rows: [4], excluded: true }, signal)
    await bench.drafts.undo({ id }, signal)
    const before = await bench.drafts.setStep({ id, step: 'send' }, signal)
    const uploadId = addUpload(bench.database)
    bench.database.transaction(() => bench.drafts.closeDraft(bench.database, id, uploadId))
    expect((await bench.drafts.list({}, signal)).drafts).toEqual([])
    expect(createJournal(bench.database, bench.clock).withdraw(uploadId, () => undefined)).toBe(id)
    expect(await bench.drafts.get({ id }, signal)).toEqual(before)
    expect((await bench.drafts.list({}, signal)).drafts).toHaveLength(1)
  })

  it('are closed only when the transaction of their upload succeeds', async () => {
    const bench = createBench()
    const uploadId = addUpload(bench.database)
    const { id } = await bench.open('list.csv', customerList)
    expect(() =>
      bench.database.transaction(() => {
        bench.drafts.closeDraft(bench.database, id, uploadId)
        throw new Error('The disk is full')
      }),
    ).toThrow('The disk is full')
    expect((await bench.drafts.get({ id }, signal)).id).toBe(id)
    bench.database.transaction(() => bench.drafts.closeDraft(bench.database, id, uploadId))
    expect(await failureKind(bench.drafts.get({ id }, signal))).toBe('not-found')
  })
})

describe('changes', () => {
  it('fix a group at once, and undo restores it', async () => {
    const bench = createBench()
    const opened = await bench.open('list.csv', customerList)
    const { id } = opened
    const group = opened.groups.find((one) => one.severity === 'error')!
    expect(group).toMatchObject({ rule: 'state.near', value: 'Vctoria', proposal: 'VIC', rows: 1 })
    const fixed = await bench.drafts.fixGroup({ id, group: group.key }, signal)
    expect(fixed.counts).toMatchObject({ error: 0, ready: 3 })
    expect(fixed.undo).toBe('“Vctoria” → VIC in row 3')
    const undone = await bench.drafts.undo({ id }, signal)
    expect(withoutTimes(undone)).toEqual(withoutTimes({ ...opened, redo: fixed.undo }))
    expect(withoutTimes(await bench.drafts.redo({ id }, signal))).toEqual(withoutTimes(fixed))
  })

  it('clear what could be redone', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    await bench.drafts.setDefaultState({ id, state: 'SA' }, signal)
    await bench.drafts.undo({ id }, signal)
    const after = await bench.drafts.excludeErrors({ id }, signal)
    expect(after).toMatchObject({ undo: 'Row 3 with errors excluded', redo: null })
    expect(await failureKind(bench.drafts.redo({ id }, signal))).toBe('conflict')
  })

  it('that change nothing are not saved', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    expect((await bench.drafts.editCell({ id, row: 2, field: 'rego', value: 'ABC123' }, signal)).undo).toBeNull()
    expect(await failureKind(bench.drafts.editCell({ id, row: 99, field: 'rego', value: 'X' }, signal))).toBe(
      'invalid-input',
    )
  })

  it('made at once are applied in order', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    const names = Array.from({ length: 20 }, (_, number) => `Ann ${number}`)
    await Promise.all(names.map((value) => bench.drafts.editCell({ id, row: 2, field: 'client_name', value }, signal)))
    expect((await rowOf(bench, id, 2)).cells.client_name.value).toBe('Ann 19')
    for (let left = names.length; left > 0; left -= 1) await bench.drafts.undo({ id }, signal)
    expect((await rowOf(bench, id, 2)).cells.client_name).toMatchObject({ value: 'Ann Lee', edited: false })
  })
})

describe('rows', () => {
  it('list errors first, then warnings, then the order of the file, filtered by status, group and search', async () => {
    const bench = createBench()
    const { id } = await bench.open('sold-vehicles.csv', readSample('sold-vehicles.csv'))
    const page = await bench.drafts.rows({ id, show: 'all', group: null, search: '', offset: 0, limit: 500 }, signal)
    expect(page.total).toBe(412)
    const rank = { error: 0, warning: 1, ready: 2, update: 2, excluded: 2 }
    const ranks = page.rows.map((one) => rank[one.status])
    expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
    const found = await bench.drafts.rows(
      { id, show: 'all', group: null, search: 'wilson-hart', offset: 0, limit: 5 },
      signal,
    )
    expect(found.total).toBeGreaterThan(5)
    expect(found.rows).toHaveLength(5)
    expect(found.rows.every((one) => one.cells.client_name.value.includes('Wilson-Hart'))).toBe(true)
    const group = (await bench.drafts.get({ id }, signal)).groups.find((one) => one.rule === 'vin.check-digit')!
    const inGroup = await bench.drafts.rows(
      { id, show: 'all', group: group.key, search: '', offset: 0, limit: 500 },
      signal,
    )
    expect(inGroup.total).toBe(group.rows)
  })

  it('are sorted and filtered by a column', async () => {
    const bench = createBench()
    const { id } = await bench.open('list.csv', customerList)
    const everyRow = { id, show: 'all', group: null, search: '' } as const
    const sort = { column: 'client_name', descending: true } as const
    expect((await bench.drafts.rowOrder({ ...everyRow, sort }, signal)).rows).toEqual([4, 3, 2])
    const filters = [{ column: 6, test: 'filled' } as const]
    expect((await bench.drafts.rowOrder({ ...everyRow, sort, filters }, signal)).rows).toEqual([3, 2])
  })

  it('with an issue of a group are excluded at once', async () => {
    const bench = createBench()
    const { id, groups } = await bench.open('list.csv', customerList)
    const { key } = groups.find(({ severity }) => severity === 'error')!
    const after = await bench.drafts.excludeGroup({ id, group: key }, signal)
    expect(after).toMatchObject({ undo: 'Row 3 excluded', counts: { error: 0, excluded: 1 } })
    expect(await failureKind(bench.drafts.excludeGroup({ id, group: key }, signal))).toBe('invalid-input')
  })
})

describe('a draft whose customers ask for no contact', () => {
  const list =
    'Name,Mobile,Rego,State,SMS consent\r\nAnn Lee,0491570001,ABC123,NSW,Yes\r\nBob Tan,0491570002,XYZ789,VIC,No\r\n'

  it('is not sent before the user has decided, and the decision is remembered', async () => {
    const bench = createBench()
    const { id, contactQuestions } = await bench.open('list.csv', list)
    expect(contactQuestions).toMatchObject([{ header: 'SMS consent', rows: 1, choice: null }])
    await bench.drafts.setStep({ id, step: 'send' }, signal)
    expect(await failureKind(bench.drafts.toSend(id))).toBe('invalid-input')
    expect(await failureKind(rowsToSend(bench, id))).toBe('invalid-input')
    const decided = await bench.drafts.setContactChoice({ id, index: 4, choice: 'send' }, signal)
    expect(decided.undo).toBe('Rows marked in “SMS consent” sent')
    expect((await rowsToSend(bench, id)).rows).toHaveLength(2)
    await sendDraft(bench, id)
    const next = await bench.restart().open('next.csv', list)
    expect(next.contactQuestions).toMatchObject([{ choice: 'send', remembered: true }])
  })

  it('is not sent before each note that may forbid contact is decided, which is remembered', async () => {
    const notes =
      'Name,Mobile,Rego,State,Notes\r\nAnn Lee,0491570001,ABC123,NSW,do not call\r\nBob Tan,0491570002,XYZ789,VIC,text only\r\n'
    const bench = createBench()
    const { id, contactNotes, counts } = await bench.open('list.csv', notes)
    expect(contactNotes).toMatchObject([{ header: 'Notes', open: 1, excludedRows: 1 }])
    expect(counts).toMatchObject({ ready: 1, excluded: 1 })
    expect(await failureKind(bench.drafts.toSend(id))).toBe('invalid-input')
    expect(await failureKind(rowsToSend(bench, id))).toBe('invalid-input')
    const keys = contactNotes.flatMap((column) => column.notes.filter(({ isOpen }) => isOpen).map(({ key }) => key))
    const decided = await bench.drafts.setContactNotes({ id, keys, excluded: false }, signal)
    expect(decided.undo).toBe('Rows with the note “text only” included')
    await bench.drafts.setStep({ id, step: 'send' }, signal)
    expect((await rowsToSend(bench, id)).rows).toHaveLength(1)
    await sendDraft(bench, id)
    const next = await bench.restart().open('next.csv', notes)
    expect(next.contactNotes).toMatchObject([{ open: 0, excludedRows: 1 }])
  })
})
