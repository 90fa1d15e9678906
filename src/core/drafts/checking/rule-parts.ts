import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { IssueNumbers } from './issue-classes.ts'
import { flagOf, rowFlags, type RowFacts } from './row-facts.ts'
import type { RowRules } from './row-rules.ts'

/** Rules that depend on the same columns and choices, as bits. */
export const ruleParts = { vehicle: 1, mobile: 2, name: 4, dates: 8, contact: 16 } as const
const partNames = ['vehicle', 'mobile', 'name', 'dates', 'contact'] as const
export const allParts = 31

/** The part whose rules give the issues of a field. */
const partOfField: Readonly<Record<CustomerField, number>> = {
  rego: ruleParts.vehicle,
  state: ruleParts.vehicle,
  vin: ruleParts.vehicle,
  mobile_number: ruleParts.mobile,
  client_name: ruleParts.name,
  sale_date: ruleParts.dates,
  expiry_date: ruleParts.dates,
}

/** What each part depends on besides the row itself. Rows have the same result as long as it is the same. */
export type RuleInputs = Readonly<Record<keyof typeof ruleParts, string>>

export function ruleInputs({ context, overrides, plan }: RowRules): RuleInputs {
  const { dateFormat, region, shortVins, today } = context
  const { defaultState } = overrides
  const { rego, state, vin, sale_date: sale, expiry_date: expiry } = plan.column
  const inputs = (...values: readonly unknown[]): string => JSON.stringify([region, ...values])
  return {
    vehicle: inputs(rego, state, vin, shortVins, plan.splitsPlates, plan.treatAmbiguousAsState, defaultState),
    mobile: inputs(plan.mobileColumns, plan.otherPhones),
    name: inputs(plan.nameColumns, plan.surnameFirst, plan.namePlaceholders, overrides.titleCase),
    dates: inputs(today, dateFormat, sale, expiry, plan.dates.sale_date, plan.dates.expiry_date),
    contact: inputs(
      plan.contact.columns.map(({ column, meaning, notes, values }) => [
        column,
        meaning,
        [...(notes ?? [])],
        [...(values ?? [])],
      ]),
    ),
  }
}

/** The parts whose inputs differ. */
export function changedParts(before: RuleInputs, after: RuleInputs): number {
  let parts = 0
  for (const name of partNames) if (before[name] !== after[name]) parts |= ruleParts[name]
  return parts
}

/** The parts that have the rules of these fields. */
export const partsOfFields = (fields: Iterable<CustomerField>): number => {
  let parts = 0
  for (const field of fields) parts |= partOfField[field]
  return parts
}

/** What has to be compared when the values of these parts changed. */
export const comparisonsOf = (parts: number): { readonly exclusions: boolean; readonly names: boolean } => ({
  exclusions: (parts & ~(ruleParts.mobile | ruleParts.name)) !== 0,
  names: (parts & (ruleParts.mobile | ruleParts.name)) !== 0,
})

/** Whether one of the parts has the rules of a field. */
export const hasPartOf = (parts: number, field: CustomerField): boolean => (partOfField[field] & parts) !== 0

/** What rows keep of their facts while some parts are checked again. */
export class KeptFacts {
  /** The parts that are checked again. */
  readonly parts: number
  readonly #numbers: IssueNumbers
  /** By set: the set of the issues that stay. */
  readonly #sets: number[] = []
  /** By set: `rowFlags` of its issues. */
  readonly #flags: number[] = []
  readonly #flagsThatStay: number

  constructor(parts: number, numbers: IssueNumbers) {
    this.parts = parts
    this.#numbers = numbers
    this.#flagsThatStay = (parts & ruleParts.vehicle) === 0 ? rowFlags.paidLookup : 0
  }

  set({ sets }: RowFacts, position: number): number {
    const set = sets[position] ?? 0
    return (this.#sets[set] ??= this.#without(set))
  }

  /** `set`: as it is kept. */
  flags({ flags }: RowFacts, position: number, set: number): number {
    return ((flags[position] ?? 0) & this.#flagsThatStay) | (this.#flags[set] ??= this.#flagsOf(set))
  }

  #without(set: number): number {
    const { classes, sets } = this.#numbers
    let kept = 0
    for (const number of sets.classesOf(set)) {
      const { field } = classes.at(number).group
      if (field === null || (partOfField[field] & this.parts) === 0) kept = sets.with(kept, number)
    }
    return kept
  }

  #flagsOf(set: number): number {
    const { classes, sets } = this.#numbers
    return sets.classesOf(set).reduce((flags, number) => flags | flagOf(classes.at(number).group), 0)
  }
}
