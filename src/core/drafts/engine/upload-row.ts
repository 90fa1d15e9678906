import type { KnownVin, RowStatus } from '../../../contract/drafts.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import { causesPaidLookup } from '../checking/row-facts.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { DraftState } from './draft-state.ts'
import { cellText } from '../../fields/source-cell.ts'

export interface RowToSend {
  readonly row: number
  readonly input: CustomerInput
  readonly original: string[]
  /** Its car is already a customer, and it is sent nevertheless. */
  readonly known: boolean
  /** The VIN in `input` is not from the file. */
  readonly knownVin: KnownVin | null
}

export interface ExcludedRow {
  readonly row: number
  readonly reason: string
  readonly original: string[]
}

/** Every record of the table is in one of the two lists. */
export interface UploadRows {
  readonly header: string[]
  readonly rows: RowToSend[]
  readonly leftOut: ExcludedRow[]
}

/** The rows of a draft for an upload. A row with errors is excluded, with its error messages as the reason. */
export function uploadRows(state: DraftState): UploadRows {
  const { comparison, context, plan } = state
  const rows: RowToSend[] = []
  const leftOut: ExcludedRow[] = []
  for (let position = 0; position < state.rows.length; position += 1) {
    const row = state.rows.at(position)
    const status = state.issues.statusAt(position)
    const original = originalCells(row, plan)
    if (isSent(status)) {
      const known = comparison.isKnown(position)
      const knownVin = filledVin(state, row)
      const vin = knownVin?.vin ?? row.values.vin
      rows.push({ row: row.row, input: customerInput(row, vin, plan, context), original, known, knownVin })
    } else {
      leftOut.push({ row: row.row, reason: comparison.exclusionOf(position)?.reason ?? errorText(row), original })
    }
  }
  return { header: [...plan.headers], rows, leftOut }
}

const errorText = (row: CheckedRow): string =>
  row.issues
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
    .join(' ')

/** The record that is sent for a row (interface, part 4, customer input). Empty values are not sent. */
export function customerInput(row: CheckedRow, vin: string, plan: ColumnPlan, context: CheckContext): CustomerInput {
  const { values } = row
  const additional: [string, string][] = []
  for (const column of plan.keptColumns) {
    const text = cellText(row.source.cells[column]).trim()
    if (text !== '') additional.push([plan.headers[column] ?? '', text])
  }
  if (row.extras) additional.push(...Object.entries(row.extras))
  const mobile = values.mobile_number
  return {
    ...(values.rego !== '' && { rego: values.rego }),
    ...(values.rego !== '' && values.state !== '' && context.region === 'au' && { state: values.state }),
    ...(vin !== '' && { vin }),
    ...(values.client_name !== '' && { client_name: values.client_name }),
    ...(mobile !== '' && { mobile_number: mobileForSending(mobile, context.region, context.mobileForm) }),
    ...(values.sale_date !== '' && { sale_date: values.sale_date }),
    ...(values.expiry_date !== '' && { expiry_date: values.expiry_date }),
    ...(additional.length > 0 && { additional_fields: Object.fromEntries(additional) }),
  }
}

/** The VIN that is filled in for a row without one; null: none. */
export function filledVin({ context, index, knownVins }: DraftState, row: CheckedRow): KnownVin | null {
  if (!index.fillKnownVins || knownVins.size === 0 || !causesPaidLookup(row, context.region)) return null
  return knownVins.get(knownVinKey(row)) ?? null
}

/** The regos of rows to send without a VIN for which no known VIN was looked for yet, at most `limit`. */
export function unsearchedRegos({ issues, rows, vinStates }: DraftState, limit: number): string[] {
  const regos = new Set<string>()
  for (let position = 0; position < rows.length && regos.size < limit; position += 1) {
    if (!rows.causesPaidLookup(position) || !isSent(issues.statusAt(position))) continue
    if (vinStates.at(position) === 'unsearched') regos.add(knownVinKey(rows.at(position)))
  }
  return [...regos]
}

/** The key of a row's rego in `KnownVins`. */
const knownVinKey = ({ values }: CheckedRow): string => regoKey(values.rego, values.state)

/** Whether a row with this status is sent. */
export const isSent = (status: RowStatus): boolean => status === 'ready' || status === 'warning'

/** The row's cells as in the file, one for each column. */
function originalCells(row: CheckedRow, plan: ColumnPlan): string[] {
  return plan.headers.map((_, column) => cellText(row.source.cells[column]))
}
