import { z } from 'zod'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { checkOf, type CheckName } from '../checking/row-checks.ts'
import { parseName, type Override, type OverrideEntry, type OverrideKind } from '../model/overrides.ts'
import { RowRanges } from '../model/row-ranges.ts'
import type { DraftRows } from './draft-rows.ts'

/** Which part of the work depends on an override, so that only that part is repeated. */
export type OverrideScope =
  | { readonly scope: 'table' | 'columns' | 'all-rows' | 'added-rows' | 'comparison' }
  | { readonly scope: 'rows-with-text'; readonly field: CustomerField; readonly original: string }
  | { readonly scope: 'rows'; readonly field: CustomerField; readonly rows: RowRanges }
  | { readonly scope: 'inclusion'; readonly rows: RowRanges }

/** Of overrides that are not about rows. */
const scopes = {
  region: 'table',
  sheet: 'table',
  sheets: 'table',
  form: 'table',
  'header-row': 'table',
  'last-row': 'table',
  record: 'table',
  'other-reading': 'table',
  'cars-together': 'table',
  target: 'columns',
  'date-order': 'columns',
  contact: 'columns',
  note: 'columns',
  'default-state': 'all-rows',
  'title-case': 'all-rows',
  added: 'added-rows',
  'known-customers': 'comparison',
  'ignore-known-vins': 'comparison',
} as const satisfies Partial<Record<OverrideKind, OverrideScope['scope']>>

/** `override`: the one that the entry sets or removes; undefined: it is read from the entry. */
export function scopeOf(entry: OverrideEntry, override?: Override): OverrideScope {
  const key = parseName(entry.name)
  switch (key.kind) {
    case 'replacement':
      return { scope: 'rows-with-text', field: key.field, original: key.original }
    case 'cell':
      return { scope: 'rows', field: key.field, rows: RowRanges.of([key.row]) }
    case 'row':
      return { scope: 'inclusion', rows: RowRanges.of([key.row]) }
    case 'cells':
      return { scope: 'rows', field: key.field, rows: rangeOf(entry, override) }
    case 'rows':
      return { scope: 'inclusion', rows: rangeOf(entry, override) }
    default:
      return { scope: scopes[key.kind] }
  }
}

/** The rows of a range that an entry sets or removes. */
function rangeOf({ before, after }: OverrideEntry, override: Override | undefined): RowRanges {
  if (override && 'rows' in override) return override.rows
  return RowRanges.parse(z.object({ rows: z.string() }).parse(JSON.parse(after ?? before ?? '')).rows)
}

/**
 * Checks the cells again that a change of some of them, or of a text in all rows, can affect. Returns the positions of their rows, and of
 * those that the user included or excluded.
 */
export function checkChangedRows(changes: readonly OverrideScope[], rows: DraftRows): number[] {
  const changed = new Uint8Array(rows.length)
  /** By position: 1 where the row is checked again. */
  const checked = new Map<CheckName, Uint8Array>()
  const checkedFor = (field: CustomerField): Uint8Array => {
    const found = checked.get(checkOf(field)) ?? new Uint8Array(rows.length)
    checked.set(checkOf(field), found)
    return found
  }
  const originals = new Map<CustomerField, Set<string>>()
  for (const scope of changes) {
    if (scope.scope === 'inclusion') markRows(scope.rows, rows, changed)
    if (scope.scope === 'rows') markRows(scope.rows, rows, checkedFor(scope.field))
    if (scope.scope === 'rows-with-text')
      originals.set(scope.field, (originals.get(scope.field) ?? new Set()).add(scope.original))
  }
  for (const [field, texts] of originals) {
    rows.checks[checkOf(field)].forget()
    const found = checkedFor(field)
    const originalAt = rows.originalsOf(field)
    for (let position = 0; position < rows.length; position += 1)
      if (texts.has(originalAt(position))) found[position] = 1
  }
  for (const [name, wanted] of checked) {
    rows.checks[name].check(wanted)
    for (let position = 0; position < rows.length; position += 1) if (wanted[position] === 1) changed[position] = 1
  }
  const positions: number[] = []
  for (let at = changed.indexOf(1); at >= 0; at = changed.indexOf(1, at + 1)) positions.push(at)
  return positions
}

function markRows(ranges: RowRanges, rows: DraftRows, changed: Uint8Array): void {
  const { numbers } = rows
  let position = 0
  for (const [first, last] of ranges.runs()) {
    // The next run is mostly near.
    if ((numbers[position] ?? Infinity) < first) position = rows.positionFrom(first)
    for (; position < numbers.length && (numbers[position] as number) <= last; position += 1) changed[position] = 1
  }
}
