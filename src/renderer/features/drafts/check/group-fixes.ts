import type { IssueGroup } from '../../../../contract/drafts.ts'

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
