import { whyUnavailable } from '../../../../contract/availability.ts'
import type { LookupKind } from '../../../../contract/lookup.ts'
import type { Region } from '../../../../contract/region.ts'
import { lookupText } from '../lookup-text.ts'

export interface KindOption {
  readonly kind: LookupKind
  readonly label: string
  /** Why this region doesn't have it; null where it can be selected. */
  readonly reason: string | null
}

/** What the text in the box can be looked up as. */
export const kindOptions = (region: Region): readonly KindOption[] => {
  const { kinds } = lookupText.box
  return [
    { kind: 'plate', label: kinds.plate, reason: null },
    { kind: 'vin', label: kinds.vin, reason: whyUnavailable('vin-search', region) },
    { kind: 'text', label: kinds.text, reason: null },
  ]
}
