import { formatCount } from '../../ui/format.ts'

/**
 * Reads a typed price or distance: "24,990", "$24 990", "24.5k", "RM 88,000", "85 000 km". Null when nothing was typed; undefined when it
 * is not an amount, or more than `maximum`. Cents are rounded.
 */
export function readAmount(typed: string, maximum: number): number | null | undefined {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(rm|a\$|nz\$|\$)/, '')
    .replace(/(kms?|kilometres?)$/, '')
    .replaceAll(/[\s,]/g, '')
  if (text === '') return /\S/.test(typed) ? undefined : null
  const match = /^(\d+(?:\.\d+)?)(k?)$/.exec(text)
  if (!match) return undefined
  const amount = Math.round(Number(match[1]) * (match[2] ? 1_000 : 1))
  return amount <= maximum ? amount : undefined
}

/** 85000 -> "85,000 km". Null gives "". */
export const formatKms = (kms: number | null): string => (kms === null ? '' : `${formatCount(Math.round(kms))} km`)
