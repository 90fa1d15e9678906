import type { Draft, DraftRow } from '../../../../src/contract/drafts.ts'
import type { Region } from '../../../../src/contract/region.ts'
import { decisionsOf } from '../../../../src/core/import-report/open-decisions.ts'
import { createBench, signal } from './drafts-bench.ts'

/** A plate of Victoria, another one for each row below 8. */
export const plateOf = (at: number): string => `1A${'ABCDEFGH'[at]}${at}CD`
export const people = ['Ann Lee', 'Bob Ray', 'Cy Day', 'Di Fox', 'Ed Poe', 'Flo Ng', 'Gus Hall', 'Hal Tan']

/** Rows as text below their header; `line`: of each row. */
export const table = (header: string, line: (at: number) => string, rows = 4): string =>
  [header, ...Array.from({ length: rows }, (_, at) => line(at))].join('\n')

/** A file as it is read, without a choice of the user. */
interface Opened {
  readonly draft: Draft
  readonly rows: readonly DraftRow[]
  /** By header: what the column is imported as. */
  readonly targets: Readonly<Record<string, string>>
  /** What the command line and watched folders ask. */
  readonly decisions: readonly string[]
}

export async function open(content: string, region: Region = 'au'): Promise<Opened> {
  const bench = createBench({ region })
  const draft = await bench.open('customers.csv', content)
  const query = { show: 'all', group: null, search: '', offset: 0, limit: 100 } as const
  const { rows } = await bench.drafts.rows({ id: draft.id, ...query }, signal)
  return {
    draft,
    rows: rows.toSorted((a, b) => a.row - b.row),
    targets: Object.fromEntries(draft.columns.map(({ header, target }) => [header, target])),
    decisions: decisionsOf(draft),
  }
}
/** What would be sent of a field, by row. */
export const values = ({ rows }: Opened, field: keyof DraftRow['cells']): readonly string[] =>
  rows.map(({ cells }) => cells[field].value)
