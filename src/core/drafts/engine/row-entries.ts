import { entryToClear, entryToSet, type OverrideEntry } from '../model/overrides.ts'
import { nextRangeId } from './plan-entries.ts'
import { RowRanges } from '../model/row-ranges.ts'
import { rangeFrom } from './cell-entries.ts'
import type { DraftState } from './draft-state.ts'

/**
 * The entries by which rows are included or excluded, or by which the rules decide about them (null): one for all, or
 * one for each of a few. `after`: how many other entries the same change has.
 */
export function rowEntries(
  { overrides, index }: DraftState,
  rows: readonly number[],
  include: boolean | null,
  after = 0,
): OverrideEntry[] {
  const changed = rows.filter((row) => index.rows.get(row) !== (include ?? undefined))
  const isInRange = (row: number): boolean => index.rows.isInRange(row)
  const needsRange = changed.length >= rangeFrom && (include !== null || changed.some(isInRange))
  if (!needsRange) {
    return changed.map((row) =>
      include === null && !isInRange(row)
        ? entryToClear(overrides, { kind: 'row', row })
        : entryToSet(overrides, { kind: 'row', row, include }),
    )
  }
  const ranges = RowRanges.of(changed.toSorted((a, b) => a - b))
  const id = nextRangeId(overrides) + after
  // A single row would win over the range.
  const singles = changed.filter((row) => index.rows.isSingle(row))
  return [
    entryToSet(overrides, { kind: 'rows', id, rows: ranges, include }),
    ...singles.map((row) => entryToClear(overrides, { kind: 'row', row })),
  ]
}
