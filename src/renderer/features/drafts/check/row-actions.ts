import { CircleMinus, CirclePlus, FileX2, Replace, Trash2 } from '@lucide/vue'
import type { DraftRow, IssueGroup } from '../../../../contract/drafts.ts'
import { isAddedRow } from '../../../../contract/row-id.ts'
import type { CustomerField } from '../../../../contract/draft-rows.ts'
import type { MenuItem } from '../../../ui/context-menu.ts'
import { checkText } from './check-text.ts'
import type { DraftCheck } from './useCheck.ts'
import { formatValue } from './row-cells.ts'

const text = checkText.row

/** What can be done about the selected rows, of which `row` is the active one: the usual first. */
export function rowActions(check: DraftCheck, row: DraftRow, numbers: readonly number[]): readonly MenuItem[] {
  const areAdded = numbers.length > 0 && numbers.every(isAddedRow)
  const { otherReading } = row
  const isExcluded = row.status === 'excluded'
  const remove: MenuItem = {
    label: text.remove(numbers.length),
    icon: Trash2,
    danger: true,
    run: () => void check.removeRows(numbers),
  }
  return [
    ...(areAdded ? [remove] : []),
    {
      label: (isExcluded ? text.include : text.exclude)(numbers.length),
      icon: isExcluded ? CirclePlus : CircleMinus,
      keys: 'Space',
      run: () => void check.toggleSelected(row),
    },
    ...(numbers.length === 1 && !areAdded
      ? [{ label: text.skip, icon: FileX2, run: () => void check.skip([row.row]) }]
      : []),
    ...(otherReading
      ? [
          {
            label: otherReading.inUse ? text.useRepaired : text.useOther,
            icon: Replace,
            run: () => void check.setReading(row.row, !otherReading.inUse),
          },
        ]
      : []),
  ]
}

interface Suggestion {
  readonly field: CustomerField
  readonly value: string
  /** The text of its button: "Use 0491 575 789". */
  readonly label: string
}

const maxSuggestions = 3

/** The fixes that a row's issues suggest: those of the active field first. The label of any other names its field. */
export function suggestionsFor(row: DraftRow, field: CustomerField | null): readonly Suggestion[] {
  const suggestions: Suggestion[] = []
  const isStateWrong = row.issues.some((issue) => issue.field === 'state' && issue.severity === 'error')
  for (const issue of row.issues.toSorted((a, b) => Number(b.field === field) - Number(a.field === field))) {
    if (issue.proposal === null || issue.field === null) continue
    const { proposal, field: target } = issue
    if (suggestions.some((suggestion) => suggestion.field === target && suggestion.value === proposal)) continue
    const shown = formatValue(target, proposal)
    const label = target === field ? checkText.suggestion.use(shown) : checkText.suggestion.useFor(target, shown)
    suggestions.push({ field: target, value: proposal, label })
  }
  if (isStateWrong && row.cells.rego?.value && row.cells.vin?.value) {
    suggestions.push({ field: 'rego', value: '', label: checkText.suggestion.vinOnly })
  }
  return suggestions.slice(0, maxSuggestions)
}

/**
 * True when one typed value can be right for all rows of a group: the group has one row, its rows share the wrong value, or the
 * field is the state. Regos, VINs and mobiles differ from car to car.
 */
export function takesOneValue(group: IssueGroup): boolean {
  if (group.field === null || group.severity === 'info') return false
  return group.rows === 1 || group.value !== null || group.field === 'state'
}

/** True when rows can be sent without this field. A car is found by its rego or VIN; the other fields are for reference. */
export function isOptional(group: IssueGroup): boolean {
  if (group.severity === 'info') return false
  return group.field === 'mobile_number' || group.field === 'sale_date' || group.field === 'expiry_date'
}
