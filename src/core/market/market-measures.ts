import type { Listing } from '../../contract/market.ts'

/** Interface, part 8: the service searches until it has this many listings. */
export const targetSampleSize = 4

/**
 * Price to market: the price as a percentage of the market price, which is the expected price of the car, or the median
 * where the sample suggests none. 100: at the market price. Null with fewer than four priced listings.
 */
export function priceToMarket(price: number | null, marketPrice: number | null, listings: number): number | null {
  if (price === null || marketPrice === null || marketPrice <= 0 || listings < targetSampleSize) return null
  return Math.round((price / marketPrice) * 100)
}

/**
 * Days' supply: for how many days the cars for sale now would last if as many were removed each day as in the period that
 * the service searched. Null with fewer than four removed listings, without one for sale, or without a period.
 */
export function daysSupply(listings: readonly Listing[], daysChecked: number | null): number | null {
  const removed = listings.filter(({ removedAt }) => removedAt !== null).length
  const active = listings.length - removed
  if (daysChecked === null || daysChecked <= 0 || removed < targetSampleSize || active === 0) return null
  return Math.round((active * daysChecked) / removed)
}
