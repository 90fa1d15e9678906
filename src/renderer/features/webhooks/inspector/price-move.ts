import { notProvided } from '../webhooks-text.ts'
import { inspectorText } from './inspector-text.ts'

const dollars = new Intl.NumberFormat('en-AU', { maximumFractionDigits: 0 })

const money = (value: number | null): string => (value === null ? notProvided : `$${dollars.format(value)}`)

export interface PriceMove {
  readonly before: string
  readonly after: string
  /** "−$800 (−5.0%)"; empty when one of the two is not provided. */
  readonly change: string
  readonly direction: 'up' | 'down' | 'same' | null
}

/** A price before and after, and the change between them. */
export function describePriceMove({
  before,
  after,
}: {
  readonly before: number | null
  readonly after: number | null
}): PriceMove {
  const shown = { before: money(before), after: money(after) }
  if (before === null || after === null) return { ...shown, change: '', direction: null }
  const by = after - before
  if (by === 0) return { ...shown, change: inspectorText.valuation.noChange, direction: 'same' }
  const sign = by > 0 ? '+' : '−'
  const share = before > 0 ? ` (${sign}${((Math.abs(by) / before) * 100).toFixed(1)}%)` : ''
  return { ...shown, change: `${sign}$${dollars.format(Math.abs(by))}${share}`, direction: by > 0 ? 'up' : 'down' }
}
