import type { Region, StateCode } from '../../contract/region.ts'
import { latinCapitals } from './latin-letters.ts'

/**
 * Patterns of plates. Standard: issued today. Older: still on the road. Other: motorcycles, trailers, numerals.
 * Personalised plates fit none, so no pattern may ever refuse a plate.
 */
export interface PlatePatterns {
  readonly standard: readonly RegExp[]
  readonly older: readonly RegExp[]
  readonly other: readonly RegExp[]
}

export const statePlates: Readonly<Record<StateCode, PlatePatterns>> = {
  NSW: {
    standard: [/^[A-Z]{2}\d{2}[A-Z]{2}$/, /^[A-Z]{3}\d{2}[A-Z]$/],
    older: [/^[A-Z]{3}\d{3}$/],
    other: [/^[A-Z]{3}\d{2}$/, /^\d{1,6}$/],
  },
  VIC: {
    standard: [/^\d[A-Z]{2}\d[A-Z]{2}$/],
    older: [/^[A-Z]{3}\d{3}$/],
    other: [/^\d[A-Z]\d[A-Z]{2}$/, /^[A-Z]{2}\d{3}$/, /^[A-Z]\d{5}$/, /^\d{1,6}$/],
  },
  QLD: {
    standard: [/^\d{3}[A-Z]{3}$/, /^\d{3}[A-Z]{2}\d$/, /^\d{3}[A-Z]\d[A-Z]$/],
    older: [/^[NOP][A-Z]{2}\d{3}$/],
    other: [/^\d[A-Z]{2}\d{2}$/, /^\d{3}[A-Z]{2}$/, /^[A-Z]{2}\d{4}$/],
  },
  SA: {
    standard: [/^S\d{3}[A-Z]{3}$/],
    older: [/^[A-Z]{3}\d{3}$/],
    other: [/^S\d{2}[A-Z]{3}$/],
  },
  WA: {
    standard: [/^\d[A-Z]{3}\d{3}$/],
    older: [/^[6-9][A-Z]{2}\d{3}$/, /^[UX][A-Z]{2}\d{3}$/],
    other: [/^1\d{2}[A-Z]{3}$/, /^1Q[A-Z]\d{3}$/],
  },
  TAS: {
    standard: [/^[A-Z]\d{2}[A-Z]{2}$/],
    older: [/^[A-Z]{2}\d{4}$/, /^W[A-Z]{2}\d{3}$/],
    other: [/^[A-Z]\d{3}[A-Z]$/, /^[A-Z]{2}\d{3}$/],
  },
  ACT: {
    standard: [/^Y[A-Z]{2}\d{2}[A-Z]$/],
    older: [/^Y[A-Z]{2}\d{3}$/],
    other: [/^[A-Z]\d{4}$/],
  },
  NT: {
    standard: [/^C[A-Z]\d{2}[A-Z]{2}$/],
    older: [/^\d{5,6}$/],
    other: [/^[A-Z]\d{4}$/, /^T[A-Z]\d{4}$/],
  },
}

export const newZealandPlates: PlatePatterns = {
  standard: [/^[A-Z]{3}\d{1,3}$/],
  older: [/^[A-Z]{2}\d{1,4}$/],
  other: [/^\d{1,2}[A-Z]{3}$/, /^[A-Z]\d[A-Z]{3}$/, /^[A-Z]\d{3}[A-Z]$/],
}

/** New Zealand's trade plates begin or end with X. */
export const newZealandTradePlate = /^X|X$/

export const malaysiaPlates: PlatePatterns = {
  standard: [/^[A-HJ-NP-Y][A-HJ-NP-Y]{0,3}[1-9]\d{0,3}[A-HJ-NP-Y]?$/],
  older: [],
  other: [
    /^H[A-Z]{1,2}[1-9]\d{0,3}$/,
    /^Z[A-Z][1-9]\d{0,3}$/,
    /^\d{2}\d{2}(?:DC|CC|UN|PA)$/,
    /^[A-Z]{1,3}[1-9]\d{0,3}[A-Z]{1,2}$/,
    /^(?:MALAYSIA|PATRIOT|PERFECT|PUTRAJAYA|GOLD|VIP|NBOS|NAAM|SMS|SAM|GTR|1M4U)[1-9]\d{0,3}$/,
  ],
}

