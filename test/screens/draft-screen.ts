import type { Locator, Page } from 'playwright-core'
import type { ChangedCell } from '../../src/contract/draft-changes.ts'
import type { DraftTemplate } from '../../src/contract/draft-templates.ts'
import type { CustomerField } from '../../src/contract/draft-rows.ts'
import type { Draft, DraftRow } from '../../src/contract/drafts.ts'
import { GridColumns } from '../../src/contract/grid-columns.ts'
import type { MethodInput } from '../../src/contract/methods.ts'
import { success } from '../../src/contract/result.ts'
import { sampleColumn, sampleDraft, sampleIssue, sampleRow } from '../unit/renderer/features/drafts/sample-draft.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { createPracticeHost, openWindow, type StageOptions } from './stage.ts'

const names = ['Liam Lee', 'Grace Wilson-Hart', 'Zoe Smith', 'Xin Tan', 'Noah van der Berg', 'Grace O’Brien']

const cellOf = (value: string) => ({ original: value, value, edited: false })

/** Rows of a list of sold cars as in the file, from row 5 on. */
export const soldRows = (count: number): DraftRow[] =>
  Array.from({ length: count }, (_, at) =>
    sampleRow(at + 5, {
      rego: cellOf(`1RP${100 + at}`),
      state: cellOf(['VIC', 'NSW', 'WA'][at % 3] ?? ''),
      vin: cellOf(`6G1FA8E5AZ403${String(3_900 + at)}`),
      client_name: cellOf(names[at % names.length] ?? ''),
      mobile_number: cellOf(`0491570${String(100 + at)}`),
      sale_date: cellOf(`2023-02-${String((at % 28) + 1).padStart(2, '0')}`),
    }),
  )

/** The state of this row is written wrongly, and `wrongState` offers a fix. */
export const wrongRow = (row: DraftRow): DraftRow => ({
  ...row,
  status: 'error',
  cells: { ...row.cells, state: { original: 'Vctoria', value: '', edited: false } },
  issues: [sampleIssue({ message: '“Vctoria” isn’t a state', proposal: 'VIC' })],
})

export const wrongState: Draft['groups'][number] = {
  key: 'state.unknown Vctoria',
  rule: 'state.unknown',
  severity: 'error',
  field: 'state',
  message: '“Vctoria” isn’t a state',
  rows: 1,
  value: 'Vctoria',
  proposal: 'VIC',
}

export const sampleTemplate: DraftTemplate = {
  id: 'template-1',
  name: 'consent',
  region: 'au',
  columns: [{ header: 'Customer Name', target: 'client_name' }],
  sheet: null,
  headerRow: null,
  defaultState: null,
  dateOrders: 0,
  contactAnswers: 1,
  updatesCustomers: false,
  fixes: [],
  usedAt: '2026-11-19T22:00:00Z',
}

export const soldColumns: Draft['columns'] = [
  sampleColumn(0, 'Rego No.', 'rego'),
  sampleColumn(1, 'Rego State', 'state'),
  sampleColumn(2, 'VIN/Chassis', 'vin'),
  sampleColumn(3, 'Customer', 'client_name'),
  sampleColumn(4, 'Mob Ph', 'mobile_number'),
  sampleColumn(5, 'Delivered', 'sale_date'),
  sampleColumn(6, 'Notes', 'keep'),
]

const countsOf = (rows: readonly DraftRow[], skipped: number): Draft['counts'] => {
  const of = (status: DraftRow['status']): number => rows.filter((row) => row.status === status).length
  return {
    rows: rows.length,
    ready: of('ready'),
    warning: of('warning'),
    error: of('error'),
    update: of('update'),
    excluded: of('excluded'),
    skipped,
    paidLookups: 0,
  }
}

type CellChange = MethodInput<'drafts.changeCells'>['change']
type RowSet = Extract<CellChange, { kind: 'set' }>['rows']

interface DraftState {
  readonly draft: Draft
  readonly rows: readonly DraftRow[]
}

/** The draft of the twin, which a test changes as the program would. */
export interface DraftTwin {
  rows(): readonly DraftRow[]
  /** Changes the draft or its rows as one step that can be undone, and gives the draft. */
  change(words: string, next: Partial<DraftState['draft']>, rows?: readonly DraftRow[]): Draft
}

