import type { Region } from '../../../contract/region.ts'
import type { CheckedRow } from './check-row.ts'
import type { ClassSets } from './class-sets.ts'
import type { NameNumbers } from './name-numbers.ts'
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
  /** The digits as a number; 0 as well for a row without a name, which is not compared by its mobile. */
  readonly mobiles: Float64Array
  /** See `NameNumbers`. */
  readonly names: Uint16Array
}

export function emptyFacts(rows: number): RowFacts {
  return {
    sets: new Uint32Array(rows),
    flags: new Uint8Array(rows),
    optOuts: new Uint16Array(rows),
    regos: new Uint32Array(rows),
    vins: new Uint32Array(rows),
    mobiles: new Float64Array(rows),
    names: new Uint16Array(rows),
  }
}

/** Where the numbers in facts are from. */
export interface FactNumbers {
  readonly classes: IssueClasses
  readonly sets: ClassSets
  readonly names: NameNumbers
  readonly region: Region
}

/** Writes the facts of a row at its position. */
export function noteFacts(
  facts: RowFacts,
  position: number,
  row: CheckedRow,
  { classes, sets, names, region }: FactNumbers,
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
  // A mobile is E.164: at most 15 digits.
  facts.mobiles[position] = values.client_name === '' ? 0 : Number(values.mobile_number)
  facts.names[position] = names.numberOf(values.client_name)
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup({ values }: Pick<CheckedRow, 'values'>, region: Region): boolean {
  const { rego, state, vin } = values
  return rego !== '' && vin === '' && (region !== 'au' || state !== '')
}
