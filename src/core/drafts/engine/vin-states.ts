import { regoKey } from '../../fields/vehicle-key.ts'
import type { KnownVins } from '../model/known-vins.ts'
import type { DraftRows } from './draft-rows.ts'

/** Whether this PC knows a VIN for the rego of a row: looked for or not, and found or not. */
export type VinState = 'unsearched' | 'none' | 'known'

const codes = { open: 0, none: 1, known: 2 } as const

/** What is known of the VINs of the rows that have none, kept by position: rows are read once, not for each view. */
export class VinStates {
  readonly #rows: DraftRows
  #vins: KnownVins
  readonly #codes: Uint8Array

  constructor(rows: DraftRows, vins: KnownVins) {
    this.#rows = rows
    this.#vins = vins
    this.#codes = new Uint8Array(rows.length)
  }

  /** Has to be called for a row that changed. */
  noteChange(position: number): void {
    this.#codes[position] = codes.open
  }

  /** Takes known VINs in addition to the earlier ones. */
  add(vins: KnownVins): void {
    this.#vins = vins
  }

  at(position: number): VinState {
    if (this.#codes[position] === codes.open) this.#codes[position] = this.#codeOf(position)
    switch (this.#codes[position]) {
      case codes.none:
        return 'none'
      case codes.known:
        return 'known'
      default:
        return 'unsearched'
    }
  }

  #codeOf(position: number): number {
    const rego = this.#rows.valueAt(position, 'rego')
    const found = this.#vins.get(regoKey(rego, this.#rows.valueAt(position, 'state')))
    return found === undefined ? codes.open : found === null ? codes.none : codes.known
  }
}
