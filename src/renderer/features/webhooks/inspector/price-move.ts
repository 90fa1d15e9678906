import type { Region } from '../../../../contract/region.ts'
import { formatMoney } from '../../../ui/format.ts'
import { notProvided } from '../webhooks-text.ts'
import { inspectorText } from './inspector-text.ts'

/**
 * A price before and after in the region's money, and the change between them: "−$800 (−5.0%)"; empty when one of the two is not provided.
 */
export function describePriceMove(
  { before, after }: { readonly before: number | null; readonly after: number | null },
  region: Region,
) {
  const shown = { before: formatMoney(before, region) || notProvided, after: formatMoney(after, region) || notProvided }
  if (before === null || after === null) return { ...shown, change: '', direction: null } as const
  const by = after - before
  if (by === 0) return { ...shown, change: inspectorText.valuation.noChange, direction: 'same' } as const
  const sign = by > 0 ? '+' : '−'
  const share = before > 0 ? ` (${sign}${((Math.abs(by) / before) * 100).toFixed(1)}%)` : ''
  return {
    ...shown,
    change: `${sign}${formatMoney(Math.abs(by), region)}${share}`,
    direction: by > 0 ? 'up' : 'down',
  } as const
}
