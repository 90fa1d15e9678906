import type { DraftColumn } from '../../../../contract/drafts.ts'
import type { ColumnTarget } from '../../../../contract/column-choices.ts'
import type { Region } from '../../../../contract/region.ts'
import type { SelectGroup } from '../../../ui/fields/select-options.ts'
import { targetLabels } from '../../../ui/import-labels.ts'
import { targetGroupLabels } from './columns-text.ts'

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
