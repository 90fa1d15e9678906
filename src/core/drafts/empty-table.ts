import { CustomerField } from '../../contract/draft-rows.ts'
import type { Region } from '../../contract/region.ts'
import { sheetHeaders } from './engine/draft-text.ts'
import { packRows, type RowBlock } from './storage/row-blocks.ts'
import { entryToSet, type OverrideEntry } from './model/overrides.ts'
import type { SourceFacts } from './model/draft-source.ts'

/** What is saved of a draft without a file: a sheet with the names of the columns, and the first row to fill in. */
export function emptyTable(region: Region): {
  readonly facts: SourceFacts
  readonly blocks: readonly RowBlock[]
  readonly entries: readonly OverrideEntry[]
} {
  const fields = CustomerField.options.filter((field) => field !== 'state' || region === 'au')
  const header = fields.map((field) => sheetHeaders[field])
  return {
    facts: {
      kind: 'by-hand',
      sizeBytes: 0,
      encoding: null,
      delimiter: null,
      notes: [],
      sheets: [{ name: '', hidden: false, merges: [], notes: [], rowCount: 1 }],
      remembered: null,
    },
    // Without values, no column would be recognised.
    entries: [
      entryToSet(new Map(), { kind: 'header-row', headerRow: 1 }),
      ...fields.map((target, column) => entryToSet(new Map(), { kind: 'target', column, target })),
      entryToSet(new Map(), { kind: 'added', number: 1, present: true }),
    ],
    blocks: [...packRows(0, [{ row: 1, cells: header }])],
  }
}
