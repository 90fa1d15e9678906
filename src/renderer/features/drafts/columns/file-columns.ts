import { isOrderOpen, type ColumnTarget } from '../../../../contract/column-choices.ts'
import type { DraftColumn, Draft } from '../../../../contract/drafts.ts'
import type { Region } from '../../../../contract/region.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import type { SelectGroup } from '../../../ui/fields/select-options.ts'
import { targetLabels } from '../../../ui/import-labels.ts'
import { columnName } from '../drafts-text.ts'
import { targetGroupLabels } from './columns-text.ts'

/** Where the step "Columns" shows a column: as a card that asks for a look, among those that fill a field, or among the extra fields. */
export type ColumnPlace = 'look' | 'matched' | 'extra'

export function placeOf(column: DraftColumn): ColumnPlace {
  if (column.isOpen || (column.dates && isOrderOpen(column.dates.decidedBy))) return 'look'
  return isOtherColumn(column) && !column.alsoMobile ? 'extra' : 'matched'
}

const group = (label: string, targets: readonly ColumnTarget[]): SelectGroup<ColumnTarget> => ({
  label,
  options: targets.map((target) => ({ value: target, label: targetLabels[target] })),
})

/** The options of "Imported as" for a region, most used first. */
export function targetOptions(region: Region): readonly SelectGroup<ColumnTarget>[] {
  return [
    group(
      targetGroupLabels.car,
      region === 'au' ? ['rego', 'state', 'rego_and_state', 'vin', 'sale_date'] : ['rego', 'vin', 'sale_date'],
    ),
    group(targetGroupLabels.customer, ['client_name', 'mobile_number', 'expiry_date']),
    group(targetGroupLabels.name, ['title', 'first_name', 'middle_name', 'last_name', 'company']),
    group(targetGroupLabels.consent, ['opt_out']),
    group(targetGroupLabels.other, ['keep', 'leave_out']),
  ]
}

/** True for a column that fills no customer field. */
export const isOtherColumn = (column: DraftColumn): boolean => column.target === 'keep' || column.target === 'leave_out'

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

/** For each customer field of the region, the columns that fill it. The expiry date is listed only when one does. */
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
