import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { ColumnTarget, KnownCustomers } from '../../../contract/column-choices.ts'
import type { ImportOptions } from '../../../contract/import-options.ts'
import { cellText } from '../../fields/source-cell.ts'
import { correctedRow, originalColumns, rowHeader, uploadHeader } from '../mapping/reimport.ts'
import { indexOverrides } from '../model/override-index.ts'
import {
  applyEntries,
  entryToSet,
  readOverride,
  readOverrides,
  type Override,
  type OverrideEntry,
  type Overrides,
  type StoredOverride,
} from '../model/overrides.ts'
import { fixEntries } from './template.ts'
import type { DraftState } from './draft-state.ts'
import { set } from './plan-entries.ts'

/** A row of an upload in which the user typed: its cells in the file, and the texts by field. */
export interface TypedRow {
  readonly row: number
  readonly original: readonly string[]
  readonly texts: readonly (readonly [CustomerField, string])[]
}

/** The upload whose rows a file has, with what was decided for it. */
export interface CorrectedUpload {
  readonly id: string
  readonly name: string
  /** As it was in the file. */
  readonly header: readonly string[]
  /** Null: it was not made from a draft. */
  readonly options: ImportOptions | null
  readonly knownCustomers: KnownCustomers | null
  /** What the user decided about values, apart from single cells. */
  readonly fixes: readonly StoredOverride[]
  /** Rows that are no customers yet. */
  readonly typedRows: readonly TypedRow[]
}

/** Decisions about values and not about the file, in which rows and columns have other places. */
const wholeFile: ReadonlySet<Override['kind']> = new Set<Override['kind']>([
  'replacement',
  'title-case',
  'ignore-known-vins',
  'note',
])

/** The decisions of a draft that its upload keeps for a correction of its rows. */
export function fixesOf(overrides: readonly StoredOverride[]): StoredOverride[] {
  return overrides.filter((stored) => {
    const { kind } = readOverride(stored)
    return wholeFile.has(kind) || kind === 'cell' || kind === 'cells'
  })
}

/** Divides stored fixes into those of single rows and those of the whole file. */
export function readFixes(fixes: readonly StoredOverride[]): {
  readonly typed: ReturnType<typeof indexOverrides>['cells']
  readonly ofFile: StoredOverride[]
} {
  return {
    typed: indexOverrides(readOverrides(fixes)).cells,
    ofFile: fixes.filter((stored) => wholeFile.has(readOverride(stored).kind)),
  }
}

/** What was decided about columns and values for the original file, for a file with some of its rows. */
export function decisionsFor(
  header: readonly string[],
  { header: original, options, knownCustomers, fixes }: CorrectedUpload,
): OverrideEntry[] {
  const decided: Override[] = []
  for (const [column, from] of originalColumns(header, original).entries()) {
    const before = options?.columns[from]
    if (!before) continue
    const { target, dateOrder, contact } = before
    decided.push({ kind: 'target', column, target })
    if (dateOrder !== null) decided.push({ kind: 'date-order', column, order: dateOrder })
    if (contact !== undefined) decided.push({ kind: 'contact', column, choice: contact })
  }
  if (options?.defaultState) decided.push({ kind: 'default-state', state: options.defaultState })
  if (knownCustomers && knownCustomers !== 'skip') decided.push({ kind: 'known-customers', choice: knownCustomers })
  // Replacements are set only where their text is in the file: see `fixesFor`.
  decided.push(...fixes.map(readOverride).filter(({ kind }) => kind !== 'replacement'))
  const overrides: Overrides = new Map()
  return decided.map((override) => {
    const entry = entryToSet(overrides, override)
    applyEntries(overrides, [entry])
    return entry
  })
}

/** The value fixes of the original, and what was typed in its cells, unless the file now has something else there. */
export function fixesFor(state: DraftState, upload: CorrectedUpload): OverrideEntry[] {
  const replacements = upload.fixes.map(readOverride).filter((fix) => fix.kind === 'replacement')
  return [...fixEntries(state, { fixes: replacements }), ...typedEntries(state, upload)]
}

function typedEntries(state: DraftState, { id, header, options, typedRows }: CorrectedUpload): OverrideEntry[] {
  const typed = new Map(typedRows.map((row) => [row.row, row]))
  if (typed.size === 0) return []
  const own = [rowHeader, uploadHeader].map((name) => state.table.header.indexOf(name))
  const columns = originalColumns(state.table.header, header)
  const textAt = (position: number, column: number): string => cellText(state.rows.records.cellAt(position, column))
  const entries: OverrideEntry[] = []
  for (let position = 0; position < state.rows.length; position += 1) {
    const names = own.map((column) => (column < 0 ? '' : textAt(position, column)))
    const row = typed.get(correctedRow([rowHeader, uploadHeader], names, id) ?? 0)
    for (const [field, text] of row?.texts ?? []) {
      const isSame = columns.every((from, column) => {
        const target = options?.columns[from]?.target
        return !target || !gives(target, field) || wordsOf(textAt(position, column)) === wordsOf(row?.original[from])
      })
      if (isSame) entries.push(set(state, { kind: 'cell', row: state.rows.numberAt(position), field, text }))
    }
  }
  return entries
}

/** Whether a column with this target gives a part of the field. */
function gives(target: ColumnTarget, field: CustomerField): boolean {
  if (target === field) return true
  if (target === 'rego_and_state') return field === 'rego' || field === 'state'
  return field === 'client_name' && ['first_name', 'middle_name', 'last_name', 'title', 'company'].includes(target)
}

/** Without what a spreadsheet program changes by itself: spaces, signs, and zeros in front. */
const wordsOf = (text = ''): string =>
  [...text.toUpperCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word.replace(/^0+/, '')).join(' ')
