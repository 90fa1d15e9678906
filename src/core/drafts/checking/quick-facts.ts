import type { CustomerField, Issue } from '../../../contract/drafts.ts'
import { mobileRules } from '../../fields/mobile-rules.ts'
import { excludesRow } from '../mapping/contact-columns.ts'
import type { RowPlace } from '../packed/packed-rows.ts'
import { cellEnd, cellKinds, maxShortText } from '../packed/cell-bytes.ts'
import { cellCountAt, firstCellAt, rowNumberAt } from '../packed/packed-rows.ts'
import { TextCache } from '../packed/text-cache.ts'
import { maxCellLength } from '../reading/cell-length.ts'
import type { CheckedRow, RowRules } from './check-row.ts'
import type { ClassSets } from './class-sets.ts'
import { issueValue, type IssueClasses } from './issue-classes.ts'
import { isPlainVin } from './vin-shape.ts'
import { plateShape } from './plate-shape.ts'
import { readColumns } from './row-columns.ts'
import { causesPaidLookup, rowFlags, type RowFacts } from './row-facts.ts'
import { noName } from './name-numbers.ts'
import { bytesHash, textHash } from './text-hash.ts'

/** What rows with one kind of plate and one text of the state have in common. */
interface VehicleOutcome {
  readonly set: number
  readonly flags: number
  readonly paysWithoutVin: boolean
  /** Hashes of texts that would be of another class. */
  readonly odd: readonly number[]
}

/** The result for one text of a date column. */
interface DateOutcome {
  readonly value: string
  readonly flags: number
  readonly classes: readonly number[]
}

/** Texts for which a result is kept, of one column. */
const maxKept = 20_000

/**
 * Writes the facts of ordinary rows from their bytes, without objects. What it knows it learned from rows that were
 * checked by `checkRow`: rows with the same texts or the same shapes have the same facts. It leaves all other rows to
 * `checkRow`.
 */
export class QuickFacts {
  #rules: RowRules
  readonly #classes: IssueClasses
  readonly #sets: ClassSets
  readonly #texts = new TextCache()
  #isUsable = false
  /** Fields that may have a text that the user typed for many rows. */
  #typedFields: readonly CustomerField[] = []
  readonly #excluded: Map<string, boolean>[]
  /** By text of the state, and shape of the plate. */
  readonly #vehicles = new Map<string, Map<number, VehicleOutcome>>()
  readonly #typedVehicles = new Map<string, Map<number, VehicleOutcome>>()
  /** Numbers of names (`NameNumbers`). */
  readonly #names = new Map<string, number>()
  readonly #typedNames = new Map<string, number>()
  readonly #dates = { sale_date: new Map<string, DateOutcome>(), expiry_date: new Map<string, DateOutcome>() }
  readonly #typedDates = { sale_date: new Map<string, DateOutcome>(), expiry_date: new Map<string, DateOutcome>() }
  readonly #typed = new TypedFields()
  /** 1 for the columns that checks read; undefined beyond the table. */
  readonly #columns: Uint8Array
  /** By column, of the row that is read. */
  readonly #starts: Uint32Array
  readonly #lengths: Uint8Array

  constructor(rules: RowRules, classes: IssueClasses, sets: ClassSets) {
    const { plan } = rules
    this.#rules = rules
    this.#classes = classes
    this.#sets = sets
    this.setRules(rules)
    this.#excluded = plan.contact.columns.map(() => new Map())
    this.#columns = readColumns(plan)
    this.#starts = new Uint32Array(plan.columns.length)
    this.#lengths = new Uint8Array(plan.columns.length)
  }

  /** Rows are checked by these rules from now on: other texts typed by the user, and all else as before. */
  setRules(rules: RowRules): void {
    const { overrides, plan } = rules
    this.#rules = rules
    this.#typed.clear()
    this.#typedFields = [...new Set([...overrides.cells.rangedFields, ...overrides.replacements.keys()])]
    this.#isUsable = !plan.splitsPlates && plan.mobileColumns.length <= 1
  }

