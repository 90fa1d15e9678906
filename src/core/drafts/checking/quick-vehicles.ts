import { unnumberedCell } from '../packed/block-scanner.ts'
import { maxShortText } from '../packed/cell-bytes.ts'
import { CellTable } from '../packed/cell-table.ts'
import { NumberPairs } from '../packed/number-pairs.ts'
import { checkVehicle, type FieldCheck } from './check-fields.ts'
import { flagOf, outcomeOf, type FieldOutcome } from './field-outcome.ts'
import type { FactNumbers } from './row-facts.ts'
import { plateShape, stateBehind, stateLength } from '../mapping/plate-shape.ts'
import type { RowCells } from './row-cells.ts'
import type { RowRules } from './row-rules.ts'
import { TextCell } from './text-cell.ts'
import { bytesHash, textHash } from './text-hash.ts'

/** What rego and state add to the facts of their row. */
export interface VehicleOutcome extends FieldOutcome {
  readonly hasRego: boolean
  /** The number of the state (`NumberedTexts`). */
  readonly state: number
  readonly stateText: string
  /** Whether the service looks up the VIN of the rego at additional cost. */
  readonly paysWithoutVin: boolean
  /** There is an error about the rego. */
  readonly isRefused: boolean
}

/** What rows with one kind of plate and one text of the state have in common. */
interface SharedOutcome extends VehicleOutcome {
  /** Hashes of texts that would be of another class. */
  readonly odd: readonly number[]
}

/** Texts of states that are numbered here, behind those that are numbered already. Those that the user typed have larger numbers. */
const maxKept = 20_000
/** States that can stand behind the plate in its cell, and none. */
const statesBehind = 9
/** Less than any shape has. */
const noPlate = 0

/**
 * Rego and state of rows from their bytes: plates of one shape have the same issues, with the same text of the state. All
 * other plates are checked one by one.
 */
export class QuickVehicles {
  readonly #rules: () => RowRules
  readonly #numbers: FactNumbers
  readonly #regoPlace: number
  readonly #statePlace: number
  readonly #stateNumbers: Uint16Array | null
  readonly #states = new CellTable(maxKept)
  readonly #typedStates = new Map<string, number>()
  readonly #pairs = new NumberPairs()
  readonly #typedCell = new TextCell()
  /** By pair of state and shape; null: such plates are checked one by one. */
  readonly #shared: (SharedOutcome | null)[] = []
  /** The hash of the rego that was read last; 0: none. */
  rego = 0
  /** That rego, when it is not the text in the file; else null. */
  otherRego: string | null = null

  constructor(rules: () => RowRules, numbers: FactNumbers, placeOf: (column: number) => number) {
    const { column, numbers: cellNumbers } = rules().plan
    this.#rules = rules
    this.#numbers = numbers
    this.#regoPlace = placeOf(column.rego)
    this.#statePlace = placeOf(column.state)
    this.#stateNumbers = cellNumbers.get(column.state) ?? null
  }

