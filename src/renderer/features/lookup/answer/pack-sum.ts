import type { OptionPack } from '../../../../contract/lookup.ts'
import type { Region } from '../../../../contract/region.ts'
import { formatMoney, plural } from '../../../ui/format.ts'

export interface PackSum {
  readonly names: readonly string[]
  /** Of those that have a price. */
  readonly price: number
  readonly unpriced: number
}

/** What the ticked packs come to. */
export function sumOfPacks(packs: readonly OptionPack[], chosen: readonly string[]): PackSum {
  const ticked = packs.filter((pack) => chosen.includes(pack.id))
  return {
    names: ticked.map((pack) => pack.name),
    price: ticked.reduce((sum, pack) => sum + (pack.price ?? 0), 0),
    unpriced: ticked.filter((pack) => pack.price === null).length,
  }
}

/** "2 packs, $3,050"; "1 pack, price not given". */
export function packSumWords({ names, price, unpriced }: PackSum, region: Region): string {
  if (names.length === 0) return 'None ticked'
  const count = plural(names.length, 'pack')
  if (unpriced === names.length) return `${count}, price not given`
  const sum = `${count}, ${formatMoney(price, region)}`
  return unpriced > 0 ? `${sum} and ${plural(unpriced, 'without a price', 'without a price')}` : sum
}

/** The line that goes on the print; null when nothing is ticked. */
export function packLine(sum: PackSum, region: Region): string | null {
  return sum.names.length === 0 ? null : `Option packs: ${sum.names.join(', ')} (${packSumWords(sum, region)})`
}