/**
 * Answers with one draft, and keeps what is changed: each change is a step that can be undone. A cell takes any text, but a mobile of fewer
 * than ten digits is refused. Rows are found by their status and a search.
 */
export function answerDraft(host: HostTwin, given: Partial<Draft>, firstRows: readonly DraftRow[]): DraftTwin {
  let state: DraftState = {
    draft: sampleDraft({ columns: soldColumns, fileName: 'sold-vehicles.csv', ...given }),
    rows: firstRows,
  }
  const done: { readonly words: string; readonly before: DraftState }[] = []
  let changes = 0

  const current = (): Draft => ({
    ...state.draft,
    counts: countsOf(state.rows, state.draft.notRecords.length),
    changedAt: new Date(Date.UTC(2026, 10, 19, 23, 0, changes)).toISOString(),
    undo: done.at(-1)?.words ?? null,
  })
  const go = (next: DraftState): Draft => {
    changes += 1
    state = next
    return current()
  }
  const change: DraftTwin['change'] = (words, next, rows = state.rows) => {
    done.push({ words, before: state })
    return go({ draft: { ...state.draft, ...next }, rows })
  }
  /** As shown: the text of the file where nothing can be sent. */
  function valueOf(row: number, field: CustomerField): string {
    const cell = state.rows.find((each) => each.row === row)?.cells[field]
    return cell?.edited ? cell.value : cell?.value || cell?.original || ''
  }
  const rowsOf = (set: RowSet): number[] => {
    const known = state.rows.map(({ row }) => row)
    return 'filter' in set
      ? known
      : known.filter((row) => set.runs.some(([first, last]) => row >= first && row <= last))
  }

  function texts(asked: CellChange): readonly Pick<ChangedCell, 'row' | 'field' | 'after'>[] {
    if (asked.kind === 'paste')
      return asked.rows.flatMap((row, at) =>
        asked.fields.flatMap((field, column) =>
          field ? [{ row, field, after: asked.texts[at]?.[column] ?? '' }] : [],
        ),
      )
    if (asked.kind === 'fix-group') return [{ row: 5, field: 'state', after: asked.value ?? 'VIC' }]
    if (asked.kind === 'set')
      return rowsOf(asked.rows).flatMap((row) =>
        Object.entries(asked.values).map(([field, after]) => ({ row, field: field as CustomerField, after })),
      )
    const { fields } = asked
    if (asked.kind === 'fill-down')
      return rowsOf(asked.rows).flatMap((row) =>
        fields.map((field) => ({ row, field, after: valueOf(asked.from, field) })),
      )
    const found = new RegExp(asked.find, 'i')
    return rowsOf(asked.rows)
      .flatMap((row) => fields.map((field) => ({ row, field, after: valueOf(row, field).replace(found, asked.text) })))
      .filter(({ row, field }) => !asked.except.some((each) => each.row === row && each.field === field))
  }
  const cellsOf = (asked: CellChange): ChangedCell[] =>
    texts(asked)
      .map((cell) => (cell.field === 'mobile_number' ? { ...cell, after: cell.after.replaceAll(' ', '') } : cell))
      .map((cell) => ({ ...cell, before: valueOf(cell.row, cell.field) }))
      .filter(({ before, after }) => before !== after)
      .map((cell) => {
        const isShort = cell.field === 'mobile_number' && cell.after !== '' && cell.after.length < 10
        return { ...cell, problem: isShort ? 'A mobile has ten digits.' : null }
      })
  function changeCells(words: string, cells: readonly Pick<ChangedCell, 'row' | 'field' | 'after'>[]): Draft {
    const rows = state.rows.map((row) => {
      const own = cells.filter((cell) => cell.row === row.row)
      const issues = row.issues.filter(({ field }) => !own.some((cell) => cell.field === field))
      const values = own.map(({ field, after }) => [field, { ...row.cells[field], value: after, edited: true }])
      const isFixed = row.status === 'error' && issues.length === 0
      const status = isFixed ? 'ready' : row.status
      return { ...row, status, issues, cells: { ...row.cells, ...Object.fromEntries(values) } } as DraftRow
    })
    return change(words, {}, rows)
  }

  const listed = ({ show = 'all', search = '' }: MethodInput<'drafts.rowOrder'>): readonly DraftRow[] =>
    state.rows.filter(
      ({ status, cells }) =>
        (show === 'all' || status === show) && JSON.stringify(cells).toLowerCase().includes(search.toLowerCase()),
    )

  host.answer('drafts.get', () => success(current()))
  host.answer('drafts.rowOrder', (query) => success({ rows: listed(query).map(({ row }) => row) }))
  host.answer('drafts.rowsByNumber', ({ rows }) =>
    success({ rows: rows.flatMap((number) => state.rows.find(({ row }) => row === number) ?? []) }),
  )
  host.answer('drafts.setStep', ({ step }) => success(go({ ...state, draft: { ...state.draft, step } })))
  host.answer('drafts.previewCells', ({ change: asked }) => {
    const list = cellsOf(asked)
    const cells = list.filter(({ problem }) => problem === null)
    return success({
      cells: cells.length,
      rows: new Set(cells.map(({ row }) => row)).size,
      refused: list.length - cells.length,
      unchanged: 0,
      outside: 0,
      values: list.map(({ row, ...cell }) => ({ ...cell, cells: 1, examples: [row] })),
      list,
    })
  })
  host.answer('drafts.changeCells', ({ change: asked }) => {
    const cells = cellsOf(asked).filter(({ problem }) => problem === null)
    const count = `${cells.length} ${cells.length === 1 ? 'cell' : 'cells'}`
    return success(changeCells(`${count} ${asked.kind === 'paste' ? 'pasted' : 'changed'}`, cells))
  })
  host.answer('drafts.editCell', ({ row, field, value }) =>
    success(changeCells('Cell changed', [{ row, field, after: value }])),
  )
  host.answer('drafts.exclude', ({ rows, excluded }) => {
    const status = excluded ? 'excluded' : 'ready'
    const changed = state.rows.map((row) => (rows.includes(row.row) ? { ...row, status } : row) as DraftRow)
    return success(change('Rows excluded', {}, changed))
  })
  host.answer('drafts.undo', () => {
    const step = done.pop()
    if (!step) return success(current())
    return success(go(step.before))
  })
  let shown = GridColumns.parse({ hidden: [], headers: [] })
  host.answer('drafts.gridColumns', () => success(shown))
  host.answer('drafts.setGridColumns', (chosen) => success((shown = GridColumns.parse(chosen))))
  host.answer('drafts.sourceFile', () => success({ state: 'unknown', changedAt: null }))
  host.answer('uploads.sameFile', () => success({ uploads: [] }))
  return { change, rows: () => state.rows }
}

