import type { EditableField } from '../../../contract/customer-record.ts'
import type { Region } from '../../../contract/region.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import type { DraftState } from './draft-state.ts'

/** A row that updates the customer who has its car: the car, and the values as they would be sent; '' where it has none. */
export interface KnownRow extends Readonly<Record<EditableField, string>> {
  readonly row: number
  readonly rego: string
  readonly state: string
  readonly vin: string
}

/** The known rows of a draft, and where they would be sent. */
export interface KnownRows {
  readonly connectionId: string
  readonly region: Region
  readonly rows: readonly KnownRow[]
}

/** At most `limit` rows that update customers, from a position on; `next`: the position behind them, null at the end. */
export function knownRows(
  { context, issues, rows }: DraftState,
  from: number,
  limit: number,
): { readonly rows: KnownRow[]; readonly next: number | null } {
  const found: KnownRow[] = []
  for (let position = from; position < rows.length; position += 1) {
    if (found.length === limit) return { rows: found, next: position }
    if (issues.statusAt(position) !== 'update') continue
    const { row, values } = rows.at(position)
    const mobile = values.mobile_number
    found.push({
      row,
      rego: values.rego,
      state: values.state,
      vin: values.vin,
      clientName: values.client_name,
      mobileNumber: mobile === '' ? '' : mobileForSending(mobile, context.region, context.mobileForm),
      saleDate: values.sale_date,
      expiryDate: values.expiry_date,
    })
  }
  return { rows: found, next: null }
}
