/** Reads values that the user typed, in each form in which the window shows them. */

/** Of the contract: prices and distances. */
const largestAmount = 999_999_999

/**
 * Reads a typed price or distance: "24,990", "$24 990", "A$24,990", "24.5k", "RM 88,000", "85 000 km". Null when nothing was typed;
 * undefined when it is not an amount, or more than `maximum`. Cents are rounded.
 */
export function readAmount(typed: string, maximum = largestAmount): number | null | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:rm|myr|aud|nzd|a\$|nz\$|\$)/, '')
    .replace(/(?:kms?|kilometres?)$/, '')
    .replaceAll(/[\s,]/g, '')
  if (text === '') return /\S/.test(typed) ? undefined : null
  const match = /^(\d+(?:\.\d+)?)(k?)$/.exec(text)
  if (!match) return undefined
  const amount = Math.round(Number(match[1]) * (match[2] ? 1_000 : 1))
  return amount <= maximum ? amount : undefined
}

/** The same, with null also for a text that is not an amount. */
export const amountOrNull = (typed: string): number | null => readAmount(typed) ?? null
