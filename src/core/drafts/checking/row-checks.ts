import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { CheckedCell } from '../../fields/checked-cell.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import {
  checkDateField,
  checkMobileField,
  checkNameField,
  checkVehicle,
  checkVinField,
  type FieldCheck,
  type FieldSource,
} from './check-fields.ts'
import { phoneColumns } from './row-columns.ts'
import type { RowRules } from './row-rules.ts'

/** Fields that are checked together. Rego and state depend on each other; every other field is checked alone. */
export type CheckName = 'vehicle' | Exclude<CustomerField, 'rego' | 'state'>

/** Fields after their check, in the order of `RowCheck.fields`. */
export type CheckedFields = readonly FieldCheck[]

export interface RowCheck {
  readonly fields: readonly CustomerField[]
  /** The columns whose cells it reads; -1: the file has none. */
  readonly columns: (plan: ColumnPlan) => readonly number[]
  /** What the results depend on besides these cells and what the user typed. */
  readonly inputs: (rules: RowRules) => readonly unknown[]
  readonly check: (rules: RowRules) => (source: FieldSource) => CheckedFields
  /** A number for what rows are compared by; 0: they are not. Equal ones have equal numbers, and a few others as well. */
  readonly key: (checked: CheckedFields) => number
}

const keyOfFirst = ([first]: CheckedFields): number => textHash(first?.checked.value ?? '')

/** A hash of a text; never 0, which stands for no text. */
function textHash(text: string): number {
  if (text === '') return 0
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) >>> 0 || 1
}

function dateCheck(field: 'sale_date' | 'expiry_date'): RowCheck {
  return {
    fields: [field],
    columns: ({ column }) => [column[field]],
    inputs: ({ context, plan }) => [context.today, context.dateFormat, plan.dates[field]],
    check: (rules) => (source) => [checkDateField(field, source, rules)],
    key: () => 0,
  }
}

export const rowChecks: Readonly<Record<CheckName, RowCheck>> = {
  vehicle: {
    fields: ['rego', 'state'],
    columns: ({ column }) => [column.rego, column.state],
    inputs: ({ overrides, plan }) => [plan.splitsPlates, plan.treatAmbiguousAsState, overrides.defaultState],
    check: (rules) => {
      const states = new Map<SourceCell, CheckedCell>()
      return (source) => {
        const { rego, state } = checkVehicle(source, rules, states)
        return [rego, state]
      }
    },
    key: keyOfFirst,
  },
  vin: {
    fields: ['vin'],
    columns: ({ column }) => [column.vin],
    inputs: ({ context }) => [context.shortVins],
    check: (rules) => (source) => [checkVinField(source, rules)],
    key: keyOfFirst,
  },
  client_name: {
    fields: ['client_name'],
    columns: ({ nameColumns }) => Object.values(nameColumns),
    inputs: ({ overrides, plan }) => [plan.surnameFirst, plan.namePlaceholders, overrides.titleCase],
    check: (rules) => (source) => [checkNameField(source, rules)],
    key: () => 0,
  },
  mobile_number: {
    fields: ['mobile_number'],
    columns: phoneColumns,
    inputs: ({ context, plan }) => [context.mobileForm, plan.otherPhones.length],
    check: (rules) => (source) => [checkMobileField(source, rules)],
    // A mobile is E.164, at most 15 digits: all of them differ as numbers.
    key: ([mobile]) => Number(mobile?.checked.value),
  },
  sale_date: dateCheck('sale_date'),
  expiry_date: dateCheck('expiry_date'),
}

export const checkNames = Object.keys(rowChecks) as readonly CheckName[]

export const checkOf = (field: CustomerField): CheckName => (field === 'rego' || field === 'state' ? 'vehicle' : field)

/** Checks one field of a row. */
export function checkField(field: CustomerField, source: FieldSource, rules: RowRules): FieldCheck {
  const { check, fields } = rowChecks[checkOf(field)]
  return check(rules)(source)[fields.indexOf(field)] as FieldCheck
}