/** A draft on the screen. */
export interface DraftScreen {
  readonly host: HostTwin
  readonly page: Page
  readonly twin: DraftTwin
  readonly grid: Locator
  /** The step that is open. */
  readonly step: Locator
}

interface DraftOptions extends StageOptions {
  readonly draft?: Partial<Draft>
  readonly rows?: readonly DraftRow[]
  /** Replaces answers before the window opens. */
  readonly prepare?: (host: HostTwin, twin: DraftTwin) => void
}

/** Opens a draft in its step "Check" unless it says another one: 30 sold cars, and the state of the first one is wrong. */
export async function openDraft({ draft, rows, prepare, ...options }: DraftOptions = {}): Promise<DraftScreen> {
  const host = createPracticeHost()
  const [first, ...others] = soldRows(30)
  const sold = first ? [wrongRow(first), ...others] : []
  const twin = answerDraft(host, { step: 'check', groups: rows ? [] : [wrongState], ...draft }, rows ?? sold)
  prepare?.(host, twin)
  const page = await openWindow('/import/draft-1', host, { viewport: { width: 1280, height: 800 }, ...options })
  const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
  await page.getByRole('navigation', { name: 'Steps' }).waitFor()
  if ((draft?.step ?? 'check') === 'check') await grid.getByRole('gridcell').first().waitFor()
  const step = page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]')
  return { host, page, twin, grid, step }
}
