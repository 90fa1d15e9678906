import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { SourceCell } from '../../fields/source-cell.ts'
import type { RowSelection } from '../columns/row-selection.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import { maxFieldLength, shortenCell } from '../reading/cell-length.ts'
import {
  checkDateField,
  checkMobileField,
  checkNameField,
  checkStateField,
  checkVehicle,
  checkVinField,
  type FieldCheck,
  type FieldSource,
} from './check-fields.ts'
import type { IssueNumbers } from './issue-classes.ts'
import { flagOf } from './row-facts.ts'
import type { RowRules } from './row-rules.ts'
import { textHash } from './text-hash.ts'

/** A field of a row after its check, with what rows are counted and compared by. */
export interface FieldResult extends FieldCheck {
  /** The set of its issues (`ClassSets`). */
  readonly set: number
  /** `rowFlags` of its issues. */
  readonly flags: number
  /** The hash of a rego or VIN; 0: none. */
  readonly hash: number
}

export type RowResults = Readonly<Record<CustomerField, FieldResult>>

/** Checks the fields of rows: equal cells once, as far as they are told apart. Valid for one set of rules. */
export class RowChecker {
  readonly #records: RowSelection
  readonly #rules: RowRules
  readonly #vehicles: CellResults<Pick<RowResults, 'rego' | 'state'>>
  readonly #vins: CellResults<FieldResult>
  readonly #mobiles: CellResults<FieldResult>
  readonly #names: CellResults<FieldResult>
  readonly #sales: CellResults<FieldResult>
  readonly #expiries: CellResults<FieldResult>
  /** By contact column and number of a cell: whether it excludes the row. */
  readonly #refusals: boolean[][]

