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
  typedText,
  type FieldCheck,
  type FieldSource,
} from './check-fields.ts'
import type { IssueNumbers } from './issue-classes.ts'
import { phoneColumns } from './row-columns.ts'
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
  readonly #others: Readonly<Record<Exclude<CustomerField, 'rego' | 'state'>, CellResults<FieldResult>>>
  /** By contact column and number of a cell: whether it excludes the row. */
  readonly #refusals: boolean[][]

  constructor(records: RowSelection, rules: RowRules, numbers: IssueNumbers) {
    this.#records = records
    this.#rules = rules
    const { column, contact, nameColumns } = rules.plan
    const numbered = (field: CustomerField, check: FieldCheck): FieldResult => numberedCheck(field, check, numbers)
    const results = <Result>(
      columns: readonly number[],
      fields: readonly CustomerField[],
      check: (source: FieldSource, position: number) => Result,
    ) => new CellResults(records, rules, columns, fields, check)
    const byField = (field: CustomerField, columns: readonly number[], check: (source: FieldSource) => FieldCheck) =>
      results(columns, [field], (source) => numbered(field, check(source)))
    const states = byField('state', [column.state], (source) => checkStateField(source, rules))
    this.#vehicles = results([column.rego, column.state], ['rego', 'state'], (source, position) => {
      const alone = states.at(position)
      const { rego, state } = checkVehicle(source, rules, alone.checked)
      return {
        rego: numbered('rego', rego),
        state: state.checked === alone.checked ? alone : numbered('state', state),
      }
    })
    this.#others = {
      vin: byField('vin', [column.vin], (source) => checkVinField(source, rules)),
      client_name: byField('client_name', Object.values(nameColumns), (source) => checkNameField(source, rules)),
      mobile_number: byField('mobile_number', phoneColumns(rules.plan), (source) => checkMobileField(source, rules)),
      sale_date: byField('sale_date', [column.sale_date], (source) => checkDateField('sale_date', source, rules)),
      expiry_date: byField('expiry_date', [column.expiry_date], (source) =>
        checkDateField('expiry_date', source, rules),
      ),
    }
    this.#refusals = contact.columns.map(() => [])
  }

  #vehicleAt(position: number): Pick<RowResults, 'rego' | 'state'> {
    return this.#vehicles.at(position)
  }

  resultAt(position: number, field: CustomerField): FieldResult {
    return field === 'rego' || field === 'state' ? this.#vehicleAt(position)[field] : this.#others[field].at(position)
  }

  resultsAt(position: number): RowResults {
    const { vin, client_name: name, mobile_number: mobile, sale_date: sale, expiry_date: expiry } = this.#others
    return {
      ...this.#vehicleAt(position),
      vin: vin.at(position),
      client_name: name.at(position),
      mobile_number: mobile.at(position),
      sale_date: sale.at(position),
      expiry_date: expiry.at(position),
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
  /** By cells; null: cells of the columns do not repeat. */
  readonly #known: Map<number | string, Result> | null
  /** By typed texts, and then by cells. */
  readonly #knownTyped = new Map<string, Map<number | string, Result>>()
  /** Of the row that was read last. */
  #position = -1
  #result: Result | null = null

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
    if (this.#result !== null && position === this.#position) return this.#result
    this.#position = position
    const known = this.#knownOfRow()
    if (known === null) return (this.#result = this.#check(this, position))
    const key = this.#key()
    let result = known.get(key)
    if (result === undefined) known.set(key, (result = this.#check(this, position)))
    return (this.#result = result)
  }

  #knownOfRow(): Map<number | string, Result> | null {
    const typed = this.#known === null ? '' : this.#typedTexts()
    if (typed === '') return this.#known
    let known = this.#knownTyped.get(typed)
    if (!known) this.#knownTyped.set(typed, (known = new Map()))
    return known
  }

  cell(column: number): SourceCell {
    return shortenCell(this.#records.cellAt(this.#position, column), maxFieldLength)
  }

  typed(field: CustomerField, original: string): string | undefined {
    return typedText(this.#rules, this.#records.numberAt(this.#position), field, original)
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
  const { original, edited, checked } = check
  const hash = field === 'rego' || field === 'vin' ? textHash(checked.value) : 0
  let [set, flags] = [0, 0]
  for (const { severity, rule, message, proposal } of checked.issues) {
    set = sets.with(set, classes.classOf({ severity, rule, message, proposal, field }, original.trim()))
    flags |= flagOf({ severity })
  }
  return { original, edited, checked, set, flags, hash }
}
