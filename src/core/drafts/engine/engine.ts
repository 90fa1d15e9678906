import type { CustomerField, DraftRow, Issue, IssueGroup, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import { lookAcross, type AcrossRows } from '../checking/duplicate-rows.ts'
import { createCellChecks } from '../checking/cell-checks.ts'
import { checkRow, type CheckedRow, type RowRules } from '../checking/check-row.ts'
import {
  applyEntries,
  indexChoices,
  scopeOf,
  type ChoiceEntry,
  type ChoiceIndex,
  type Choices,
} from '../model/overrides.ts'
import { headerShape, planColumns, type ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, RememberedChoices } from '../model/draft-source.ts'
import { draftView, holdsText, shownRow, type DraftView } from './draft-view.ts'
import { findTable, type Table } from '../reading/find-table.ts'
import { groupIssues, groupKey } from '../checking/group-issues.ts'
import { normaliseHeader } from '../mapping/normalise-header.ts'
import { headerScore } from '../mapping/suggest.ts'
import { undoExport } from '../mapping/reimport.ts'
import { customerInput, originalCells } from './upload-row.ts'
import { cellText } from '../../fields/source-cell.ts'

export interface RowQuery {
  readonly show: 'all' | RowStatus
  readonly group: string | null
  readonly search: string
}

export interface RowToSend {
  readonly row: number
  readonly input: CustomerInput
  readonly original: string[]
}

export interface RowLeftOut {
  readonly row: number
  readonly reason: string
  readonly original: string[]
}

/** What the action planner may see of a draft. */
export interface DraftState {
  readonly choices: Choices
  readonly index: ChoiceIndex
  readonly source: DraftSource
  readonly sheet: number
  readonly table: Table
  readonly plan: ColumnPlan
  readonly rows: readonly CheckedRow[]
  readonly knownKeys: ReadonlySet<string>
  readonly context: CheckContext
  readonly across: AcrossRows
  statusOf(row: number): RowStatus | null
  statusAt(row: CheckedRow): RowStatus
  issuesOf(row: CheckedRow): readonly Issue[]
  groups(): readonly IssueGroup[]
}

/** One open draft: pure and synchronous. Everything it says follows from source, choices, context and known customers. */
export interface DraftEngine extends DraftState {
  view(): DraftView
  /** Row numbers: errors first, then warnings, then in the order of the file. */
  order(query: RowQuery): readonly number[]
  rowsByNumber(numbers: readonly number[]): DraftRow[]
  apply(entries: readonly ChoiceEntry[]): void
  setKnownKeys(keys: ReadonlySet<string>): void
  setContext(context: CheckContext): void
  rowsToSend(): { readonly header: string[]; readonly rows: RowToSend[]; readonly leftOut: RowLeftOut[] }
  /** What a file of the same shape is to be read like; null for a table without a header. */
  toRemember(): { readonly shape: string; readonly choices: RememberedChoices } | null
}

export function createDraftEngine(
  source: DraftSource,
  choices: Choices,
  firstContext: CheckContext,
  firstKnownKeys: ReadonlySet<string>,
): DraftEngine {
  let context = firstContext
  let knownKeys = firstKnownKeys
  let index = indexChoices(choices)
  let sheet = 0
  let table!: Table
  let plan!: ColumnPlan
  let rows: CheckedRow[] = []
  let position = new Map<number, number>()
  let across!: AcrossRows
  let cached: { view?: DraftView; groups?: IssueGroup[]; order?: { key: string; rows: number[] } } = {}

  const findTheTable = (): void => {
    const named = source.facts.sheets.findIndex((one) => one.name === choices.get('sheet'))
    sheet = named >= 0 ? named : likeliestSheet(source)
    const facts = source.facts.sheets[sheet]
    const header = choices.get('header') as number | null | undefined
    table = undoExport(findTable({ rows: source.rows[sheet] ?? [], merges: facts?.merges ?? [] }, header, headerScore))
    position = new Map(table.records.map((row, at) => [row.row, at]))
  }
  const planTheColumns = (): void => {
    const { remembered } = source.facts
    const fits = remembered !== null && headerShape(table.header) === remembered.shape
    plan = planColumns(table, choices, fits ? remembered.choices : null, context)
  }
  const rulesNow = (): RowRules => ({
    plan,
    choices: index,
    context,
    overlong: table.overlong,
    checks: createCellChecks(plan, context),
  })
  const checkAll = (): void => {
    const rules = rulesNow()
    rows = table.records.map((row) => checkRow(row, rules))
  }
  const checkSome = (at: Iterable<number>): void => {
    const rules = rulesNow()
    for (const one of at) rows[one] = checkRow(table.records[one]!, rules)
  }
  const lookAcrossAll = (): void => {
    across = lookAcross(rows, index, knownKeys)
    cached = {}
  }
  const runAll = (): void => {
    findTheTable()
    planTheColumns()
    checkAll()
    lookAcrossAll()
  }
  runAll()

  const statusAt = (row: CheckedRow): RowStatus => {
    if (across.leftOut.has(row.row)) return 'left-out'
    let status: RowStatus = 'ready'
    for (const found of row.issues) {
      if (found.severity === 'error') return 'error'
      if (found.severity === 'warning') status = 'warning'
    }
    // What other rows mean for this one is never an error.
    if (status === 'ready' && across.issues.get(row.row)?.some((found) => found.severity === 'warning'))
      return 'warning'
    return status
  }
  const issuesOf = (row: CheckedRow): readonly Issue[] => {
    const more = across.issues.get(row.row)
    return more ? [...row.issues, ...more] : row.issues
  }
  const groups = (): IssueGroup[] => (cached.groups ??= groupIssues(remainingIssues()))
  function* remainingIssues(): Generator<{ row: CheckedRow; issues: Iterable<Issue> }> {
    for (const row of rows) {
      if (!across.leftOut.has(row.row)) yield { row, issues: issuesOf(row) }
    }
  }

  const engine: DraftEngine = {
    choices,
    source,
    get index() {
      return index
    },
    get sheet() {
      return sheet
    },
    get table() {
      return table
    },
    get plan() {
      return plan
    },
    get rows() {
      return rows
    },
    get context() {
      return context
    },
    get across() {
      return across
    },
    get knownKeys() {
      return knownKeys
    },
    statusOf: (number) => {
      const at = position.get(number)
      return at === undefined ? null : statusAt(rows[at]!)
    },
    statusAt,
    issuesOf,
    groups,
    view: () => (cached.view ??= draftView(engine)),
    order(query) {
      const key = JSON.stringify(query)
      if (cached.order?.key !== key) cached.order = { key, rows: orderRows(query) }
      return cached.order.rows
    },
    rowsByNumber: (numbers) =>
      numbers.flatMap((number) => {
        const at = position.get(number)
        return at === undefined ? [] : [shownRow(engine, rows[at]!)]
      }),
    apply(entries) {
      applyEntries(choices, entries)
      index = indexChoices(choices)
      const scopes = entries.map((entry) => scopeOf(entry.name))
      const touches = (scope: string): boolean => scopes.some((one) => one.scope === scope)
      if (touches('table')) return runAll()
      if (touches('columns')) {
        planTheColumns()
        checkAll()
      } else if (touches('rows')) {
        checkAll()
      } else {
        checkSome(touchedRows(scopes))
      }
      lookAcrossAll()
    },
    setKnownKeys(keys) {
      knownKeys = keys
      lookAcrossAll()
    },
    setContext(next) {
      if (JSON.stringify(next) === JSON.stringify(context)) return
      context = next
      planTheColumns()
      checkAll()
      lookAcrossAll()
    },
    rowsToSend() {
      const sending: RowToSend[] = []
      const leftOut: RowLeftOut[] = []
      for (const row of rows) {
        const status = statusAt(row)
        const original = originalCells(row, plan)
        if (status === 'ready' || status === 'warning') {
          sending.push({ row: row.row, input: customerInput(row, plan, context), original })
        } else {
          leftOut.push({ row: row.row, reason: across.leftOut.get(row.row)?.reason ?? errorReason(row), original })
        }
      }
      return { header: [...plan.headers], rows: sending, leftOut }
    },
    toRemember() {
      const shape = headerShape(table.header)
      if (shape === null || table.headerRow === null) return null
      const names = table.header.map((text) => normaliseHeader(text))
      const named = names.flatMap((name, column) =>
        name === '' || names.indexOf(name) !== column ? [] : [{ name, column }],
      )
      return {
        shape,
        choices: {
          targets: Object.fromEntries(named.map(({ name, column }) => [name, plan.columns[column]!.target])),
          dates: Object.fromEntries(
            named.flatMap(({ name, column }) => {
              const dates = plan.columns[column]!.dates
              return dates?.decidedBy === 'user' ? [[name, dates.order]] : []
            }),
          ),
          defaultState: index.defaultState,
        },
      }
    },
  }
  return engine

  function* touchedRows(scopes: readonly ReturnType<typeof scopeOf>[]): Generator<number> {
    const mended = new Map<CustomerField, Set<string>>()
    for (const scope of scopes) {
      if (scope.scope === 'cell') {
        const at = position.get(scope.row)
        if (at !== undefined) yield at
      } else if (scope.scope === 'mend') {
        mended.set(scope.field, (mended.get(scope.field) ?? new Set()).add(scope.text))
      }
    }
    for (const [field, texts] of mended) {
      for (const [at, row] of rows.entries()) if (texts.has(row.originals[field])) yield at
    }
  }

  function orderRows(query: RowQuery): number[] {
    const wanted = query.search.trim().toLowerCase()
    const errors: number[] = []
    const warnings: number[] = []
    const others: number[] = []
    for (const row of rows) {
      const status = statusAt(row)
      if (query.show !== 'all' && status !== query.show) continue
      if (
        query.group !== null &&
        (status === 'left-out' || !issuesOf(row).some((found) => groupKey(row, found) === query.group))
      )
        continue
      if (wanted !== '' && !holdsText(row, wanted)) continue
      const list = status === 'error' ? errors : status === 'warning' ? warnings : others
      list.push(row.row)
    }
    return [...errors, ...warnings, ...others]
  }
}

const errorReason = (row: CheckedRow): string =>
  row.issues
    .filter((found) => found.severity === 'error')
    .map((found) => found.message)
    .join(' ')

/** The visible sheet with the most rows, those under a header that reads like a customer list before others. */
function likeliestSheet(source: DraftSource): number {
  const { sheets } = source.facts
  const anyVisible = sheets.some((one) => !one.hidden)
  let best = { at: 0, score: -1 }
  for (const [at, one] of sheets.entries()) {
    if (anyVisible && one.hidden) continue
    const heads = (source.rows[at] ?? []).slice(0, 30).map((row) => headerScore(row.cells.map(cellText)))
    const score = one.rowCount * (0.2 + Math.max(0, ...heads))
    if (score > best.score) best = { at, score }
  }
  return best.at
}