  constructor(records: RowSelection, rules: RowRules, numbers: IssueNumbers) {
    this.#records = records
    this.#rules = rules
    const { column, contact, mobileColumns, nameColumns } = rules.plan
    const numbered = (field: CustomerField, check: FieldCheck): FieldResult => numberedCheck(field, check, numbers)
    const results = <Result>(
      columns: readonly number[],
      fields: readonly CustomerField[],
      check: (source: FieldSource, position: number) => Result,
    ) => new CellResults(records, rules, columns, fields, check)
    const states = results([column.state], ['state'], (source) => numbered('state', checkStateField(source, rules)))
    this.#vehicles = results([column.rego, column.state], ['rego', 'state'], (source, position) => {
      const alone = states.at(position)
      const { rego, state } = checkVehicle(source, rules, alone.checked)
      const { issues } = state.checked
      return {
        rego: numbered('rego', rego),
        state: issues === alone.checked.issues ? withNumbers(state, alone) : numbered('state', state),
      }
    })
    this.#vins = results([column.vin], ['vin'], (source) => numbered('vin', checkVinField(source, rules)))
    this.#mobiles = results(mobileColumns, ['mobile_number'], (source) =>
      numbered('mobile_number', checkMobileField(source, rules)),
    )
    this.#names = results(Object.values(nameColumns), ['client_name'], (source) =>
      numbered('client_name', checkNameField(source, rules)),
    )
    const dates = (field: 'sale_date' | 'expiry_date') =>
      results([column[field]], [field], (source) => numbered(field, checkDateField(field, source, rules)))
    this.#sales = dates('sale_date')
    this.#expiries = dates('expiry_date')
    this.#refusals = contact.columns.map(() => [])
  }

  vehicleAt = (position: number): Pick<RowResults, 'rego' | 'state'> => this.#vehicles.at(position)
  vinAt = (position: number): FieldResult => this.#vins.at(position)
  mobileAt = (position: number): FieldResult => this.#mobiles.at(position)
  nameAt = (position: number): FieldResult => this.#names.at(position)
  saleAt = (position: number): FieldResult => this.#sales.at(position)
  expiryAt = (position: number): FieldResult => this.#expiries.at(position)

  resultAt(position: number, field: CustomerField): FieldResult {
    switch (field) {
      case 'rego':
      case 'state':
        return this.vehicleAt(position)[field]
      case 'vin':
        return this.vinAt(position)
      case 'client_name':
        return this.nameAt(position)
      case 'mobile_number':
        return this.mobileAt(position)
      case 'sale_date':
        return this.saleAt(position)
      case 'expiry_date':
        return this.expiryAt(position)
    }
  }

  resultsAt(position: number): RowResults {
    return {
      ...this.vehicleAt(position),
      vin: this.vinAt(position),
      client_name: this.nameAt(position),
      mobile_number: this.mobileAt(position),
      sale_date: this.saleAt(position),
      expiry_date: this.expiryAt(position),
    }
  }

  /** The first column that says not to contact the customer, from 1; 0: none. */
  optOutAt(position: number): number {
    for (const [at, contact] of this.#rules.plan.contact.columns.entries()) {
      const known = this.#refusals[at] as boolean[]
      const number = this.#records.cellNumberAt(position, contact.column)
      if ((known[number] ??= excludesRow(this.#records.cellAt(position, contact.column), contact)))
        return contact.column + 1
    }
    return 0
  }
}

/** The results of one check by the cells that it reads, and by what the user typed instead. */
class CellResults<Result> implements FieldSource {
  readonly #records: RowSelection
  readonly #rules: RowRules
  readonly #columns: readonly number[]
  readonly #fields: readonly CustomerField[]
  readonly #check: (source: FieldSource, position: number) => Result
  /** By typed texts. Null: cells of the columns do not repeat. */
  readonly #known: Map<string, Map<number | string, Result>> | null
  /** Of the row that is read. */
  #position = 0

  constructor(
    records: RowSelection,
    rules: RowRules,
    columns: readonly number[],
    fields: readonly CustomerField[],
    check: (source: FieldSource, position: number) => Result,
  ) {
    this.#records = records
    this.#rules = rules
    this.#columns = columns.filter((column) => column >= 0)
    this.#fields = fields
    this.#check = check
    this.#known = this.#columns.every((column) => records.cellsOf(column).repeats) ? new Map() : null
  }

  at(position: number): Result {
    this.#position = position
    if (this.#known === null) return this.#check(this, position)
    const typed = this.#typedTexts()
    let known = this.#known.get(typed)
    if (!known) this.#known.set(typed, (known = new Map<number | string, Result>()))
    const key = this.#key()
    let result = known.get(key)
    if (result === undefined) known.set(key, (result = this.#check(this, position)))
    return result
  }

  cell(column: number): SourceCell {
    return shortenCell(this.#records.cellAt(this.#position, column), maxFieldLength)
  }

  typed(field: CustomerField, original: string): string | undefined {
    const { cells, replacements } = this.#rules.overrides
    const text = cells.isEmpty ? undefined : cells.textOf(this.#records.numberAt(this.#position), field)
    return text ?? (original === '' ? undefined : replacements.get(field)?.get(original))
  }

  #typedTexts(): string {
    const { cells } = this.#rules.overrides
    if (cells.isEmpty) return ''
    const row = this.#records.numberAt(this.#position)
    const texts = this.#fields.map((field) => cells.textOf(row, field))
    return texts.every((text) => text === undefined) ? '' : JSON.stringify(texts)
  }

  /** Says which cells the row has in the columns. */
  #key(): number | string {
    const [first, second, ...others] = this.#columns
    const numberIn = (column: number): number => this.#records.cellNumberAt(this.#position, column)
    if (first === undefined) return 0
    if (second === undefined) return numberIn(first)
    if (others.length === 0) return numberIn(first) * 2 ** 26 + numberIn(second)
    return this.#columns.map(numberIn).join(' ')
  }
}

function numberedCheck(field: CustomerField, check: FieldCheck, { classes, sets }: IssueNumbers): FieldResult {
  const { original, checked } = check
  const hash = field === 'rego' || field === 'vin' ? textHash(checked.value) : 0
  let [set, flags] = [0, 0]
  for (const { severity, rule, message, proposal } of checked.issues) {
    set = sets.with(set, classes.classOf({ severity, rule, message, proposal, field }, original.trim()))
    flags |= flagOf({ severity })
  }
  return withNumbers(check, { set, flags, hash })
}

const withNumbers = (
  { original, edited, checked }: FieldCheck,
  { set, flags, hash }: Pick<FieldResult, 'set' | 'flags' | 'hash'>,
): FieldResult => ({ original, edited, checked, set, flags, hash })
