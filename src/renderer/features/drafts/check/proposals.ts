import type { CustomerField, DraftRow } from '../../../../contract/drafts.ts'
import { fieldNames } from '../column-words.ts'
import { shownValue } from '../row-cells.ts'

export interface Offer {
  readonly field: CustomerField
  readonly value: string
  /** What the button says: "Use 0491 575 789". */
  readonly words: string
}

const maxOffers = 3

/** The mends that a row's issues propose: those of the field in hand first; another field's names itself. */
export function proposals(row: DraftRow, field: CustomerField | null): readonly Offer[] {
  const offers: Offer[] = []
  for (const issue of row.issues.toSorted((a, b) => Number(b.field === field) - Number(a.field === field))) {
    if (issue.proposal === null || issue.field === null) continue
    const { proposal, field: target } = issue
    if (offers.some((offer) => offer.field === target && offer.value === proposal)) continue
    const shown = proposal === '' ? 'nothing' : shownValue(target, proposal)
    const words = target === field ? `Use ${shown}` : `${fieldNames[target]}: use ${shown}`
    offers.push({ field: target, value: proposal, words })
  }
  return offers.slice(0, maxOffers)
}
