import type { Region } from '../../../contract/region.ts'
import { formatCount, formatMoney } from '../../ui/format.ts'

/**
 * A price or a distance as it is typed: "24,990", "$24 990", "24.5k", "RM 88,000", "85 000 km". Null when nothing was typed; undefined when
 * it is no amount, or more than `most`. Cents are left out.
 */
export function readAmount(typed: string, most: number): number | null | undefined {
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
  return amount <= most ? amount : undefined
}

/** 85000 -> "85,000 km". Null gives "". */
export const formatKms = (kms: number | null): string => (kms === null ? '' : `${formatCount(Math.round(kms))} km`)

/** A difference in price with its sign in words: "$1,200 below", "$300 above", "level". */
export function differenceWords(difference: number, region: Region): string {
  const whole = Math.round(difference)
  if (whole === 0) return 'level'
  return `${formatMoney(Math.abs(whole), region)} ${whole < 0 ? 'below' : 'above'}`
}
