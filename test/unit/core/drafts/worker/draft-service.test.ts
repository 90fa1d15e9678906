import { beforeEach, describe, expect, it } from 'vitest'
import {
  createDraftService,
  type DraftService,
  type WorkerCalls,
} from '../../../../../src/core/drafts/worker/draft-service.ts'
import { readOverrides } from '../../../../../src/core/drafts/model/overrides.ts'
import { unpackJournalRows } from '../../../../../src/core/drafts/storage/row-pack.ts'
import { packRows } from '../../../../../src/core/drafts/storage/row-blocks.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { context, sourceOf } from '../engine/open-draft.ts'

const text = ['Name,Rego,State', 'Ann Lee,ABC123,NSW', 'Bob Ray,XYZ789,Vctoria'].join('\n')
let service: DraftService

beforeEach(() => {
  service = createDraftService()
})

/** Hands over the rows of a text file as the reader process packs them, and opens it. */
async function open(
  content: string,
  templates: Parameters<typeof service<'open'>>[1]['templates'] = [],
  defaultState: Parameters<typeof service<'open'>>[1]['defaultState'] = null,
): Promise<WorkerCalls['open']['output']> {
  const { facts, rows } = await sourceOf('list.csv', new TextEncoder().encode(content))
  await service('blocks', { blocks: [...packRows(0, rows[0] ?? [])] })
  return service('open', {
    name: 'list.csv',
    facts,
    context: context(),
    knownKeys: '',
    defaultState,
    templates,
  })
}

describe('opening a file', () => {
  it('gives the view of the blocks that were handed over', async () => {
    expect(await open(text)).toMatchObject({
      ok: true,
      entries: [],
      view: { counts: { rows: 2, ready: 1, error: 1 } },
    })
  })

  it.each([
    ['Dear customer\nplease find enclosed\n', 'no table'],
    ['Hello\n', 'no table'],
  ])('refuses what is not a list of customers: %j', async (content, words) => {
    const answer = await open(content)
    expect(answer.ok ? '' : answer.problem.message).toContain(words)
  })

  it('starts with the columns and the default state of a file of the same shape', async () => {
    await open(text)
    await service('act', { action: { kind: 'column', index: 0, target: 'company' } })
    await service('act', { action: { kind: 'default-state', state: 'SA' } })
    const template = await service('template', {})
    const next = await open(text, template ? [template] : [])
    expect(next).toMatchObject({
      ok: true,
      entries: [{ name: 'default-state' }],
      view: { defaultState: 'SA', source: { remembered: true } },
    })
    expect(next.ok && next.view.columns[0]?.target).toBe('company')
    const forgotten = await service('forgetColumns', {})
    expect(forgotten).toMatchObject({ defaultState: 'SA', source: { remembered: false } })
    expect(forgotten.columns[0]?.target).toBe('client_name')
  })
})

describe('the default state of the settings', () => {
  it('is that of a new file', async () => {
    const opened = await open('Name,Rego\nAnn Lee,ABC123\n', [], 'SA')
    expect(opened).toMatchObject({
      ok: true,
      entries: [{ name: 'default-state', before: null }],
      view: { defaultState: 'SA', counts: { ready: 1, error: 0 } },
    })
  })

  it('is not that of a file whose columns are remembered', async () => {
    await open(text)
    const template = await service('template', {})
    const next = await open(text, template ? [template] : [], 'SA')
    expect(next).toMatchObject({ ok: true, entries: [], view: { defaultState: null, source: { remembered: true } } })
  })
})

describe('a search', () => {
  it('finds texts in any case', async () => {
    await open(text)
    const find = async (search: string): Promise<readonly number[]> => {
      const query = { show: 'all', group: null, search } as const
      return [...(await service('order', { query }))]
    }
    expect(await find('')).toHaveLength(2)
    expect([await find('bob'), await find('LEE'), await find('Lee')]).toEqual([[3], [2], [2]])
  })
})

describe('a draft', () => {
  it('is the same when its blocks are loaded into another service', async () => {
    const opened = await open(madeSpreadsheet(12_000))
    if (!opened.ok) throw new Error(opened.problem.message)
    const { rows } = await sourceOf('list.csv', new TextEncoder().encode(madeSpreadsheet(12_000)))
    const blocks = [...packRows(0, rows[0] ?? [])]
    expect(blocks).toHaveLength(2)
    const other = createDraftService()
    for (const block of blocks) await other('blocks', { blocks: [block] })
    const { facts, view } = opened
    const input = { facts, overrides: [], context: context(), knownKeys: '' }
    expect(await other('load', input)).toEqual(view)
    const query = { show: 'all', group: null, search: '' } as const
    const [here, there] = await Promise.all(
      [service, other].map((one) => one('rows', { query, offset: 100, limit: 200 })),
    )
    expect(there).toEqual(here)
  })

  it('gives the rows to send in parts that hold every row once, in the order of the file', async () => {
    await open(madeSpreadsheet(700))
    const form = { uploadId: '0123456789abcdef', batchSize: 250, referenceKey: null, corrects: null }
    const take = async (isSent: boolean): Promise<number[]> => {
      const numbers: number[] = []
      let from: number | null = 0
      while (from !== null) {
        const input: WorkerCalls['packRows']['input'] = { form, sent: isSent, from }
        const { packed, next }: WorkerCalls['packRows']['output'] = await service('packRows', input)
        for (const { isBatch, pack } of packed) {
          const rows = unpackJournalRows(pack)
          expect(rows.length).toBeLessThanOrEqual(isSent ? 250 : 500)
          expect(isBatch).toBe(isSent)
          numbers.push(...rows.map(({ row }) => row))
        }
        from = next
      }
      return numbers
    }
    const [sent, excluded] = [await take(true), await take(false)]
    expect(sent).toEqual(sent.toSorted((a, b) => a - b))
    expect(new Set([...sent, ...excluded]).size).toBe(700)
    expect(sent.length + excluded.length).toBe(700)
  })

  it('is changed only by an action that can be done', async () => {
    await open(text)
    const refused = await service('act', { action: { kind: 'cell', row: 99, field: 'rego', value: 'X' } })
    expect(refused).toEqual({ ok: false, message: 'Row 99 is not a customer row.' })
    const done = await service('act', { action: { kind: 'cell', row: 3, field: 'state', value: 'VIC' } })
    expect(done).toMatchObject({ ok: true, view: { counts: { ready: 2, error: 0 } } })
    expect(done.ok && readOverrides(done.entries.map(({ name, after }) => ({ name, value: after ?? '' }))).size).toBe(1)
  })

  it('is gone after it was forgotten', async () => {
    await open(text)
    await service('forget', {})
    await expect(service('template', {})).rejects.toThrow('not loaded')
  })
})
