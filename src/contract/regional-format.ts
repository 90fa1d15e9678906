import { lazy } from './lazy.ts'
import type { Region } from './region.ts'

/** Numbers, money, distances, phone numbers and plates as people of the region write them. Dates are in calendar-date.ts. */

/** By number of decimals. Created late: the first formatter takes 20 ms. */
const decimalFormats = Array.from({ length: 21 }, (_, decimals) =>
  lazy(() => new Intl.NumberFormat('en-AU', { maximumFractionDigits: decimals })),
)

/** 12345.6 is "12,346", with one decimal "12,345.6". All three regions group by commas and have a decimal point. */
export function formatNumber(value: number, decimals = 0): string {
  const whole = Math.round(value)
  if (decimals > 0 || !Number.isSafeInteger(whole)) return decimalFormats[decimals]?.().format(value) ?? String(value)
  const digits = String(Math.abs(whole)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')
  return whole < 0 ? `-${digits}` : digits
}

/** `plural(1, 'row')` is "1 row", `plural(2300, 'row')` is "2,300 rows". */
export const plural = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Dollars of the other country are named, as people do: "A$" in New Zealand. */
const foreignDollars: Readonly<Partial<Record<Region, string>>> = { au: 'A$', nz: 'NZ$' }

/**
 * A price in the money of its region, without cents unless asked for: "$24,990", "RM 88,000", and "A$24,990" where the
 * reader's region (`home`) has another dollar.
 */
export function formatMoney(
  amount: number,
  region: Region,
  { home = region, withCents = false }: { readonly home?: Region; readonly withCents?: boolean } = {},
): string {
  const cents = Math.round(Math.abs(amount) * 100)
  const part = withCents && cents % 100 !== 0 ? `.${String(cents % 100).padStart(2, '0')}` : ''
  const shown = `${formatNumber(part === '' ? Math.abs(amount) : Math.floor(cents / 100))}${part}`
  const sign = amount < 0 && shown !== '0' ? '−' : ''
  if (region === 'my') return `${sign}RM ${shown}`
  return `${sign}${home === region ? '$' : foreignDollars[region]}${shown}`
}

/** 85000 is "85,000 km". */
export const formatKms = (kms: number): string => `${formatNumber(kms)} km`

interface PhoneForm {
  /** Of the digits without the zero. */
  readonly digits: RegExp
  /** After the country code. */
  readonly abroad: string
  /** In the country itself. The default is `abroad` behind a zero. */
  readonly home?: string
}

/** Mobiles, landlines and service numbers. Sources: ACMA and the NZ and Malaysian numbering plans, as in libphonenumber. */
const phoneForms: Readonly<Record<Region, readonly PhoneForm[]>> = {
  au: [
    { digits: /^(4\d\d)(\d{3})(\d{3})$/, abroad: '$1 $2 $3' },
    { digits: /^([2378])(\d{4})(\d{4})$/, abroad: '$1 $2 $3', home: '(0$1) $2 $3' },
    { digits: /^(1[38]00)(\d{3})(\d{3})$/, abroad: '$1 $2 $3', home: '$1 $2 $3' },
    { digits: /^(13)(\d\d)(\d\d)$/, abroad: '$1 $2 $3', home: '$1 $2 $3' },
  ],
  nz: [
    { digits: /^([589]0[08])(\d{3})(\d{3,4})$/, abroad: '$1 $2 $3' },
    { digits: /^(2\d)(\d{3})(\d{3,4})$/, abroad: '$1 $2 $3' },
    { digits: /^(2\d)(\d{4})(\d{4})$/, abroad: '$1 $2 $3' },
    { digits: /^([34679])(\d{3})(\d{4})$/, abroad: '$1 $2 $3' },
  ],
  my: [
    { digits: /^(1[38]00)(\d\d)(\d{4})$/, abroad: '$1-$2-$3', home: '$1-$2-$3' },
    { digits: /^(1\d)(\d{3,4})(\d{4})$/, abroad: '$1-$2 $3' },
    { digits: /^(3)(\d{4})(\d{4})$/, abroad: '$1-$2 $3' },
    { digits: /^(8\d)(\d{3})(\d{3})$/, abroad: '$1-$2 $3' },
    { digits: /^([4-79])(\d{3})(\d{4})$/, abroad: '$1-$2 $3' },
  ],
}

const countryCodes: Readonly<Record<string, Region>> = { '+61': 'au', '+64': 'nz', '+60': 'my' }

/**
 * A phone number of the region in its groups: "0412 345 678", "(02) 9876 5432", "021 123 4567", "012-345 6789". A number with the
 * country code of one of the three regions keeps it: "+61 412 345 678". Any other text is returned unchanged.
 */
export function formatPhone(number: string, region: Region): string {
  const compact = number.replaceAll(/[\s().-]/g, '')
  const country = countryCodes[compact.slice(0, 3)]
  if (country) return grouped(compact.slice(3), country, 'abroad', compact.slice(0, 3)) ?? number
  if (!/^\d+$/.test(compact)) return number
  return grouped(compact.replace(/^0/, ''), region, compact.startsWith('0') ? 'home' : 'service') ?? number
}

function grouped(digits: string, region: Region, from: 'home' | 'service' | 'abroad', code = ''): string | null {
  for (const form of phoneForms[region]) {
    // Without its zero, only a service number is complete.
    if (from !== 'abroad' && (form.home?.startsWith('$1') ?? false) !== (from === 'service')) continue
    if (!form.digits.test(digits)) continue
    if (from === 'abroad') return `${code} ${digits.replace(form.digits, form.abroad)}`
    return digits.replace(form.digits, form.home ?? `0${form.abroad}`)
  }
  return null
}

/** A plate without spaces in capitals, as it is searched for and sent. */
export const compactPlate = (plate: string): string => plate.replaceAll(/\s/g, '').toUpperCase()

/**
 * A plate as the region writes it: "ABC12D" as the registers of Australia and New Zealand do, "WXY 1234" and "W 1234 A" in Malaysia.
 */
export function formatPlate(plate: string, region: Region): string {
  const compact = compactPlate(plate)
  if (region !== 'my') return compact
  return compact.replace(/^([A-Z]+)(\d{1,4})([A-Z]{0,2})$/, (_, letters: string, digits: string, suffix: string) =>
    [letters, digits, suffix].filter(Boolean).join(' '),
  )
}
