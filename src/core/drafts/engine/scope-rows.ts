import type { CustomerField } from '../../../contract/draft-rows.ts'
import { checkOf, type CheckName } from '../checking/row-checks.ts'
import type { OverrideScope } from '../model/override-scope.ts'
import type { RowRanges } from '../model/row-ranges.ts'
import type { DraftRows } from './draft-rows.ts'

/**
 * Checks the cells again that a change of some of them, or of a text in all rows, can affect. Returns the positions of their rows, and of
 * those that the user included or excluded.
 */
export function checkChangedRows(scopes: readonly OverrideScope[], rows: DraftRows): number[] {
  const changed = new Uint8Array(rows.length)
  /** By position: 1 where the row is checked again. */
  const checked = new Map<CheckName, Uint8Array>()
  const checkedFor = (field: CustomerField): Uint8Array => {
    const found = checked.get(checkOf(field)) ?? new Uint8Array(rows.length)
    checked.set(checkOf(field), found)
    return found
  }
  const originals = new Map<CustomerField, Set<string>>()
  for (const scope of scopes) {
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
