import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { Issue } from '../../../contract/drafts.ts'
import type { Region } from '../../../contract/region.ts'

/** Of a row's own issues, before rows are compared, and of what would be sent. */
export const rowFlags = { error: 1, warning: 2, paidLookup: 4 } as const

export function flagOf({ severity }: Pick<Issue, 'severity'>): number {
  return severity === 'error' ? rowFlags.error : severity === 'warning' ? rowFlags.warning : 0
}

/**
 * What is kept of each row, by position: what views, filters and the comparison of rows need. All else of a row is worked out again when it
 * is read.
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
  /** The digits as a number; 0: none. A mobile is E.164: at most 15 digits. */
  readonly mobiles: Float64Array
  /** What would be sent, with mobiles as E.164; empty: not sent. */
  readonly values: Readonly<Record<CustomerField, string[]>>
}

export function emptyFacts(rows: number): RowFacts {
  const texts = (): string[] => Array<string>(rows).fill('')
  return {
    sets: new Uint32Array(rows),
    flags: new Uint8Array(rows),
    optOuts: new Uint16Array(rows),
    regos: new Uint32Array(rows),
    vins: new Uint32Array(rows),
    mobiles: new Float64Array(rows),
    values: {
      rego: texts(),
      state: texts(),
      vin: texts(),
      client_name: texts(),
      mobile_number: texts(),
      sale_date: texts(),
      expiry_date: texts(),
    },
  }
}

/** Copies the facts of the first rows. */
export function copyFacts(from: RowFacts, to: RowFacts, rows: number): void {
  for (const name of ['sets', 'flags', 'optOuts', 'regos', 'vins', 'mobiles'] as const)
    to[name].set(from[name].subarray(0, rows))
  for (const [field, texts] of Object.entries(from.values) as [CustomerField, string[]][])
    for (let position = 0; position < rows; position += 1) to.values[field][position] = texts[position] as string
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup(
  { rego, state, vin }: Readonly<Record<'rego' | 'state' | 'vin', string>>,
  region: Region,
): boolean {
  return rego !== '' && vin === '' && (region !== 'au' || state !== '')
}
