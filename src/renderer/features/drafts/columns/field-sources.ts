import type { ColumnTarget, CustomerField, Draft } from '../../../../contract/drafts.ts'

/** Which targets fill a customer field, in the order in which they are joined. */
const filledBy: Readonly<Record<CustomerField, readonly ColumnTarget[]>> = {
  rego: ['rego', 'rego_and_state'],
  state: ['state', 'rego_and_state'],
  vin: ['vin'],
  client_name: ['client_name', 'title', 'first_name', 'middle_name', 'last_name', 'company'],
  mobile_number: ['mobile_number'],
  sale_date: ['sale_date'],
  expiry_date: ['expiry_date'],
}

export interface FieldSource {
  readonly field: CustomerField
  /** Headings of the columns that fill it; empty: nothing in this file does. */
  readonly headers: readonly string[]
}

/** For each customer field of the region, the columns of the file that fill it. The delete date is named only where one does. */
export function fieldSources(draft: Pick<Draft, 'columns' | 'region'>): readonly FieldSource[] {
  const fields: CustomerField[] = ['rego', 'state', 'vin', 'client_name', 'mobile_number', 'sale_date', 'expiry_date']
  return fields
    .filter((field) => field !== 'state' || draft.region === 'au')
    .map((field) => ({
      field,
      headers: filledBy[field].flatMap((target) =>
        draft.columns
          .filter((column) => column.target === target)
          .map((column) => column.header || `Column ${column.index + 1}`),
      ),
    }))
    .filter((source) => source.field !== 'expiry_date' || source.headers.length > 0)
}
