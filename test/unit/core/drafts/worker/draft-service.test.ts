import { beforeEach, describe, expect, it } from 'vitest'
import { createDraftService, type DraftService } from '../../../../../src/core/drafts/worker/draft-service.ts'
import { readOverrides } from '../../../../../src/core/drafts/model/overrides.ts'
import type { RowBlock } from '../../../../../src/core/drafts/storage/row-blocks.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { context } from '../engine/open-draft.ts'

const text = ['Name,Rego,State', 'Ann Lee,ABC123,NSW', 'Bob Ray,XYZ789,Vctoria'].join('\n')
const ignore = (): void => undefined
let service: DraftService

beforeEach(() => {
  service = createDraftService()
})

const open = (draftId: string, content: string, templates: Parameters<typeof service<'open'>>[1]['templates'] = []) =>
  service(
    'open',
    {
      draftId,
      name: 'list.csv',
      bytes: new TextEncoder().encode(content),
      context: context(),
      knownKeys: new Set(),
      templates,
    },
    ignore,
  )

async function blocksOf(draftId: string): Promise<RowBlock[]> {
  const blocks: RowBlock[] = []
  for (;;) {
    const block = await service('takeBlock', { draftId }, ignore)
    if (!block) return blocks
    blocks.push(block)
  }
}

describe('opening a file', () => {
  it('reports its progress and gives the view', async () => {
    const parts: number[] = []
    const answer = await service(
      'open',
      {
        draftId: 'a',
        name: 'x.csv',
        bytes: new TextEncoder().encode(text),
        context: context(),
        knownKeys: new Set(),
        templates: [],
      },
      ({ part }) => parts.push(part),
    )
    expect(answer).toMatchObject({ ok: true, entries: [], view: { counts: { rows: 2, ready: 1, error: 1 } } })
    expect(parts).toEqual([0, 0.4])
  })

  it.each([
    ['Dear customer\nplease find enclosed\n', 'no table'],
    ['Name,Rego\n', 'no customer rows'],
  ])('refuses what is not a list of customers: %j', async (content, words) => {
    const answer = await open('a', content)
    expect(answer.ok ? '' : answer.problem.message).toContain(words)
    expect(await blocksOf('a')).toEqual([])
  })

  it('starts with the columns and the default state of a file of the same shape', async () => {
    await open('a', text)
    await service('act', { draftId: 'a', action: { kind: 'column', index: 0, target: 'company' } }, ignore)
    await service('act', { draftId: 'a', action: { kind: 'default-state', state: 'SA' } }, ignore)
    const template = await service('template', { draftId: 'a' }, ignore)
    const next = await open('b', text, template ? [template] : [])
    expect(next).toMatchObject({
      ok: true,
      entries: [{ name: 'defaultState' }],
      view: { defaultState: 'SA', source: { remembered: true } },
    })
    expect(next.ok && next.view.columns[0]?.target).toBe('company')
    const forgotten = await service('forgetColumns', { draftId: 'b' }, ignore)
    expect(forgotten).toMatchObject({ defaultState: 'SA', source: { remembered: false } })
    expect(forgotten.columns[0]?.target).toBe('client_name')
  })
})

describe('a draft', () => {
  it('is the same when its blocks are loaded into another service', async () => {
    const opened = await open('a', madeSpreadsheet(2_300))
    if (!opened.ok) throw new Error(opened.problem.message)
    const blocks = await blocksOf('a')
    expect(blocks).toHaveLength(3)
    const other = createDraftService()
    for (const block of blocks) await other('blocks', { draftId: 'a', blocks: [block] }, ignore)
    const { facts, view } = opened
    const input = { draftId: 'a', facts, overrides: [], context: context(), knownKeys: new Set<string>() }
    expect(await other('load', input, ignore)).toEqual(view)
    const query = { show: 'all', group: null, search: '' } as const
    const [here, there] = await Promise.all(
      [service, other].map((one) => one('rows', { draftId: 'a', query, offset: 100, limit: 200 }, ignore)),
    )
    expect(there).toEqual(here)
  })

  it('gives the rows to send in parts that hold every row once, in the order of the file', async () => {
    await open('a', madeSpreadsheet(700))
    await service('rowsToSend', { draftId: 'a' }, ignore)
    const sent: number[] = []
    const excluded: number[] = []
    for (;;) {
      const { rows, leftOut } = await service('takeRows', { draftId: 'a' }, ignore)
      if (rows.length + leftOut.length === 0) break
      expect(rows.length).toBeLessThanOrEqual(250)
      sent.push(...rows.map(({ row }) => row))
      excluded.push(...leftOut.map(({ row }) => row))
    }
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(new Set([...sent, ...excluded]).size).toBe(700)
    expect(sent.length + excluded.length).toBe(700)
  })

  it('is changed only by an action that can be done', async () => {
    await open('a', text)
    const refused = await service(
      'act',
      { draftId: 'a', action: { kind: 'cell', row: 99, field: 'rego', value: 'X' } },
      ignore,
    )
    expect(refused).toEqual({ ok: false, message: 'Row 99 is not a customer row.' })
    const done = await service(
      'act',
      { draftId: 'a', action: { kind: 'cell', row: 3, field: 'state', value: 'VIC' } },
      ignore,
    )
    expect(done).toMatchObject({ ok: true, view: { counts: { ready: 2, error: 0 } } })
    expect(done.ok && readOverrides(done.entries.map(({ name, after }) => ({ name, value: after ?? '' }))).size).toBe(1)
  })

  it('is gone after it was forgotten', async () => {
    await open('a', text)
    await service('forget', { draftId: 'a' }, ignore)
    await expect(service('template', { draftId: 'a' }, ignore)).rejects.toThrow('not loaded')
    expect(await blocksOf('a')).toEqual([])
  })
})
