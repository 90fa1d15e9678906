import type { OptionPack } from '../../../../contract/lookup.ts'
import type { Region } from '../../../../contract/region.ts'
import { formatMoney } from '../../../ui/format.ts'
import { lookupText } from '../lookup-text.ts'

export interface PackSum {
  readonly names: readonly string[]
  /** Total of the packs that have a price. */
  readonly price: number
  readonly unpriced: number
}

/** Names and total price of the selected packs. */
export function sumOfPacks(packs: readonly OptionPack[], selectedIds: readonly string[]): PackSum {
  const selected = packs.filter((pack) => selectedIds.includes(pack.id))
  return {
    names: selected.map((pack) => pack.name),
    price: selected.reduce((sum, pack) => sum + (pack.price ?? 0), 0),
    unpriced: selected.filter((pack) => pack.price === null).length,
  }
}

/** "2 packs, $3,050"; "1 pack, no price". */
export function packSumText({ names, price, unpriced }: PackSum, region: Region): string {
  const text = lookupText.packs
  if (names.length === 0) return text.noneSelected
  if (unpriced === names.length) return text.unpriced(names.length)
  return text.sum(names.length, formatMoney(price, region), unpriced)
}

/** The printed line; null when nothing is selected. */
export function packLine(sum: PackSum, region: Region): string | null {
  return sum.names.length === 0 ? null : lookupText.packs.printed(sum.names.join(', '), packSumText(sum, region))
}
