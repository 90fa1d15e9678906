import { z } from 'zod'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { parseName, type Override, type OverrideEntry } from './overrides.ts'
import { RowRanges } from './row-ranges.ts'

/** Which part of the work depends on an override, so that only that part is repeated. */
export type OverrideScope =
  | { readonly scope: 'table' | 'columns' | 'all-rows' | 'added-rows' | 'comparison' }
  | { readonly scope: 'rows-with-text'; readonly field: CustomerField; readonly original: string }
  | { readonly scope: 'rows'; readonly field: CustomerField; readonly rows: RowRanges }
  | { readonly scope: 'inclusion'; readonly rows: RowRanges }

/** `override`: the one that the entry sets or removes; undefined: it is read from the entry. */
export function scopeOf(entry: OverrideEntry, override?: Override): OverrideScope {
  const key = parseName(entry.name)
  switch (key.kind) {
    case 'region':
    case 'sheet':
    case 'sheets':
    case 'form':
    case 'header-row':
    case 'last-row':
    case 'record':
    case 'other-reading':
    case 'cars-together':
      return { scope: 'table' }
    case 'target':
    case 'date-order':
    case 'contact':
    case 'note':
      return { scope: 'columns' }
    case 'default-state':
    case 'title-case':
      return { scope: 'all-rows' }
    case 'added':
      return { scope: 'added-rows' }
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
    case 'known-customers':
    case 'ignore-known-vins':
      return { scope: 'comparison' }
  }
}

/** The rows of a range that an entry sets or removes. */
function rangeOf({ before, after }: OverrideEntry, override: Override | undefined): RowRanges {
  if (override && 'rows' in override) return override.rows
  return RowRanges.parse(z.object({ rows: z.string() }).parse(JSON.parse(after ?? before ?? '')).rows)
}
