import { isAddedRow } from '../../../contract/row-id.ts'
import type { CustomerField } from '../../../contract/draft-rows.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { regoKey } from '../../fields/vehicle-key.ts'
import { customerFields } from '../checking/check-row.ts'
import { RowCells } from '../checking/row-cells.ts'
import type { ColumnPlan } from '../mapping/columns.ts'
import type { JsonBytes } from '../packed/json-bytes.ts'
import type { PackForm } from '../storage/pack-upload.ts'
import type { DraftState } from './draft-state.ts'
import { additionalName, fieldNames, type AdditionalNames } from './posted-names.ts'

const [openBrace, closeBrace, openBracket, closeBracket] = [0x7b, 0x7d, 0x5b, 0x5d]
const nameOf = Object.fromEntries(customerFields.map((field, at) => [field, fieldNames[at]])) as Readonly<
  Record<CustomerField, Buffer>
>

/** Names like whole numbers come first in an object, wherever they are added (ECMA-262, 10.1.11.1). */
const isLikeNumber = (name: string): boolean => /^\d+$/.test(name)

/** Whether the JSON of a customer has the additional fields in the order in which the writer adds them. */
export function canWriteInOrder({ headers, keptColumns }: ColumnPlan, { corrects, referenceKey }: PackForm): boolean {
  const fields = keptColumns.map((column) => headers[column] ?? '')
  if (referenceKey !== null) fields.push(referenceKey)
  // Rows of a correction are matched by what is in the file, which only the ordinary way reads.
  return corrects === null && !fields.some(isLikeNumber) && new Set(fields).size === fields.length
}

/**
 * Writes rows of an upload from their bytes and facts, without an object for each. The same bytes as of `rowToSend`,
 * `postedCustomer` and `JSON.stringify`.
 */
export class UploadWriting {
  readonly #state: Pick<DraftState, 'context' | 'index' | 'knownVins' | 'plan' | 'rows'>
  readonly #cells: RowCells
  /** How many texts a row of the file has. */
  readonly #width: number
  readonly #names: AdditionalNames
  /** By set of a row's own issues: whether it can have fields that are in no column. */
  readonly #setsWithExtras: boolean[] = []

  /** `width`: texts of a row (`FileTexts.header`). Only for a plan and a form that `canWriteInOrder`. */
  constructor(state: DraftState, names: AdditionalNames, width: number) {
    const { context, index, knownVins, plan, rows } = state
    this.#state = { context, index, knownVins, plan, rows }
    this.#width = width
    this.#cells = new RowCells(rows.rules)
    this.#names = names
  }

  /** Whether all that the row says is from its cells and in a field, unless it has several mobiles. */
  isUsual(position: number): boolean {
    const { rows } = this.#state
    const set = rows.facts.sets[position] ?? 0
    if (isAddedRow(rows.numberAt(position)) || this.#hasKnownVin(position)) return false
    return !(this.#setsWithExtras[set] ??= this.#hasClassWithExtras(set))
  }

  /** Adds the row as it is posted and as in the file, each as a line. False: it needs the ordinary way. */
  write(position: number, bodies: JsonBytes, originals: JsonBytes): boolean {
    const { bytes, start } = this.#state.rows.placeOf(position)
    if (!this.isUsual(position) || !this.#cells.locate(bytes, start) || this.#hasSecondMobile()) return false
    this.#writeCustomer(position, bodies)
    this.#writeOriginal(originals)
    return true
  }

  /** A second mobile is sent in a way of its own. */
  #hasSecondMobile(): boolean {
    let mobiles = 0
    for (const column of this.#state.plan.mobileColumns) if ((this.#cells.starts[column] ?? -1) >= 0) mobiles += 1
    return mobiles > 1
  }

  /** A second mobile in the same cell or a chassis number has an issue of its own. */
  #hasClassWithExtras(set: number): boolean {
    const { classes, sets } = this.#state.rows
    return sets.classesOf(set).some((number) => {
      const { field } = classes.at(number).group
      return field === 'vin' || field === 'mobile_number'
    })
  }

  #hasKnownVin(position: number): boolean {
    const { index, knownVins, rows } = this.#state
    if (!index.fillKnownVins || knownVins.size === 0 || !rows.causesPaidLookup(position)) return false
    return knownVins.has(regoKey(rows.valueAt(position, 'rego'), rows.valueAt(position, 'state')))
  }

  #writeCustomer(position: number, into: JsonBytes): void {
    const { context, plan, rows } = this.#state
    into.addByte(openBrace)
    const hasRego = this.#writeCar('rego', position, into)
    if (hasRego && context.region === 'au') this.#writeValue('state', rows.textAt(position, 'state'), into)
    this.#writeCar('vin', position, into)
    this.#writeValue('client_name', rows.textAt(position, 'client_name'), into)
    const mobile = rows.textAt(position, 'mobile_number')
    if (mobile !== null && mobile !== '') {
      this.#writeValue('mobile_number', mobileForSending(mobile, context.region, context.mobileForm), into)
    }
    this.#writeValue('sale_date', rows.textAt(position, 'sale_date'), into)
    this.#writeValue('expiry_date', rows.textAt(position, 'expiry_date'), into)
    this.#writeAdditional(rows.numberAt(position), plan, into)
    into.addByte(closeBrace)
    into.addLineEnd()
  }

  #writeValue(field: CustomerField, value: string | null, into: JsonBytes): void {
    if (value === null || value === '') return
    into.addName(nameOf[field])
    into.addText(value)
  }

  /** False: the row has none. */
  #writeCar(field: 'rego' | 'vin', position: number, into: JsonBytes): boolean {
    const { plan, rows } = this.#state
    const value = rows.textAt(position, field)
    if (value === '') return false
    into.addName(nameOf[field])
    const start = this.#cells.starts[plan.column[field]] ?? -1
    if (value === null && start >= 0) into.addCell(this.#cells.bytes, start)
    else into.addText(value ?? rows.originalAt(position, field))
    return true
  }

  #writeAdditional(row: number, { keptColumns }: ColumnPlan, into: JsonBytes): void {
    const { bytes, starts } = this.#cells
    const { kept, reference, referenceStart } = this.#names
    const outside = into.end
    into.addName(additionalName)
    into.addByte(openBrace)
    const first = into.end
    for (let at = 0; at < keptColumns.length; at += 1) {
      const start = starts[keptColumns[at] as number] as number
      if (start < 0) continue
      const end = into.end
      into.addName(kept[at] as Buffer)
      if (!into.addTrimmedCell(bytes, start)) into.cutAt(end)
    }
    if (reference !== null) {
      into.addName(reference)
      into.addNumbered(referenceStart, row)
    }
    if (into.end === first) into.cutAt(outside)
    else into.addByte(closeBrace)
  }

  #writeOriginal(into: JsonBytes): void {
    const { bytes, starts } = this.#cells
    into.addByte(openBracket)
    for (let column = 0; column < this.#width; column += 1) {
      if (column > 0) into.addComma()
      // The place behind the columns is for fields without one.
      const start = column < starts.length - 1 ? (starts[column] as number) : -1
      if (start < 0) into.addText('')
      else into.addCell(bytes, start)
    }
    into.addByte(closeBracket)
    into.addLineEnd()
  }
}
