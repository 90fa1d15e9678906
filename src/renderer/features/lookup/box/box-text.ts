import { whyUnavailable } from '../../../../contract/availability.ts'
import type { LookupKind } from '../../../../contract/lookup.ts'
import type { Region } from '../../../../contract/region.ts'

export interface KindChoice {
  readonly kind: LookupKind
  readonly label: string
  /** Why this region lacks it; null where it can be chosen. */
  readonly reason: string | null
}

/** What the text in the box can be looked up as. */
export const kindChoices = (region: Region): readonly KindChoice[] => [
  { kind: 'plate', label: 'Plate', reason: null },
  { kind: 'vin', label: 'VIN', reason: whyUnavailable('vin-search', region) },
  { kind: 'text', label: 'Words', reason: null },
]

/** The word on the button. */
export const buttonWords = (kind: LookupKind | null): string => (kind === 'text' ? 'Search' : 'Look up')

/** What she overruled to, in a sentence. */
export const overruledWords: Readonly<Record<LookupKind, string>> = {
  plate: 'Looked up as a plate, as you chose.',
  vin: 'Looked up as a VIN, as you chose.',
  text: 'Searched for as words, as you chose.',
}
