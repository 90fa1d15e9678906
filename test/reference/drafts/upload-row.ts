import type { KnownVin } from '../../../src/contract/drafts.ts'
import type { CustomerInput } from '../../../src/core/service/service-client.ts'
import { mobileForSending } from '../../../src/core/fields/mobile.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import type { ColumnPlan } from '../../../src/core/drafts/mapping/columns.ts'
import type { CheckContext } from '../../../src/core/drafts/model/draft-source.ts'
import { fileTexts } from '../../../src/core/drafts/engine/file-texts.ts'
import type { RowState } from './row-state.ts'
import { cellText } from '../../../src/core/fields/source-cell.ts'

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
export function uploadRows(state: RowState): UploadRows {
  const { comparison, context, plan } = state
  const { header, textsOf } = fileTexts(state)
  const rows: RowToSend[] = []
  const leftOut: ExcludedRow[] = []
  for (const row of state.rows) {
    const status = state.statusOf(row)
    const original = textsOf(row)
    if (status === 'ready' || status === 'warning') {
      const known = comparison.known.has(row.row)
      const knownVin = filledVin(state, row)
      const input = customerInput(row, plan, context)
      rows.push({ row: row.row, input: knownVin ? withVin(input, knownVin.vin) : input, original, known, knownVin })
    } else {
      leftOut.push({ row: row.row, reason: comparison.excluded.get(row.row)?.reason ?? errorText(row), original })
    }
  }
  return { header, rows, leftOut }
}

const errorText = (row: CheckedRow): string =>
  row.issues
    .filter(({ severity }) => severity === 'error')
    .map(({ message }) => message)
    .join(' ')

/** The record that is sent for a row (interface, part 4, customer input). Empty values are not sent. */
function customerInput(row: CheckedRow, plan: ColumnPlan, context: CheckContext): CustomerInput {
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
    ...(values.vin !== '' && { vin: values.vin }),
    ...(values.client_name !== '' && { client_name: values.client_name }),
    ...(mobile !== '' && { mobile_number: mobileForSending(mobile, context.region, context.mobileForm) }),
    ...(values.sale_date !== '' && { sale_date: values.sale_date }),
    ...(values.expiry_date !== '' && { expiry_date: values.expiry_date }),
    ...(additional.length > 0 && { additional_fields: Object.fromEntries(additional) }),
  }
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup(row: CheckedRow, context: CheckContext): boolean {
  const { rego, state, vin } = row.values
  return rego !== '' && vin === '' && (context.region !== 'au' || state !== '')
}

/** The VIN that is filled in for a row without one; null: none. */
export function filledVin({ index, context, knownVins }: RowState, row: CheckedRow): KnownVin | null {
  const { rego, state } = row.values
  if (!index.fillKnownVins || !causesPaidLookup(row, context)) return null
  return knownVins.get(`${rego}|${state}`) ?? null
}

/** Fields have the same order as in a row with a VIN of its own. */
function withVin({ rego, state, ...others }: CustomerInput, vin: string): CustomerInput {
  return { ...(rego !== undefined && { rego }), ...(state !== undefined && { state }), vin, ...others }
}
