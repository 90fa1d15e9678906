import { mobileForSending } from '../../fields/mobile.ts'
import { customerFields } from '../checking/check-row.ts'
import { unnumbered, type NumberedTexts } from '../checking/numbered-texts.ts'
import { numberedFields, rowFlags, type NumberedField } from '../checking/row-facts.ts'
import type { JsonBytes } from '../packed/json-bytes.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { DraftRows } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { additionalName, fieldNames, type AdditionalNames } from './posted-names.ts'
import {
  asInFile,
  bodiesAt,
  bodiesEnd,
  inputAt,
  keptAt,
  maxColumns,
  maxMobileColumns,
  maxRowBytes,
  maxSpan,
  mobilesAt,
  noText,
  originalsAt,
  originalsEnd,
  planAt,
  rowsAt,
  rowsAtOnce,
  sharedMemory,
  spareBytes,
  startsAt,
  textsOfRow,
  unfit,
  wordsOfRow,
  type RowsMemory,
} from './upload-rows-memory.ts'

/** Where rows are written, and how those are written that need another way. */
export interface WrittenRows {
  readonly bodies: JsonBytes
  readonly originals: JsonBytes
  writeOther(position: number): void
}

/**
 * Writes rows of an upload with instructions that copy 16 bytes at once: rows whose cells are short texts. Others are written in another
 * way. The same bytes as of `UploadWriting`.
 */
export class QuickUploadRows {
  readonly #memory: RowsMemory
  readonly #region: CheckContext['region']
  readonly #mobileForm: CheckContext['mobileForm']
  readonly #rows: DraftRows
  readonly #into: WrittenRows
  #places: Readonly<Record<NumberedField, number[]>>
  /** The rows that are written next: their block, where the first one begins in it, and their positions. */
  #block: Buffer = Buffer.alloc(0)
  #first = 0
  readonly #positions: number[] = []

  private constructor(memory: RowsMemory, state: DraftState, into: WrittenRows) {
    this.#memory = memory
    this.#region = state.context.region
    this.#mobileForm = state.context.mobileForm
    this.#rows = state.rows
    this.#into = into
    this.#places = this.#findPlaces()
  }

  /**
   * Null: these rows are written in another way. One object writes at a time. `width`: texts of a row (`FileTexts.header`). Only for a plan
   * and a form that `canWriteInOrder`.
   */
  static create(state: DraftState, names: AdditionalNames, width: number, into: WrittenRows): QuickUploadRows | null {
    const memory = sharedMemory()
    if (!memory || !writePlan(memory, state, names, width)) return null
    memory.makeRoom()
    return new QuickUploadRows(memory, state, into)
  }

