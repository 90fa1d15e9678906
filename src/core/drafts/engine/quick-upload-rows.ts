import type { CustomerField } from '../../../contract/drafts.ts'
import { mobileForSending } from '../../fields/mobile.ts'
import { referenceStart } from '../../service/row-reference.ts'
import type { NumberedTexts } from '../checking/numbered-texts.ts'
import { unnumbered } from '../checking/numbered-texts.ts'
import { numberedFields, rowFlags, type NumberedField } from '../checking/row-facts.ts'
import { propertyName, type JsonBytes } from '../packed/json-bytes.ts'
import { canRunWasm, startWasm } from '../packed/wasm-code.ts'
import type { PackForm } from '../storage/pack-upload.ts'
import type { CheckContext } from '../model/draft-source.ts'
import type { DraftRows } from './draft-rows.ts'
import type { DraftState } from './draft-state.ts'
import { uploadRowsCode } from './upload-rows-code.ts'

/** What `src/wasm/upload-rows.ts` exports. */
interface RowsCode {
  readonly bodiesEnd: { readonly value: number }
  readonly originalsEnd: { readonly value: number }
  readonly writeRows: (...numbers: readonly number[]) => number
}

/** Where rows are written, and how those are written that need another way. */
export interface WrittenRows {
  readonly bodies: JsonBytes
  readonly originals: JsonBytes
  writeOther(position: number): void
}

/** The order of the texts of a row. */
const fieldOrder: readonly CustomerField[] = [
  'rego',
  'state',
  'vin',
  'client_name',
  'mobile_number',
  'sale_date',
  'expiry_date',
]
/** Instead of a text of a row: it has none, or that of the cell in the file. */
const [noText, asInFile] = [0, 1]
const unfit = -1

const [maxColumns, maxMobileColumns] = [1_024, 64]
/** A stored text has its length in one byte of the word that says where it is. */
const maxTextBytes = 255
const rowsAtOnce = 128
const wordsOfRow = 2 + fieldOrder.length
/** Bytes of a block that are copied for rows, and of a row at most. */
const [maxSpan, maxRowBytes] = [65_536, 4_096]

// Where what is in the memory. It is read and written 16 bytes at a time, also behind the last one.
const spareBytes = 32
const planAt = 64
const planWords = 23
const mobilesAt = planAt + 4 * planWords + 4
const keptAt = mobilesAt + 4 * maxMobileColumns
const startsAt = keptAt + 8 * maxColumns
const namesAt = startsAt + 4 * maxColumns
const namesEnd = namesAt + 65_536
const textsAt = namesEnd + spareBytes
const textsEnd = textsAt + 262_144
const ownTextsAt = textsEnd + spareBytes
const ownTextsEnd = ownTextsAt + 32_768
const rowsAt = ownTextsEnd + spareBytes
const inputAt = rowsAt + 4 * wordsOfRow * rowsAtOnce
const bodiesAt = inputAt + maxSpan + maxRowBytes + spareBytes
const bodiesEnd = bodiesAt + 131_072
const originalsAt = bodiesEnd + spareBytes
const originalsEnd = originalsAt + 65_536
/** The most bytes that the texts of one row take. */
const textsOfRow = fieldOrder.length * (maxTextBytes + 1)

/** The compiled code with its memory, and where texts with a number are in it. */
class RowsMemory {
  readonly code: RowsCode
  readonly bytes: Buffer
  readonly words: Uint32Array
  readonly #numbered = new Map<NumberedField, { readonly of: NumberedTexts; readonly places: number[] }>()
  #textsEnd = textsAt
  #ownTextsEnd = ownTextsAt
  #namesEnd = namesAt

  constructor(code: Uint8Array) {
    const { buffer, exports } = startWasm(code, originalsEnd + spareBytes)
    this.code = exports as RowsCode
    this.bytes = Buffer.from(buffer)
    this.words = new Uint32Array(buffer)
  }

  forgetNames(): void {
    this.#namesEnd = namesAt
  }

  /** Stores JSON of names. Null: it is too long. */
  addName(json: Buffer): number | null {
    const at = this.#namesEnd
    if (json.length > maxTextBytes || at + json.length > namesEnd) return null
    json.copy(this.bytes, at)
    this.#namesEnd += json.length
    return (at << 8) | json.length
  }

  /** Whether the texts of another row have room. */
  get hasRoom(): boolean {
    return this.#textsEnd + textsOfRow <= textsEnd && this.#ownTextsEnd + textsOfRow <= ownTextsEnd
  }

  /** Forgets the texts that rows have for themselves, and all others when there is little room for more. */
  makeRoom(): void {
    this.#ownTextsEnd = ownTextsAt
    if (this.hasRoom) return
    this.#numbered.clear()
    this.#textsEnd = textsAt
  }

