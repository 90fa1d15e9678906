import type { Region } from '../../../contract/region.ts'
import type { CheckedRow } from './check-row.ts'
import type { ClassSets } from './class-sets.ts'
import { issueValue, type IssueClasses } from './issue-classes.ts'
import { textHash } from './text-hash.ts'

/** Of a row's own issues, before rows are compared, and what would be sent. */
export const rowFlags = { error: 1, warning: 2, paidLookup: 4 } as const

/**
 * The numbers that are kept of each row, by position: what views, filters and the comparison of rows need. All else of a
 * row is worked out again when it is read.
 */
export interface RowFacts {
  /** The set (`ClassSets`) of its own issues. */
  readonly sets: Uint32Array
  readonly flags: Uint8Array
  /** The column that says not to contact the customer, from 1; 0: none. */
  readonly optOuts: Uint16Array
  /** Hashes of the values to send; 0: none. */
  readonly regos: Uint32Array
  readonly vins: Uint32Array
  /** 0 as well for a row without a name, which is not compared by its mobile. */
  readonly mobiles: Uint32Array
}

export function emptyFacts(rows: number): RowFacts {
  return {
    sets: new Uint32Array(rows),
    flags: new Uint8Array(rows),
    optOuts: new Uint16Array(rows),
    regos: new Uint32Array(rows),
    vins: new Uint32Array(rows),
    mobiles: new Uint32Array(rows),
  }
}

/** Writes the facts of a row at its position. */
export function noteFacts(
  facts: RowFacts,
  position: number,
  row: CheckedRow,
  { classes, sets, region }: { readonly classes: IssueClasses; readonly sets: ClassSets; readonly region: Region },
): void {
  const { values, issues, originals } = row
  let set = 0
  let flags = causesPaidLookup(row, region) ? rowFlags.paidLookup : 0
  for (const found of issues) {
    set = sets.with(set, classes.classOf(found, issueValue(found, originals)))
    if (found.severity === 'error') flags |= rowFlags.error
    else if (found.severity === 'warning') flags |= rowFlags.warning
  }
  facts.sets[position] = set
  facts.flags[position] = flags
  facts.optOuts[position] = row.optOut ? row.optOut.column + 1 : 0
  facts.regos[position] = textHash(values.rego)
  facts.vins[position] = textHash(values.vin)
  facts.mobiles[position] = values.client_name === '' ? 0 : textHash(values.mobile_number)
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup({ values }: Pick<CheckedRow, 'values'>, region: Region): boolean {
  const { rego, state, vin } = values
  return rego !== '' && vin === '' && (region !== 'au' || state !== '')
}
