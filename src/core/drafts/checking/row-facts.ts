import type { Issue } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'

/** Of a row's own issues, before rows are compared. */
export const rowFlags = { error: 1, warning: 2 } as const

export function flagOf({ severity }: Pick<Issue, 'severity'>): number {
  return severity === 'error' ? rowFlags.error : severity === 'warning' ? rowFlags.warning : 0
}

/** What rows are compared by, by position. */
export interface RowFacts {
  /** The column that says not to contact the customer, from 1; 0: none. */
  readonly optOuts: Uint16Array
  /** Hashes of the values to send; 0: none. */
  readonly regos: Uint32Array
  readonly vins: Uint32Array
  /** The digits as a number; 0: none. A mobile is E.164: at most 15 digits. */
  readonly mobiles: Float64Array
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup(
  { rego, state, vin }: Readonly<Record<'rego' | 'state' | 'vin', string>>,
  region: Region,
): boolean {
  return rego !== '' && vin === '' && (region !== 'au' || state !== '')
}