  /** A text that other rows may have as well, by its number. */
  numberedText(field: NumberedField, of: NumberedTexts, number: number): number {
    let kept = this.#numbered.get(field)
    if (kept?.of !== of) {
      kept = { of, places: [noText] }
      this.#numbered.set(field, kept)
    }
    const place = kept.places[number]
    if (place !== undefined) return place
    const end = this.#write(of.texts[number] ?? '', this.#textsEnd)
    if (end === unfit) return unfit
    const added = (this.#textsEnd << 8) | (end - this.#textsEnd)
    kept.places[number] = added
    this.#textsEnd = end
    return added
  }

  /** A text of one row. */
  ownText(text: string): number {
    if (text === '') return noText
    const start = this.#ownTextsEnd
    const end = this.#write(text, start)
    if (end === unfit) return unfit
    this.#ownTextsEnd = end
    return (start << 8) | (end - start)
  }

  /** Writes a text as JSON, and returns where it ends. */
  #write(text: string, start: number): number {
    const { length } = text
    if (length > maxTextBytes - 2) return unfit
    const { bytes } = this
    bytes[start] = 0x22
    let at = start + 1
    for (let from = 0; from < length; from += 1, at += 1) {
      const code = text.charCodeAt(from)
      if (code < 0x20 || code > 0x7f || code === 0x22 || code === 0x5c) {
        const json = Buffer.from(JSON.stringify(text))
        if (json.length > maxTextBytes) return unfit
        return start + json.copy(bytes, start)
      }
      bytes[at] = code
    }
    bytes[at] = 0x22
    return at + 1
  }
}

let shared: RowsMemory | null | undefined

/** Null for a processor that cannot. */
function sharedMemory(): RowsMemory | null {
  if (shared === undefined) {
    const code = Buffer.from(uploadRowsCode, 'base64')
    shared = canRunWasm(code) ? new RowsMemory(code) : null
  }
  return shared
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
  }

  /**
   * Null: these rows are written in another way. One object writes at a time. `width`: texts of a row (`FileTexts.header`). Only for a plan
   * and a form that `canWriteInOrder`.
   */
  static create(state: DraftState, form: PackForm, width: number, into: WrittenRows): QuickUploadRows | null {
    const memory = sharedMemory()
    if (!memory || !writePlan(memory, state, form, width)) return null
    memory.makeRoom()
    return new QuickUploadRows(memory, state, into)
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
            : this.#memory.numberedText(field, texts.numbered[field], number)
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
    this.#memory.makeRoom()
  }
}

const wordOf: Readonly<Record<NumberedField, number>> = {
  state: 2 + fieldOrder.indexOf('state'),
  client_name: 2 + fieldOrder.indexOf('client_name'),
  sale_date: 2 + fieldOrder.indexOf('sale_date'),
  expiry_date: 2 + fieldOrder.indexOf('expiry_date'),
}

const fieldNames = fieldOrder.map(propertyName)
const additionalName = propertyName('additional_fields')

/** Writes what all rows of a draft share. False: it has too many columns, or a name is too long. */
function writePlan(memory: RowsMemory, { plan, rows }: DraftState, form: PackForm, width: number): boolean {
  const { headers, keptColumns, mobileColumns } = plan
  const columns = rows.rules.plan.columns.length
  if (Math.max(columns, width, keptColumns.length) > maxColumns || mobileColumns.length > maxMobileColumns) return false
  memory.forgetNames()
  const names = [...fieldNames, additionalName]
  const reference = form.referenceKey
  if (reference !== null) {
    names.push(propertyName(reference), Buffer.from(JSON.stringify(referenceStart(form.uploadId)).slice(0, -1)))
  }
  const kept = keptColumns.map((column) => propertyName(headers[column] ?? ''))
  const [places, keptPlaces] = [names.map((name) => memory.addName(name)), kept.map((name) => memory.addName(name))]
  if (places.includes(null) || keptPlaces.includes(null)) return false
  const namesLength = [...names, ...kept].reduce((sum, { length }) => sum + length + 1, 0)
  const bodyRoom = namesLength + textsOfRow + 3 * width + 2 * spareBytes
  const { words } = memory
  const [additional = 0, referenceName = 0, referenceText = 0] = places.slice(fieldNames.length)
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
      additional ?? 0,
      referenceName ?? 0,
      referenceText ?? 0,
      ...places.slice(0, fieldNames.length).map(Number),
      startsAt,
    ],
    planAt / 4,
  )
  words.set(mobileColumns, mobilesAt / 4)
  keptColumns.forEach((column, at) => words.set([column, Number(keptPlaces[at])], keptAt / 4 + 2 * at))
  return true
}
