import type { Draft, DraftColumn, DraftRow, Issue } from '../../../../../src/contract/drafts.ts'
import type { CustomerField } from '../../../../../src/contract/draft-rows.ts'

/** A small draft as the program returns it, with changes. */
export function sampleDraft(changes: Partial<Draft> = {}): Draft {
  return {
    id: 'draft-1',
    fileName: 'sold.csv',
    name: 'sold.csv',
    region: 'au',
    createdAt: '2026-11-21T01:00:00.000Z',
    changedAt: '2026-11-21T01:00:00.000Z',
    counts: { rows: 10, ready: 5, warning: 2, error: 2, update: 0, excluded: 1, skipped: 0, paidLookups: 3 },
    step: 'columns',
    source: {
      kind: 'csv',
      sizeBytes: 1_000,
      encoding: 'UTF-8',
      delimiter: 'commas',
      sheets: [{ name: 'sold.csv', rows: 10, hidden: false, alike: false }],
      sheet: 'sold.csv',
      choices: {
        form: { encoding: null, delimiter: null },
        sheets: ['sold.csv'],
        headerRow: 'detect',
        lastRow: null,
      },
      cars: null,
      file: 'saved',
      headerRow: 1,
      notes: [],
      remembered: false,
    },
    otherRegion: null,
    columns: [],
    notRecords: [],
    contactQuestions: [],
    contactNotes: [],
    defaultState: null,
    knownCustomers: 'skip',
    knownRows: 0,
    knownVins: { choice: 'fill', rows: 0 },
    nameCase: { choice: 'as-written', capitals: [] },
    groups: [],
    excludedReasons: [],
    undo: null,
    redo: null,
    ...changes,
  }
}

const noCell = { original: '', value: '', edited: false }

/** What `drafts.rowOrder` answers. */
export const orderOf = (rows: number[]) => ({ rows })

export function sampleRow(
  row: number,
  cells: Partial<DraftRow['cells']> = {},
  changes: Partial<Omit<DraftRow, 'cells'>> = {},
): DraftRow {
  const empty: Record<CustomerField, typeof noCell> = {
    rego: noCell,
    state: noCell,
    vin: noCell,
    client_name: noCell,
    mobile_number: noCell,
    sale_date: noCell,
    expiry_date: noCell,
  }
  return { row, status: 'ready', excludedBecause: null, issues: [], ...changes, cells: { ...empty, ...cells } }
}

export const sampleIssue = (changes: Partial<Issue> = {}): Issue => ({
  rule: 'state.unknown',
  severity: 'error',
  field: 'state',
  message: 'No Australian state is written like this.',
  proposal: null,
  ...changes,
})

export const sampleColumn = (index: number, header: string, target: DraftColumn['target']): DraftColumn => ({
  index,
  header,
  samples: [],
  target,
  suggested: { target, reason: '' },
  sensitive: false,
  isOpen: false,
  alsoMobile: false,
  dates: null,
})
