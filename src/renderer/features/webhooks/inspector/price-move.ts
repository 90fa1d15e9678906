import type { Region } from '../../../../contract/region.ts'
import { formatMoney } from '../../../ui/format.ts'
import { notProvided } from '../webhooks-text.ts'
import { inspectorText } from './inspector-text.ts'

export interface PriceMove {
  readonly before: string
  readonly after: string
  /** "−$800 (−5.0%)"; empty when one of the two is not provided. */
  readonly change: string
  readonly direction: 'up' | 'down' | 'same' | null
}

/** A price before and after in the region's money, and the change between them. */
export function describePriceMove(
  { before, after }: { readonly before: number | null; readonly after: number | null },
  region: Region,
): PriceMove {
  const shown = { before: formatMoney(before, region) || notProvided, after: formatMoney(after, region) || notProvided }
  if (before === null || after === null) return { ...shown, change: '', direction: null }
  const by = after - before
  if (by === 0) return { ...shown, change: inspectorText.valuation.noChange, direction: 'same' }
  const sign = by > 0 ? '+' : '−'
  const share = before > 0 ? ` (${sign}${((Math.abs(by) / before) * 100).toFixed(1)}%)` : ''
  return { ...shown, change: `${sign}${formatMoney(Math.abs(by), region)}${share}`, direction: by > 0 ? 'up' : 'down' }
}
