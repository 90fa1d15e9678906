import type { Draft } from '../../../../contract/drafts.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import type { ColumnTarget } from '../../../../contract/column-choices.ts'
import { columnName } from '../drafts-text.ts'

/** The targets that fill a customer field, in the order in which they are joined. */
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
  /** Names of the columns that fill it. Empty: none does. */
  readonly headers: readonly string[]
  /** Without it cars or customers are not found, so the user is asked for its column. */
  readonly isWanted: boolean
}

const wanted: ReadonlySet<CustomerField> = new Set<CustomerField>(['rego', 'vin', 'mobile_number'])

/** For each customer field of the region, the columns that fill it. The auto-delete date is listed only when one does. */
export function fieldSources(draft: Pick<Draft, 'columns' | 'region'>): readonly FieldSource[] {
  const fields: CustomerField[] = ['rego', 'state', 'vin', 'client_name', 'mobile_number', 'sale_date', 'expiry_date']
  return fields
    .filter((field) => field !== 'state' || draft.region === 'au')
    .map((field) => ({
      field,
      headers: [
        ...filledBy[field].flatMap((target) => draft.columns.filter((column) => column.target === target)),
        ...draft.columns.filter((column) => field === 'mobile_number' && column.alsoMobile),
      ].map(columnName),
      isWanted: wanted.has(field),
    }))
    .filter((source) => source.field !== 'expiry_date' || source.headers.length > 0)
}
