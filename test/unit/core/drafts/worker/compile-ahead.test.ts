import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { compileAhead as compileReader } from '../../../../../src/core/drafts/file-process/compile-ahead.ts'
import { madeUpRows, madeUpText } from '../../../../../src/core/drafts/made-up/made-up-rows.ts'
import { packRows } from '../../../../../src/core/drafts/storage/pack-rows.ts'
import { compileAhead } from '../../../../../src/core/drafts/worker/compile-ahead.ts'
import { createDraftService, type DraftService } from '../../../../../src/core/drafts/worker/draft-service.ts'
import { createDraftThread } from '../../../../../src/core/drafts/worker/draft-thread.ts'
import { madeSpreadsheet } from '../../../../spreadsheets/made-spreadsheet.ts'
import { context, sourceOf } from '../engine/open-draft.ts'

const query = { show: 'all', group: null, search: '' } as const

/** Everything that a draft of a file shows. */
async function shown(call: DraftService, file: Uint8Array): Promise<unknown> {
  const draftId = 'a'
  const { facts, rows } = await sourceOf('list.csv', file)
  await call('blocks', { draftId, blocks: [...packRows(0, rows[0] ?? [])] })
  const opening = { draftId, name: 'list.csv', facts, context: context(), knownKeys: new Uint8Array() }
  const opened = await call('open', { ...opening, templates: [], defaultState: null })
  return [opened, await call('rows', { draftId, query, offset: 0, limit: 5_000 })]
}

const file = new TextEncoder().encode(madeSpreadsheet(1_500))

describe('compiling ahead', () => {
  it('changes nothing of a file that is opened afterwards', async () => {
    const expected = await shown(createDraftService(), file)
    await compileAhead(() => false)
    await compileReader(() => false)
    expect(await shown(createDraftService(), file)).toEqual(expected)
  })

  it('ends before the next piece when there is something to do', async () => {
    for (const compile of [compileAhead, compileReader]) {
      let asked = 0
      await compile(() => (asked += 1) === 3)
      expect(asked).toBe(3)
    }
  })

  it('in a thread gives way to the first file, which is opened as without it', async () => {
    const worker = new URL('../../../../../src/core/drafts/worker/draft-worker.ts', import.meta.url)
    const lost: string[] = []
    const thread = createDraftThread(
      () => new Worker(worker),
      (reason) => lost.push(reason),
    )
    onTestFinished(() => thread.close())
    thread.compileAhead()
    expect(await shown((call, input) => thread.call(call, input), file)).toEqual(
      await shown(createDraftService(), file),
    )
    // A thread that had a file ignores it.
    thread.compileAhead()
    await thread.call('forget', { draftId: 'a' })
    expect(lost).toEqual([])
  })
})

describe('a made-up table', () => {
  it.each([0, 1, 2, 3])('is a list of customers with all kinds of findings: %i', async (number) => {
    const service = createDraftService()
    const answer = await shown(service, madeUpText(number, 400))
    expect(answer).toMatchObject([{ ok: true, view: { counts: { rows: 400 } } }, { total: 400 }])
    const { groups, counts, columns } = await service('refresh', {
      draftId: 'a',
      context: context(),
      knownKeys: null,
    })
    expect(columns.filter(({ target }) => target === 'leave_out')).toEqual([])
    expect(new Set(groups.map(({ severity }) => severity)).size).toBeGreaterThan(1)
    expect(counts.ready).toBeGreaterThan(100)
    expect(counts.error).toBeGreaterThan(0)
  })

  it('has cars that come again with their rego and VIN, and else a rego and a VIN of its own in each row', () => {
    for (const number of [0, 1]) {
      const [header, ...rows] = [...madeUpRows(number, 2_000)].map(({ cells }) => cells.map(String))
      const column = (name: string): string[] => {
        const at = header?.indexOf(name) ?? -1
        return rows.map((cells) => cells[at] ?? '').filter((text) => text.length > 5)
      }
      for (const texts of [column(number === 0 ? 'Rego' : 'Registration'), column('VIN')]) {
        const again = texts.length - new Set(texts).size
        expect(again).toBeGreaterThan(10)
        expect(again).toBeLessThan(40)
      }
    }
  })

  it('is the same each time, and another for another number', () => {
    expect([...madeUpRows(2, 50)]).toEqual([...madeUpRows(2, 50)])
    expect([...madeUpRows(4, 50)]).not.toEqual([...madeUpRows(2, 50)])
  })
})
