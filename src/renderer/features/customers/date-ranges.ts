import type { DateRange, FilterDate } from '../../../contract/customer-filter.ts'

type Unit = Extract<DateRange, { kind: 'relative' }>['unit']

const relative = (unit: Unit, from: number | null, to: number | null): DateRange => ({
  kind: 'relative',
  unit,
  from,
  to,
})

/** The ranges that are offered by one press. */
export const presetRanges: Readonly<Record<FilterDate, readonly DateRange[]>> = {
  saleDate: [
    relative('years', -1, 0),
    relative('years', -3, -1),
    relative('years', -5, -3),
    relative('years', null, -5),
  ],
  expiryDate: [7, 30, 90, 180, 365].map((days) => relative('days', 0, days)),
  lastSighting: [7, 30, 90].map((days) => relative('days', -days, 0)),
}

export const isSameRange = (a: DateRange | null, b: DateRange | null): boolean =>
  a?.kind === b?.kind &&
  a?.from === b?.from &&
  a?.to === b?.to &&
  (a?.kind === 'relative' ? a.unit : null) === (b?.kind === 'relative' ? b.unit : null)

/** A range counted from today as it is typed: two amounts, in either order, and where they lead. */
export interface TypedRange {
  readonly first: string
  readonly last: string
  readonly unit: Unit
  readonly direction: 'ago' | 'ahead'
}

const mostUnits: Readonly<Record<Unit, number>> = { days: 36_500, months: 1_200, years: 100 }

function amountOf(text: string, unit: Unit): number | null {
  const amount = /^\d{1,6}$/.test(text.trim()) ? Number(text) : null
  return amount === null ? null : Math.min(mostUnits[unit], amount)
}

/** Null: neither amount is a number. */
export function typedRange({ first, last, unit, direction }: TypedRange): DateRange | null {
  const [one, other] = [amountOf(first, unit), amountOf(last, unit)]
  if (one === null && other === null) return null
  const [least, most] = one !== null && other !== null && one > other ? [other, one] : [one, other]
  // Not -0, which is another value in a comparison of objects.
  const back = (amount: number | null): number | null => (amount === null ? null : 0 - amount)
  return direction === 'ahead' ? relative(unit, least, most) : relative(unit, back(most), back(least))
}

/** What `typedRange` makes of it again. */
export function rangeAsTyped(range: DateRange | null, direction: TypedRange['direction']): TypedRange {
  if (range?.kind !== 'relative') return { first: '', last: '', unit: 'days', direction }
  const isAgo = (range.from ?? 0) < 0 || (range.to ?? 0) < 0
  const text = (amount: number | null): string => (amount === null ? '' : String(Math.abs(amount)))
  const [first, last] = isAgo ? [range.to, range.from] : [range.from, range.to]
  return { first: text(first), last: text(last), unit: range.unit, direction: isAgo ? 'ago' : 'ahead' }
}
