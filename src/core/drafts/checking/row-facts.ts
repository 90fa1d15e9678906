import type { CustomerField } from '../../../contract/draft-rows.ts'
import type { Region } from '../../../contract/region.ts'
import type { CheckedRow } from './check-row.ts'
import type { ClassSets } from './class-sets.ts'
import type { NameNumbers } from './name-numbers.ts'
import { issueValue, type IssueClasses } from './issue-classes.ts'
import { NumberedTexts, unnumbered } from './numbered-texts.ts'
import { SpareTexts } from '../packed/spare-texts.ts'
import { textHash } from './text-hash.ts'

/**
 * Of a row's own issues, before rows are compared, and of what would be sent. `regoAsWritten` and `vinAsWritten`: the value
 * is the text in the file.
 */
export const rowFlags = { error: 1, warning: 2, paidLookup: 4, regoAsWritten: 8, vinAsWritten: 16 } as const

/** Fields whose values repeat: a row has the number of its value. */
export const numberedFields = ['state', 'client_name', 'sale_date', 'expiry_date'] as const
export type NumberedField = (typeof numberedFields)[number]
/** Fields with values that cannot always be told from the file or from a number. */
export const spareFields = ['rego', 'vin', ...numberedFields] as const
export type SpareField = (typeof spareFields)[number]

/**
 * The numbers that are kept of each row, by position: what views, filters and the comparison of rows need. All else of a
 * row is worked out again when it is read.
 */
export interface RowFacts {
  /** The set (`ClassSets`) of its own issues. */
  readonly sets: Uint32Array
  readonly flags: Uint8Array
  /** The column that says not to contact the customer, from 1; 0: none. */
  readonly optOuts: Uint16Array
  /** Hashes of the values to send; 0: none. */
  readonly regos: Uint32Array
  readonly vins: Uint32Array
  /** The digits as a number; 0: none. */
  readonly mobiles: Float64Array
  /** See `NameNumbers`. */
  readonly names: Uint16Array
  /** Numbers of the values to send (`FactNumbers.texts`). */
  readonly values: Readonly<Record<NumberedField, Uint16Array>>
}

export function emptyFacts(rows: number): RowFacts {
  return {
    sets: new Uint32Array(rows),
    flags: new Uint8Array(rows),
    optOuts: new Uint16Array(rows),
    regos: new Uint32Array(rows),
    vins: new Uint32Array(rows),
    mobiles: new Float64Array(rows),
    names: new Uint16Array(rows),
    values: {
      state: new Uint16Array(rows),
      client_name: new Uint16Array(rows),
      sale_date: new Uint16Array(rows),
      expiry_date: new Uint16Array(rows),
    },
  }
}

/** The different values of fields whose values repeat, and the values that have no number. */
export class FactTexts {
  readonly numbered: Record<NumberedField, NumberedTexts> = {
    state: new NumberedTexts(),
    client_name: new NumberedTexts(),
    sale_date: new NumberedTexts(),
    expiry_date: new NumberedTexts(),
  }
  readonly spare: Record<SpareField, SpareTexts>
  #rows: number

  constructor(rows: number) {
    this.#rows = rows
    this.spare = {
      rego: new SpareTexts(rows),
      vin: new SpareTexts(rows),
      state: new SpareTexts(rows),
      client_name: new SpareTexts(rows),
      sale_date: new SpareTexts(rows),
      expiry_date: new SpareTexts(rows),
    }
  }

  /** The values of the first rows stay, and there is another number of rows. */
  resize(rows: number, same: number): this {
    this.#rows = rows
    for (const field of spareFields) this.spare[field] = this.spare[field].resized(rows, same)
    return this
  }