  /** `typedState` and `typedRego`: what the user typed instead. */
  read(
    cells: RowCells,
    position: number,
    typedState: string | undefined,
    typedRego: string | undefined,
  ): VehicleOutcome {
    const state = typedState === undefined ? this.#numberOfState(cells, position) : this.#numberOfTyped(typedState)
    if (state < 0) return this.#check(cells)
    if (typedRego !== undefined) return this.#ofTypedRego(state, typedRego) ?? this.#check(cells)
    const { bytes, starts } = cells
    const start = (starts[this.#regoPlace] as number) + 1
    let length = 0
    let shape = noPlate
    let behind = 0
    if (start > 0) {
      const { region } = this.#rules().context
      const whole = bytes[start - 1] as number
      if (whole > maxShortText) return this.#check(cells)
      length = whole
      shape = plateShape(bytes, start, length, region)
      if (shape === 0 && region === 'au') {
        behind = stateBehind(bytes, start, length)
        if (behind > 0) length -= stateLength(behind)
        if (behind > 0) shape = plateShape(bytes, start, length, region)
      }
      if (shape === 0) return this.#check(cells)
    }
    const pair = this.#pairs.numberOf(shape, state * statesBehind + behind)
    const shared = this.#shared[pair]
    if (shared === undefined) return this.#learn(cells, pair, bytes.toString('latin1', start, start + length))
    if (shared === null) return this.#check(cells)
    const hash = bytesHash(bytes, start, length)
    if (shared.odd.length > 0) {
      const text = behind === 0 ? hash : bytesHash(bytes, start, bytes[start - 1] as number)
      if (shared.odd.includes(text)) return this.#check(cells)
    }
    this.rego = shared.hasRego ? hash : 0
    this.otherRego = behind > 0 && shared.hasRego ? bytes.toString('latin1', start, start + length) : null
    return shared
  }

  /** For a plate without issues, of which its shape tells all. Null: any other text. */
  #ofTypedRego(state: number, typed: string): VehicleOutcome | null {
    const { bytes } = this.#typedCell
    if (!this.#typedCell.write(typed)) return null
    const shape = plateShape(bytes, 1, this.#typedCell.length, this.#rules().context.region)
    const shared = shape === 0 ? null : this.#shared[this.#pairs.numberOf(shape, state * statesBehind)]
    if (!shared?.hasRego || shared.odd.length > 0) return null
    this.rego = bytesHash(bytes, 1, this.#typedCell.length)
    this.otherRego = typed
    return shared
  }

  #numberOfState(cells: RowCells, position: number): number {
    const start = cells.starts[this.#statePlace] as number
    if (start < 0) return 0
    const known = this.#stateNumbers?.[position] ?? unnumberedCell
    if (known !== unnumberedCell) return known
    const { bytes } = cells
    const kind = bytes[start] as number
    // Any other cell than a short text is rare.
    const number = kind > maxShortText ? -1 : this.#states.numberOf(bytes, start, start + 1 + kind)
    return number < 0 ? -1 : unnumberedCell + 1 + number
  }

  #numberOfTyped(typed: string): number {
    const known = this.#typedStates.get(typed)
    if (known !== undefined) return known
    const next = unnumberedCell + maxKept + 1 + this.#typedStates.size
    this.#typedStates.set(typed, next)
    return next
  }

  #check(cells: RowCells): VehicleOutcome {
    return this.#noteChecked(checkVehicle(cells, this.#rules()))
  }

  #noteChecked({ rego, state }: ReturnType<typeof checkVehicle>): VehicleOutcome {
    const ofRego = outcomeOf('rego', rego, this.#numbers)
    const ofState = outcomeOf('state', state, this.#numbers)
    const { value } = rego.checked
    this.rego = textHash(value)
    this.otherRego = value === '' || value === rego.original ? null : value
    return {
      set: this.#numbers.sets.union(ofRego.set, ofState.set),
      flags: ofRego.flags | ofState.flags,
      ...this.#factsOf(rego, state),
    }
  }

  #factsOf(rego: FieldCheck, state: FieldCheck): Omit<VehicleOutcome, 'set' | 'flags'> {
    const hasRego = rego.checked.value !== ''
    return {
      hasRego,
      state: this.#numbers.texts.numbered.state.numberOf(state.checked.value),
      stateText: state.checked.value,
      paysWithoutVin: hasRego && (this.#rules().context.region !== 'au' || state.checked.value !== ''),
      isRefused: rego.checked.issues.some(({ severity }) => severity === 'error'),
    }
  }

  /** Checks the row, and takes what holds for all like it. `plate`: its text without a state behind it. */
  #learn(cells: RowCells, pair: number, plate: string): VehicleOutcome {
    const { rego, state } = checkVehicle(cells, this.#rules())
    const outcome = this.#noteChecked({ rego, state })
    const { classes, sets } = this.#numbers
    const isOriginal = rego.checked.value === '' || rego.checked.value === plate
    // The issues of a typed text are grouped by the text in the file, which differs.
    const isShared = isOriginal && !(state.edited && state.checked.issues.length > 0)
    const value = rego.original.trim()
    this.#shared[pair] = null
    if (!isShared || (value === '' && rego.checked.issues.length > 0)) return outcome
    let { set, flags } = outcomeOf('state', state, this.#numbers)
    const odd: number[] = []
    for (const one of rego.checked.issues) {
      const found = { ...one, field: 'rego' as const }
      set = sets.with(set, classes.classOfOtherText(found, value, plate))
      flags |= flagOf(one)
      odd.push(textHash(classes.groupValueOf(found, value)))
    }
    this.#shared[pair] = { set, flags, odd, ...this.#factsOf(rego, state) }
    return outcome
  }
}
