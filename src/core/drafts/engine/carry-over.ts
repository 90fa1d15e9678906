import { createHash } from 'node:crypto'
import { cellText } from '../../fields/source-cell.ts'
import { normaliseHeader } from '../headers/normalise-header.ts'
import {
  isChange,
  readOverride,
  toStored,
  type Override,
  type OverrideEntry,
  type StoredOverride,
} from '../model/overrides.ts'
import { RowRanges } from '../model/row-ranges.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels } from './draft-text.ts'
import { set } from './plan-entries.ts'

/** What the user decided in a draft, in a form that another reading of its file can take over. */
export interface Decisions {
  /** Of the whole draft. */
  readonly general: readonly StoredOverride[]
  /** By normalised header, because columns move. */
  readonly columns: readonly { readonly header: string; readonly override: StoredOverride }[]
  readonly rows: readonly StoredOverride[]
  /** The rows of `rows` by what identifies them: their cells, not their numbers. */
  readonly keys: ReadonlyMap<number, string>
  /** Those that only make sense for the file as it was: a row number, a damaged place. */
  readonly others: number
}

export interface CarriedOver {
  readonly label: string
  readonly entries: readonly OverrideEntry[]
  /** Decisions that fit the new reading, and those that do not. Of a fix in many rows, each row counts. */
  readonly kept: number
  readonly lost: number
}

/** `header`: of the new reading. Rows are compared by the columns that both have. */
export function decisionsOf({ overrides, table }: DraftState, header: readonly string[]): Decisions {
  const general: StoredOverride[] = []
  const columns: { header: string; override: StoredOverride }[] = []
  const rows: Override[] = []
  let others = 0
  for (const override of overrides.values()) {
    switch (override.kind) {
      case 'target':
      case 'date-order':
      case 'contact':
        columns.push({ header: normaliseHeader(table.header[override.column] ?? ''), override: toStored(override) })
        break
      case 'cell':
      case 'row':
      case 'cells':
      case 'rows':
        rows.push(override)
        break
      case 'default-state':
      case 'known-customers':
      case 'ignore-known-vins':
      case 'title-case':
      case 'replacement':
      case 'note':
        general.push(toStored(override))
        break
      default:
        others += 1
    }
  }
  const wanted = new Set(rows.flatMap((override) => [...rowsOf(override)]))
  const keys = new Map<number, string>()
  if (wanted.size > 0) for (const [row, key] of rowKeys(table, header)) if (wanted.has(row)) keys.set(row, key)
  return { general, columns, rows: rows.map(toStored), keys, others }
}

/** Takes over what fits this draft, whose header both sides know. `header`: of the draft with the decisions. */
export function carryOver(state: DraftState, decisions: Decisions, header: readonly string[]): CarriedOver {
  const { table } = state
  const found: Override[] = decisions.general.map(readOverride)
  let [kept, lost] = [decisions.general.length, decisions.others]
  const positions = new Map(table.header.map((name, at) => [normaliseHeader(name), at]))
  for (const { header: name, override } of decisions.columns) {
    const column = name === '' ? undefined : positions.get(name)
    if (column === undefined) lost += 1
    else {
      kept += 1
      found.push({ ...readOverride(override), column } as Override)
    }
  }
  const rowOf = new Map<string, number>()
  if (decisions.keys.size > 0) for (const [row, key] of rowKeys(table, header)) rowOf.set(key, row)
  for (const override of decisions.rows.map(readOverride)) {
    const moved = [...rowsOf(override)].map((row) => rowOf.get(decisions.keys.get(row) ?? ''))
    const count = moved.filter((row) => row !== undefined).length
    kept += count
    lost += moved.length - count
    if (count > 0) found.push(placed(override, moved))
  }
  const entries = found.map((override) => set(state, override)).filter(isChange)
  return { label: changeLabels.carriedOver, entries, kept, lost }
}

/** The override at other rows: for each of its rows where it is now, if anywhere. */
function placed(override: Override, moved: readonly (number | undefined)[]): Override {
  if (override.kind === 'cell' || override.kind === 'row') return { ...override, row: moved[0] ?? 0 }
  if (override.kind !== 'cells' && override.kind !== 'rows') return override
  const order = moved.flatMap((row, at) => (row === undefined ? [] : [{ row, at }])).toSorted((a, b) => a.row - b.row)
  const rows = RowRanges.of(order.map(({ row }) => row))
  if (override.kind === 'rows') return { ...override, rows }
  const { texts } = override
  return { ...override, rows, texts: texts.length === 1 ? texts : order.map(({ at }) => texts[at] ?? '') }
}

function* rowsOf(override: Override): Generator<number> {
  if (override.kind === 'cell' || override.kind === 'row') yield override.row
  if (override.kind !== 'cells' && override.kind !== 'rows') return
  yield* override.rows
}

/**
 * Each customer row with what identifies it among all: its texts in the columns that the other header has as well, and how
 * many rows before it have the same.
 */
function* rowKeys({ header, records }: DraftState['table'], other: readonly string[]): Generator<[number, string]> {
  const known = new Set(other.map(normaliseHeader))
  const columns = header
    .map((name, at) => ({ name: normaliseHeader(name), at }))
    .filter(({ name }) => name !== '' && known.has(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at))
  if (columns.length === 0) return
  const seen = new Map<string, number>()
  for (const { row, cells } of records) {
    const texts = columns.map(({ at }) => cellText(cells[at]))
    const digest = createHash('sha256').update(JSON.stringify(texts)).digest('base64')
    const before = seen.get(digest) ?? 0
    seen.set(digest, before + 1)
    yield [row, `${digest}${before}`]
  }
}