/** Characters a plate may have, after everything but letters and digits is gone. */
export const plateLength: Readonly<Record<Region, { readonly min: number; readonly max: number }>> = {
  au: { min: 1, max: 9 },
  nz: { min: 1, max: 6 },
  my: { min: 2, max: 12 },
}

/** Texts in a plate's cell that mean "no plate". */
export const platePlaceholders: ReadonlySet<string> = new Set([
  'TBA',
  'TBC',
  'TBD',
  'NA',
  'NIL',
  'NONE',
  'NEW',
  'UNREG',
  'UNREGISTERED',
  'NOREGO',
  'NOPLATE',
  'NOPLATES',
  'STOCK',
  'DEMO',
  'XXX',
  'XXXX',
  'XXXXXX',
  '0',
  '000000',
  'TRADE',
  'EXPIRED',
  'CANCELLED',
  'UNKNOWN',
  'PENDING',
])

/** Patterns that are standard in one state today: good for a suggestion, never for filling a state in. */
const stateSuggestions: readonly {
  readonly pattern: RegExp
  readonly state: StateCode
  readonly confidence: 'high' | 'medium' | 'low'
}[] = [
  { pattern: /^S\d{3}[A-Z]{3}$/, state: 'SA', confidence: 'high' },
  { pattern: /^\d[A-Z]{3}\d{3}$/, state: 'WA', confidence: 'high' },
  { pattern: /^\d[A-Z]{2}\d[A-Z]{2}$/, state: 'VIC', confidence: 'high' },
  { pattern: /^\d{3}[A-Z]{2}\d$/, state: 'QLD', confidence: 'high' },
  { pattern: /^\d{3}[A-Z]\d[A-Z]$/, state: 'QLD', confidence: 'medium' },
  { pattern: /^\d{3}[A-Z]{3}$/, state: 'QLD', confidence: 'medium' },
  { pattern: /^[A-Z]\d{2}[A-Z]{2}$/, state: 'TAS', confidence: 'medium' },
  { pattern: /^Y[A-Z]{2}\d{2}[A-Z]$/, state: 'ACT', confidence: 'low' },
  { pattern: /^C[A-Z]\d{2}[A-Z]{2}$/, state: 'NT', confidence: 'low' },
]

const stateCodes = Object.keys(statePlates) as readonly StateCode[]

/**
 * The plate as it is compared and sent: capitals and digits only. O and 0, I and 1 stay as they were typed. A letter
 * outside A to Z becomes the letter that it looks like, or stays: without it, it would be another plate.
 */
export function plateKey(plate: string): string {
  if (/^[A-Z0-9]*$/.test(plate)) return plate
  return latinCapitals(plate).replace(/[^\p{L}\p{Nd}]/gu, '')
}

function fitsOne(patterns: readonly RegExp[], plate: string): boolean {
  for (const pattern of patterns) if (pattern.test(plate)) return true
  return false
}

/** Whether a plate key has any pattern of these. */
export function fits(patterns: PlatePatterns, plate: string): boolean {
  return fitsOne(patterns.standard, plate) || fitsOne(patterns.older, plate) || fitsOne(patterns.other, plate)
}

/** Whether a plate key has a car's pattern of these (no motorcycles, trailers or numerals). */
export function fitsCar(patterns: PlatePatterns, plate: string): boolean {
  return fitsOne(patterns.standard, plate) || fitsOne(patterns.older, plate)
}

/** The states in which a plate key has a pattern. */
export function statesOfPlate(plate: string): readonly StateCode[] {
  return stateCodes.filter((state) => fits(statePlates[state], plate))
}

/** The one state in which the plate's pattern is standard today, as a suggestion; null when several or none. */
export function suggestState(
  plate: string,
): { readonly state: StateCode; readonly confidence: 'high' | 'medium' | 'low' } | null {
  const key = plateKey(plate)
  const rule = stateSuggestions.find(({ pattern }) => pattern.test(key))
  return rule ? { state: rule.state, confidence: rule.confidence } : null
}
