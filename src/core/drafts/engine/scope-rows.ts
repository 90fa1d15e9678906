import type { CustomerField } from '../../../contract/draft-rows.ts'
import { checkOf, type CheckName } from '../checking/row-checks.ts'
import type { OverrideScope } from '../model/override-scope.ts'
import type { RowRanges } from '../model/row-ranges.ts'
import type { DraftRows } from './draft-rows.ts'

/** Positions of the rows that a change of cells, or of a text in all rows, can affect, and the checks of their fields. */
export function rowsToCheck(
  scopes: readonly OverrideScope[],
  rows: DraftRows,
): { readonly positions: readonly number[]; readonly checks: ReadonlySet<CheckName> } {
  const originals = new Map<CustomerField, Set<string>>()
  const fields = new Set<CustomerField>()
  const ranges: RowRanges[] = []
  for (const scope of scopes) {
    if (scope.scope !== 'rows' && scope.scope !== 'rows-with-text') continue
    fields.add(scope.field)
    if (scope.scope === 'rows') ranges.push(scope.rows)
    else originals.set(scope.field, (originals.get(scope.field) ?? new Set()).add(scope.original))
  }
  const positions = positionsOf(ranges, rows)
  for (const [field, texts] of originals) addRowsWith(texts, field, rows, positions)
  return {
    positions: ranges.length + originals.size > 1 ? [...new Set(positions)] : positions,
    checks: new Set([...fields].map(checkOf)),
  }
}

/** Positions of the rows that the user included or excluded, or no longer. */
export function positionsIncluded(scopes: readonly OverrideScope[], rows: DraftRows): readonly number[] {
  const ranges = scopes.flatMap((scope) => (scope.scope === 'inclusion' ? [scope.rows] : []))
  const positions = positionsOf(ranges, rows)
  return ranges.length > 1 ? [...new Set(positions)] : positions
}

function positionsOf(ranges: readonly RowRanges[], rows: DraftRows): number[] {
  const positions: number[] = []
  const { numbers } = rows
  for (const range of ranges) {
    let position = 0
    for (const [first, last] of range.runs()) {
      // The next run is mostly near.
      if ((numbers[position + 1] ?? Infinity) <= first) position = rows.positionFrom(first)
      for (; position < numbers.length && (numbers[position] as number) <= last; position += 1) {
        if ((numbers[position] as number) >= first) positions.push(position)
      }
    }
  }
  return positions
}

function addRowsWith(texts: ReadonlySet<string>, field: CustomerField, rows: DraftRows, positions: number[]): void {
  for (let position = 0; position < rows.length; position += 1) {
    if (texts.has(rows.originalAt(position, field))) positions.push(position)
  }
}