  #findPlaces(): Record<NumberedField, number[]> {
    const { state, client_name, sale_date, expiry_date } = this.#rows.texts.numbered
    const at = (texts: NumberedTexts): number[] => this.#memory.placesOf(texts)
    return { state: at(state), client_name: at(client_name), sale_date: at(sale_date), expiry_date: at(expiry_date) }
  }

  /** Adds a row that `UploadWriting` calls usual. It may be written later, and before all rows that are added later. */
  add(position: number): void {
    const { bytes, start } = this.#rows.placeOf(position)
    const isFar = bytes !== this.#block || start < this.#first || start > this.#first + maxSpan
    if (isFar || this.#positions.length === rowsAtOnce || !this.#memory.hasRoom) {
      this.writeAdded()
      this.#block = bytes
      this.#first = start
    }
    if (this.#noteRow(position, start)) {
      this.#positions.push(position)
      return
    }
    this.writeAdded()
    this.#into.writeOther(position)
  }

  /** False: a text is too long. */
  #noteRow(position: number, start: number): boolean {
    const rows = this.#rows
    const { facts, texts } = rows
    const places = this.#places
    const { words } = this.#memory
    const at = rowsAt / 4 + wordsOfRow * this.#positions.length
    const flags = facts.flags[position] as number
    const rego = this.#car(facts.regos[position] as number, flags & rowFlags.regoAsWritten, position, 'rego')
    const vin = this.#car(facts.vins[position] as number, flags & rowFlags.vinAsWritten, position, 'vin')
    const mobile = rows.textAt(position, 'mobile_number') ?? ''
    const sent = mobile === '' ? '' : mobileForSending(mobile, this.#region, this.#mobileForm)
    words[at] = inputAt + start - this.#first
    words[at + 1] = rows.numberAt(position)
    words[at + 2] = rego
    words[at + 4] = vin
    words[at + 6] = this.#memory.ownText(sent)
    let fits = rego !== unfit && vin !== unfit
    for (const field of numberedFields) {
      const number = facts.values[field][position] as number
      const text =
        field === 'state' && (rego === noText || this.#region !== 'au')
          ? noText
          : number === unnumbered
            ? this.#memory.ownText(texts.spare[field].at(position))
            : (places[field][number] ?? this.#memory.addNumbered(places[field], texts.numbered[field], number))
      words[at + wordOf[field]] = text
      fits &&= text !== unfit
    }
    return fits
  }

  #car(hash: number, asWritten: number, position: number, field: 'rego' | 'vin'): number {
    if (hash === 0) return noText
    return asWritten === 0 ? this.#memory.ownText(this.#rows.valueAt(position, field)) : asInFile
  }

  /** Writes the rows that were added. */
  writeAdded(): void {
    const positions = this.#positions
    const { bytes, code, words } = this.#memory
    const { bodies, originals, writeOther } = this.#into
    if (positions.length > 0) {
      const last = words[rowsAt / 4 + wordsOfRow * (positions.length - 1)] as number
      const copied = this.#block.copy(bytes, inputAt, this.#first, this.#first + last - inputAt + maxRowBytes)
      words[planAt / 4 + 2] = inputAt + copied
    }
    for (let done = 0; done < positions.length;) {
      const rows = rowsAt + 4 * wordsOfRow * done
      const written = code.writeRows(planAt, rows, positions.length - done, bodiesAt, originalsAt)
      bodies.addBytes(bytes.subarray(bodiesAt, code.bodiesEnd.value))
      originals.addBytes(bytes.subarray(originalsAt, code.originalsEnd.value))
      done += written
      if (written > 0) continue
      writeOther(positions[done] as number)
      done += 1
    }
    positions.length = 0
    if (this.#memory.makeRoom()) this.#places = this.#findPlaces()
  }
}

const wordOf: Readonly<Record<NumberedField, number>> = {
  state: 2 + customerFields.indexOf('state'),
  client_name: 2 + customerFields.indexOf('client_name'),
  sale_date: 2 + customerFields.indexOf('sale_date'),
  expiry_date: 2 + customerFields.indexOf('expiry_date'),
}

/** Writes what all rows of a draft share. False: it has too many columns, or a name is too long. */
function writePlan(
  memory: RowsMemory,
  { plan, rows }: DraftState,
  { kept, reference, referenceStart }: AdditionalNames,
  width: number,
): boolean {
  const { keptColumns, mobileColumns } = plan
  const columns = rows.rules.plan.columns.length
  if (Math.max(columns, width, keptColumns.length) > maxColumns || mobileColumns.length > maxMobileColumns) return false
  memory.forgetNames()
  const names = [...fieldNames, additionalName, ...(reference ? [reference, referenceStart] : [])]
  const [places, keptPlaces] = [names.map((name) => memory.addName(name)), kept.map((name) => memory.addName(name))]
  if (places.includes(null) || keptPlaces.includes(null)) return false
  const namesLength = [...names, ...kept].reduce((sum, { length }) => sum + length + 1, 0)
  const bodyRoom = namesLength + textsOfRow + 3 * width + 2 * spareBytes
  const { words } = memory
  const [additionalPlace = 0, referencePlace = 0, startPlace = 0] = places.slice(fieldNames.length)
  words.set(
    [
      columns,
      width,
      0,
      bodiesEnd,
      originalsEnd,
      bodyRoom,
      plan.column.rego,
      plan.column.vin,
      mobileColumns.length,
      mobilesAt,
      keptColumns.length,
      keptAt,
      additionalPlace ?? 0,
      referencePlace ?? 0,
      startPlace ?? 0,
      ...places.slice(0, fieldNames.length).map(Number),
      startsAt,
    ],
    planAt / 4,
  )
  words.set(mobileColumns, mobilesAt / 4)
  keptColumns.forEach((column, at) => words.set([column, Number(keptPlaces[at])], keptAt / 4 + 2 * at))
  return true
}
