import type { CustomerInput } from '../../service/service-client.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { CheckContext } from '../model/draft-source.ts'
import { cellText } from '../../fields/source-cell.ts'

/** The record that the service is given for a row (interface, part 4, customer input). What is empty is not sent at all. */
export function customerInput(row: CheckedRow, plan: ColumnPlan, context: CheckContext): CustomerInput {
  const { values } = row
  const additional: [string, string][] = []
  for (const column of plan.keptColumns) {
    const text = cellText(row.source.cells[column]).trim()
    if (text !== '') additional.push([plan.headers[column]!, text])
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

/** Whether the service would look the VIN up at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup(row: CheckedRow, context: CheckContext): boolean {
  const { rego, state, vin } = row.values
  return rego !== '' && vin === '' && (context.region !== 'au' || state !== '')
}

/** The row's cells as they stood in the file, one for each column. */
export function originalCells(row: CheckedRow, plan: ColumnPlan): string[] {
  return plan.headers.map((_, column) => cellText(row.source.cells[column]))
}