  /** Writes the facts of a row; false: it is no ordinary row, and nothing was written. */
  write(facts: RowFacts, position: number, place: RowPlace): boolean {
    if (!this.#isUsable || !this.#locate(place)) return false
    const { bytes } = place
    const vehicle = this.#vehicleOf(bytes)
    const vin = this.#vinOf(bytes)
    const mobile = this.#mobileOf(bytes)
    const name = this.#nameOf(bytes)
    if (!vehicle || vin < 0 || mobile < 0 || name === undefined) return false
    const rego = this.#hashOf(bytes, this.#rules.plan.column.rego)
    if ((rego === 0 && vin === 0) || vehicle.odd.includes(rego)) return false
    const sale = this.#dateOf('sale_date', bytes)
    const expiry = this.#dateOf('expiry_date', bytes)
    if (!sale || !expiry || (sale.value !== '' && expiry.value !== '' && expiry.value < sale.value)) return false
    if (this.#isExcluded(bytes)) return false
    let { set } = vehicle
    for (const number of sale.classes) set = this.#sets.with(set, number)
    for (const number of expiry.classes) set = this.#sets.with(set, number)
    const pays = vehicle.paysWithoutVin && vin === 0 ? rowFlags.paidLookup : 0
    facts.sets[position] = set
    facts.flags[position] = vehicle.flags | sale.flags | expiry.flags | pays
    facts.optOuts[position] = 0
    facts.regos[position] = rego
    facts.vins[position] = vin
    facts.mobiles[position] = name === noName ? 0 : mobile
    facts.names[position] = name
    return true
  }

  /** Takes what holds for all rows like one that was checked. `name`: the number of its name. */
  learn(place: RowPlace, row: CheckedRow, name: number): void {
    if (!this.#isUsable || !this.#locate(place)) return
    const { bytes } = place
    this.#learnVehicle(bytes, row)
    const hasNameIssue = row.issues.some(({ field }) => field === 'client_name')
    const typedName = this.#typed.textOf('client_name')
    const names = typedName === undefined ? this.#names : this.#typedNames
    if (!hasNameIssue && names.size < maxKept) names.set(typedName ?? this.#nameKey(bytes), name)
    for (const field of ['sale_date', 'expiry_date'] as const) {
      const typed = this.#typed.textOf(field)
      const text = typed ?? this.#textOf(bytes, this.#rules.plan.column[field])
      const known = (typed === undefined ? this.#dates : this.#typedDates)[field]
      if (known.has(text) || known.size >= maxKept) continue
      const issues = row.issues.filter((one) => one.field === field && one.rule !== 'expiry_date.before-sale')
      // The issues of a typed text are grouped by the text in the file, which differs.
      if (typed !== undefined && issues.length > 0) continue
      known.set(text, {
        value: row.values[field],
        flags: flagsOf(issues),
        classes: issues.map((one) => this.#classes.classOf(one, issueValue(one, row.originals))),
      })
    }
  }

  /**
   * Finds the cells of a row, and what the user typed for many rows. False when it is no ordinary row: typed by itself, too
   * long, or with other cells than short texts.
   */
  #locate(place: RowPlace): boolean {
    const { bytes } = place
    const number = rowNumberAt(place)
    const { marks, overlong, overrides } = this.#rules
    if (overrides.cells.hasSingle(number) || overlong.has(number) || marks.has(number)) return false
    const width = this.#lengths.length
    const count = cellCountAt(place)
    this.#lengths.fill(0)
    let at = firstCellAt(place)
    for (let column = 0; column < count; column += 1) {
      const kind = bytes[at] as number
      if (kind <= maxShortText) {
        if (column < width) {
          this.#starts[column] = at + 1
          this.#lengths[column] = kind
        } else if (kind > 0) return false
        at += 1 + kind
        continue
      }
      const end = cellEnd(bytes, at)
      // A cell of this many bytes may be one that was cut.
      if (kind !== cellKinds.null && (this.#columns[column] !== 0 || end - at > maxCellLength)) return false
      at = end
    }
    return this.#typedFields.length === 0 || this.#findTyped(bytes, number)
  }

  /** Finds what the user typed for many rows, this one among them; false when its result cannot be known. */
  #findTyped(bytes: Buffer, number: number): boolean {
    const { cells, replacements } = this.#rules.overrides
    this.#typed.clear()
    for (const field of this.#typedFields) {
      let text = cells.rangeText(number, field)
      const texts = text === undefined ? replacements.get(field) : undefined
      if (texts) {
        const original = this.#originalOf(bytes, field)
        text = original === '' ? undefined : texts.get(original)
      }
      if (text === undefined) continue
      // The issues of a plate are grouped by the plate in the file.
      if (field === 'rego') return false
      this.#typed.set(field, text)
    }
    return true
  }

  #originalOf(bytes: Buffer, field: CustomerField): string {
    const { column, mobileColumns, nameColumns } = this.#rules.plan
    if (field === 'mobile_number') {
      const text = this.#textOf(bytes, mobileColumns[0] ?? -1)
      return text.trim() === '' ? '' : text
    }
    if (field !== 'client_name') return this.#textOf(bytes, column[field])
    const partOf = (one: number): string => this.#textOf(bytes, one).trim()
    const { title, first, middle, last, company, full } = nameColumns
    return partOf(full) || [title, first, middle, last].map(partOf).filter(Boolean).join(' ') || partOf(company)
  }

  #textOf(bytes: Buffer, column: number): string {
    const length = this.#lengths[column] ?? 0
    return length === 0 ? '' : this.#texts.read(bytes, this.#starts[column] as number, length)
  }

  #hashOf(bytes: Buffer, column: number): number {
    const length = this.#lengths[column] ?? 0
    return length === 0 ? 0 : bytesHash(bytes, this.#starts[column] as number, length)
  }

  #isExcluded(bytes: Buffer): boolean {
    for (const [at, contact] of this.#rules.plan.contact.columns.entries()) {
      const text = this.#textOf(bytes, contact.column)
      const results = this.#excluded[at]
      let result = results?.get(text)
      if (result === undefined) {
        result = excludesRow(text, contact)
        if (results && results.size < maxKept) results.set(text, result)
      }
      if (result) return true
    }
    return false
  }

  #shapeOf(bytes: Buffer): number {
    const { rego } = this.#rules.plan.column
    const length = this.#lengths[rego] ?? 0
    return length === 0 ? -1 : plateShape(bytes, this.#starts[rego] as number, length)
  }

  /** By shape of the plate: outcomes for the state of the row. */
  #outcomesOf(bytes: Buffer): { readonly kept: Map<string, Map<number, VehicleOutcome>>; readonly text: string } {
    const typed = this.#typed.textOf('state')
    return typed === undefined
      ? { kept: this.#vehicles, text: this.#textOf(bytes, this.#rules.plan.column.state) }
      : { kept: this.#typedVehicles, text: typed }
  }

  #vehicleOf(bytes: Buffer): VehicleOutcome | undefined {
    const { kept, text } = this.#outcomesOf(bytes)
    return kept.get(text)?.get(this.#shapeOf(bytes))
  }

  #learnVehicle(bytes: Buffer, row: CheckedRow): void {
    const shape = this.#shapeOf(bytes)
    // Shapes are those of Australia: other regions read more of a plate.
    const { region } = this.#rules.context
    if (shape === 0 || (shape > 0 && region !== 'au')) return
    const { kept, text } = this.#outcomesOf(bytes)
    const byShape = kept.get(text) ?? new Map<number, VehicleOutcome>()
    if (byShape.has(shape) || (byShape.size === 0 && kept.size >= maxKept)) return
    const issues = row.issues.filter(
      ({ field, rule }) => (field === 'rego' || field === 'state') && rule !== 'row.no-vehicle',
    )
    // The issues of a typed text are grouped by the text in the file, which differs.
    if (kept === this.#typedVehicles && issues.some(({ field }) => field === 'state')) return
    kept.set(text, byShape)
    let set = 0
    const odd: number[] = []
    for (const one of issues) {
      const value = issueValue(one, row.originals)
      if (one.field === 'rego' && value !== '') odd.push(textHash(this.#classes.groupValueOf(one, value)))
      const number =
        one.field === 'rego' && value !== ''
          ? this.#classes.classOfOtherText(one, value)
          : this.#classes.classOf(one, value)
      set = this.#sets.with(set, number)
    }
    const paysWithoutVin = causesPaidLookup({ values: { ...row.values, vin: '' } }, region)
    byShape.set(shape, { set, flags: flagsOf(issues), paysWithoutVin, odd })
  }

  /** The hash of a VIN as it is sent; 0: none; -1: anything else. */
  #vinOf(bytes: Buffer): number {
    const typed = this.#typed.textOf('vin')
    if (typed !== undefined) return typed === '' ? 0 : -1
    const { vin } = this.#rules.plan.column
    const length = this.#lengths[vin] ?? 0
    if (length === 0) return 0
    const start = this.#starts[vin] as number
    return length === 17 && isPlainVin(bytes, start) ? bytesHash(bytes, start, length) : -1
  }

  /** The number of a mobile as it is sent; 0: none; -1: anything else. */
  #mobileOf(bytes: Buffer): number {
    const text = this.#typed.textOf('mobile_number') ?? this.#textOf(bytes, this.#rules.plan.mobileColumns[0] ?? -1)
    if (text === '') return 0
    const { allocated, code } = mobileRules[this.#rules.context.region]
    return /^0\d{8,10}$/.test(text) && allocated.test(text.slice(1)) ? Number(`${code}${text.slice(1)}`) : -1
  }

  /** The number of the name; undefined: not known. */
  #nameOf(bytes: Buffer): number | undefined {
    const typed = this.#typed.textOf('client_name')
    return typed === undefined ? this.#names.get(this.#nameKey(bytes)) : this.#typedNames.get(typed)
  }

  #nameKey(bytes: Buffer): string {
    const { title, first, middle, last, company, full } = this.#rules.plan.nameColumns
    if (full >= 0 && first < 0 && last < 0 && title < 0 && company < 0) return this.#textOf(bytes, full)
    let key = ''
    for (const column of [full, title, first, middle, last, company]) {
      const text = this.#textOf(bytes, column)
      // With the length in front, no two names have one key.
      key += `${text.length}:${text}`
    }
    return key
  }

  #dateOf(field: 'sale_date' | 'expiry_date', bytes: Buffer): DateOutcome | undefined {
    const typed = this.#typed.textOf(field)
    return typed === undefined
      ? this.#dates[field].get(this.#textOf(bytes, this.#rules.plan.column[field]))
      : this.#typedDates[field].get(typed)
  }
}

/** What the user typed for the row that is read, by field. */
class TypedFields {
  readonly #texts = new Map<CustomerField, string>()

  clear(): void {
    this.#texts.clear()
  }

  set(field: CustomerField, text: string): void {
    this.#texts.set(field, text)
  }

  textOf(field: CustomerField): string | undefined {
    return this.#texts.size === 0 ? undefined : this.#texts.get(field)
  }
}

function flagsOf(issues: readonly Issue[]): number {
  let flags = 0
  for (const { severity } of issues) {
    if (severity === 'error') flags |= rowFlags.error
    else if (severity === 'warning') flags |= rowFlags.warning
  }
  return flags
}
