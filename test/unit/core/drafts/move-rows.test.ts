import { describe, expect, it } from 'vitest'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, signal, testForm } from './drafts-bench.ts'

const letters = 'ABCDEFGHJKLM'
/** `au` rows of Victoria, then `nz` rows; one of those has an Australian mobile, and only its country says where it is. */
function list(au: number, nz: number, withCountry = true): string {
  const lines = [
    ...Array.from({ length: au }, (_, at) => [
      `Ann ${letters[at]}`,
      `1AB${2_000 + at}`,
      'VIC',
      `0491 570 1${10 + at}`,
      'Australia',
    ]),
    ...Array.from({ length: nz }, (_, at) => [
      `Tui ${letters[at]}`,
      `QF${letters[at]}${10 + at}`,
      '',
      at === 0 ? '+61 491 570 006' : `6421345${6_100 + at}`,
      'New Zealand',
    ]),
  ].map((cells) => (withCountry ? cells : cells.slice(0, 4)))
  const header = ['Name', 'Rego', 'State', 'Mobile', ...(withCountry ? ['Country'] : [])]
  return [header, ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}

const all = { show: 'all', group: null, search: '', offset: 0, limit: 50 } as const

describe('rows of another region in a draft', () => {
  it('are counted by country, and are an open decision', async () => {
    const draft = await createBench().open('both.csv', list(8, 6))
    expect(draft).toMatchObject({ otherRegion: null, otherRegionRows: { region: 'nz', rows: 6 } })
    expect(decisionsOf(draft)).toContain(
      '6 rows are from New Zealand. Open the file in Forecourt and move them to a second draft.',
    )
  })

  it('are counted by mobiles and plates without a column of countries, from five rows on', async () => {
    const bench = createBench()
    expect((await bench.open('both.csv', list(8, 6, false))).otherRegionRows).toEqual({ region: 'nz', rows: 5 })
    expect((await bench.open('few.csv', list(8, 5, false))).otherRegionRows).toBeUndefined()
    expect((await bench.open('one.csv', list(8, 1))).otherRegionRows).toEqual({ region: 'nz', rows: 1 })
  })

  it('move to a second draft, and each row is sent from exactly one of the two', async () => {
    const bench = createBench()
    const { id } = await bench.open('both.csv', list(8, 6))
    await bench.drafts.editCell({ id, row: 10, field: 'client_name', value: 'Tui Ngata' }, signal)
    const { draft, moved } = await bench.drafts.moveRows({ id, region: 'nz' }, signal)
    expect(moved).toMatchObject({ name: 'both.csv (New Zealand)', rows: 6 })
    expect(draft.otherRegionRows).toBeUndefined()
    expect(draft).toMatchObject({ region: 'au', counts: { rows: 14, excluded: 6, error: 0 } })
    const second = await bench.drafts.get({ id: moved.id }, signal)
    expect(second).toMatchObject({ region: 'nz', otherRegion: null, counts: { rows: 14, excluded: 8, error: 0 } })
    expect(second.otherRegionRows).toBeUndefined()
    expect(decisionsOf(second)).toEqual([])
    const sentOf = async (draftId: string) => {
      const { rows } = await bench.drafts.rows({ ...all, id: draftId }, signal)
      return rows.filter(({ status }) => status !== 'excluded').map(({ row }) => row)
    }
    expect((await sentOf(id)).toSorted((a, b) => a - b)).toEqual([2, 3, 4, 5, 6, 7, 8, 9])
    expect((await sentOf(moved.id)).toSorted((a, b) => a - b)).toEqual([10, 11, 12, 13, 14, 15])
    const { rows } = await bench.drafts.rowsByNumber({ id: moved.id, rows: [10, 11] }, signal)
    expect(rows[0]?.cells.client_name.value).toBe('Tui Ngata')
    expect(rows[1]?.cells.mobile_number.value).toBe('0213456101')
    expect((await bench.drafts.rowsToSend(moved.id, testForm)).region).toBe('nz')
  })

  it('move with the duplicates among them, so that no row is sent here in place of a moved one', async () => {
    const bench = createBench()
    const [header = '', ...lines] = list(3, 6).trimEnd().split('\n')
    const again = (lines.at(-1) ?? '').replace('Tui F', 'Tui Again')
    const { id, counts, otherRegionRows } = await bench.open('both.csv', [header, ...lines, again].join('\n'))
    expect([counts.rows, counts.excluded, otherRegionRows?.rows]).toEqual([10, 1, 6])
    const { draft, moved } = await bench.drafts.moveRows({ id, region: 'nz' }, signal)
    expect(draft.counts).toMatchObject({ ready: 3, excluded: 7 })
    expect(draft.otherRegionRows).toBeUndefined()
    const second = await bench.drafts.get({ id: moved.id }, signal)
    expect(second.counts.excluded).toBe(4)
    expect(second.excludedReasons.map(({ rows }) => rows)).toEqual([3, 1])
  })

  it('are in the first draft again after undo, and the second draft stays', async () => {
    const bench = createBench()
    const { id } = await bench.open('both.csv', list(8, 6))
    const { moved } = await bench.drafts.moveRows({ id, region: 'nz' }, signal)
    const undone = await bench.drafts.undo({ id }, signal)
    expect(undone).toMatchObject({ otherRegionRows: { region: 'nz', rows: 6 }, counts: { excluded: 0 } })
    expect((await bench.drafts.list({}, signal)).drafts.map((one) => one.id).toSorted()).toEqual(
      [id, moved.id].toSorted(),
    )
  })

  it('are not moved when there are none of the region', async () => {
    const bench = createBench()
    const { id } = await bench.open('both.csv', list(8, 6))
    await expect(bench.drafts.moveRows({ id, region: 'my' }, signal)).rejects.toMatchObject({
      failure: { kind: 'conflict', message: 'The draft has no rows of that region.' },
    })
    expect((await bench.drafts.list({}, signal)).drafts).toHaveLength(1)
  })
})