  /** Forgets the values of fields of which all rows are checked again. */
  clear(fields: readonly CustomerField[]): void {
    for (const field of spareFields) if (fields.includes(field)) this.spare[field] = new SpareTexts(this.#rows)
    for (const field of numberedFields) if (fields.includes(field)) this.numbered[field] = new NumberedTexts()
  }

  /** The value of a row; null: its text in the file is the value. */
  valueAt(facts: RowFacts, position: number, field: CustomerField): string | null {
    if (field === 'mobile_number') {
      const mobile = facts.mobiles[position] ?? 0
      return mobile === 0 ? '' : `+${mobile}`
    }
    if (field === 'rego' || field === 'vin') {
      if (facts[field === 'rego' ? 'regos' : 'vins'][position] === 0) return ''
      const flag = field === 'rego' ? rowFlags.regoAsWritten : rowFlags.vinAsWritten
      return ((facts.flags[position] ?? 0) & flag) !== 0 ? null : this.spare[field].at(position)
    }
    const number = facts.values[field][position] ?? 0
    return number === unnumbered ? this.spare[field].at(position) : (this.numbered[field].texts[number] ?? '')
  }

  /** Rows whose value of a field is a spare text, each with its value. */
  *sparesOf(facts: RowFacts, field: SpareField): Generator<readonly [position: number, value: string]> {
    const spare = this.spare[field]
    for (const position of spare.positions()) {
      // What is kept may be of an earlier value.
      if (isSpare(facts, position, field)) yield [position, spare.at(position)]
    }
  }
}

/** Whether the value of a row is its spare text. */
function isSpare({ flags, regos, values, vins }: RowFacts, position: number, field: SpareField): boolean {
  if (field !== 'rego' && field !== 'vin') return values[field][position] === unnumbered
  if ((field === 'rego' ? regos : vins)[position] === 0) return false
  const asWritten = field === 'rego' ? rowFlags.regoAsWritten : rowFlags.vinAsWritten
  return ((flags[position] as number) & asWritten) === 0
}

/** Copies the facts of the first rows. */
export function copyFacts(from: RowFacts, to: RowFacts, rows: number): void {
  to.sets.set(from.sets.subarray(0, rows))
  to.flags.set(from.flags.subarray(0, rows))
  to.optOuts.set(from.optOuts.subarray(0, rows))
  to.regos.set(from.regos.subarray(0, rows))
  to.vins.set(from.vins.subarray(0, rows))
  to.mobiles.set(from.mobiles.subarray(0, rows))
  to.names.set(from.names.subarray(0, rows))
  for (const field of numberedFields) to.values[field].set(from.values[field].subarray(0, rows))
}

/** Where the numbers in facts are from. */
export interface FactNumbers {
  readonly classes: IssueClasses
  readonly sets: ClassSets
  readonly names: NameNumbers
  readonly texts: FactTexts
  readonly region: Region
}

/** Writes the facts of a row at its position. */
export function noteFacts(
  facts: RowFacts,
  position: number,
  row: CheckedRow,
  { classes, sets, names, texts, region }: FactNumbers,
): void {
  const { values, issues, originals } = row
  let set = 0
  let flags = causesPaidLookup(row, region) ? rowFlags.paidLookup : 0
  for (const found of issues) {
    set = sets.with(set, classes.classOf(found, issueValue(found, originals)))
    if (found.severity === 'error') flags |= rowFlags.error
    else if (found.severity === 'warning') flags |= rowFlags.warning
  }
  if (values.rego === originals.rego) flags |= rowFlags.regoAsWritten
  else if (values.rego !== '') texts.spare.rego.set(position, values.rego)
  if (values.vin === originals.vin) flags |= rowFlags.vinAsWritten
  else if (values.vin !== '') texts.spare.vin.set(position, values.vin)
  for (const field of numberedFields) {
    const number = texts.numbered[field].numberOf(values[field])
    facts.values[field][position] = number
    if (number === unnumbered) texts.spare[field].set(position, values[field])
  }
  facts.sets[position] = set
  facts.flags[position] = flags
  facts.optOuts[position] = row.optOut ? row.optOut.column + 1 : 0
  facts.regos[position] = textHash(values.rego)
  facts.vins[position] = textHash(values.vin)
  // A mobile is E.164: at most 15 digits.
  facts.mobiles[position] = Number(values.mobile_number)
  facts.names[position] = names.numberOf(values.client_name)
}

/** Whether the service would look up the VIN at additional cost (interface, part 4, rule 1). */
export function causesPaidLookup({ values }: Pick<CheckedRow, 'values'>, region: Region): boolean {
  const { rego, state, vin } = values
  return rego !== '' && vin === '' && (region !== 'au' || state !== '')
}
