import type { CustomerField, IssueGroup } from '../../../../contract/drafts.ts'

/** A field inside a sentence: "Send no mobile". */
export const fieldInWords: Readonly<Record<CustomerField, string>> = {
  rego: 'rego',
  state: 'state',
  vin: 'VIN',
  client_name: 'name',
  mobile_number: 'mobile',
  sale_date: 'sale date',
  expiry_date: 'delete date',
}

/**
 * True when one typed value can be right for all rows of a group: there is one row, or they share what is wrong, or the field is
 * the state. Regos, VINs and mobiles are each car's or customer's own.
 */
export function takesOneValue(group: IssueGroup): boolean {
  if (group.field === null || group.severity === 'info') return false
  return group.rows === 1 || group.value !== null || group.field === 'state'
}

/** True when the rows can be sent without this field: a car is found by its rego or VIN, the rest is for reference. */
export function canGoWithout(group: IssueGroup): boolean {
  if (group.severity === 'info') return false
  return group.field === 'mobile_number' || group.field === 'sale_date' || group.field === 'expiry_date'
}
