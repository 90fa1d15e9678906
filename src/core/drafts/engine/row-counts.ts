import type { DraftState } from './draft-state.ts'
import { statusCodes } from './row-issues.ts'

/** The rows of a draft, counted for its view. */
export class RowCounts {
  readonly #state: DraftState
  /** By `statusCodes`. */
  readonly byStatus = new Uint32Array(5)
  /** By why rows are excluded. */
  readonly reasons = new Map<string, number>()
  /** By column: the rows that are not sent because a cell of the column says so. */
  readonly optOuts = new Map<number, number>()
  paidLookups = 0
  knownRows = 0
  knownVins = 0
  unsearchedVins = 0

  constructor(state: DraftState) {
    this.#state = state
    const { comparison, issues, rows } = state
    const { statuses } = issues
    for (let position = 0; position < statuses.length; position += 1) {
      const status = statuses[position] as number
      this.byStatus[status] = (this.byStatus[status] as number) + 1
      if (status === statusCodes.error) continue
      if (comparison.isKnown(position)) this.knownRows += 1
      if (status === statusCodes.excluded) this.#addExcluded(position)
      else if (status !== statusCodes.update && rows.causesPaidLookup(position)) this.#addLookup(position)
    }
  }

  #addExcluded(position: number): void {
    const { reasons, optOuts } = this
    const exclusion = this.#state.comparison.exclusionOf(position)
    const reason = exclusion?.general ?? ''
    reasons.set(reason, (reasons.get(reason) ?? 0) + 1)
    if (exclusion?.column !== undefined) optOuts.set(exclusion.column, (optOuts.get(exclusion.column) ?? 0) + 1)
  }

  #addLookup(position: number): void {
    const known = this.#state.vinStates.at(position)
    if (known === 'unsearched') this.unsearchedVins += 1
    if (known === 'known') this.knownVins += 1
    if (known !== 'known' || !this.#state.index.fillKnownVins) this.paidLookups += 1
  }
}
