import type { Region, StateCode } from '../../contract/region.ts'
import { placeholderWords } from './cell-text.ts'
import { latinCapitals } from './latin-letters.ts'

/**
 * Patterns of plates. Standard: issued today. Older: still on the road. Other: motorcycles, trailers, numerals.
 * Personalised plates fit none, so no pattern may ever refuse a plate.
 */
type PatternKind = 'standard' | 'older' | 'other'
export type PlatePatterns = Readonly<Record<PatternKind, readonly RegExp[]>>

/** Patterns of the states. L: a letter. #: a digit. A pattern may begin with certain characters (S, 1Q). */
const statePatterns: Readonly<Record<StateCode, Readonly<Record<PatternKind, string>>>> = {
  NSW: { standard: 'LL##LL LLL##L', older: 'LLL###', other: 'LLL## # ## ### #### ##### ######' },
  VIC: { standard: '#LL#LL', older: 'LLL###', other: '#L#LL LL### L##### # ## ### #### ##### ######' },
  QLD: { standard: '###LLL ###LL# ###L#L', older: 'NLL### OLL### PLL###', other: '#LL## ###LL LL####' },
  SA: { standard: 'S###LLL', older: 'LLL###', other: 'S##LLL' },
  WA: { standard: '#LLL###', older: '6LL### 7LL### 8LL### 9LL### ULL### XLL###', other: '1##LLL 1QL###' },
  TAS: { standard: 'L##LL', older: 'LL#### WLL###', other: 'L###L LL###' },
  ACT: { standard: 'YLL##L', older: 'YLL###', other: 'L####' },
  NT: { standard: 'CL##LL', older: '##### ######', other: 'L#### TL####' },
}

export const stateCodes = Object.keys(statePatterns) as readonly StateCode[]

interface StatePattern {
  readonly state: StateCode
  readonly kind: PatternKind
  readonly pattern: string
  readonly begin: string
}

/** All patterns by their shape, so that a plate is compared with those of its own shape only. */
const patternsByShape = new Map<number, StatePattern[]>()
for (const state of stateCodes) {
  for (const [kind, patterns] of Object.entries(statePatterns[state]) as [PatternKind, string][]) {
    for (const pattern of patterns.split(' ')) {
      const begin = /^[^L#]*/.exec(pattern)?.[0] ?? ''
      const shape = shapeOf(begin + pattern.slice(begin.length).replaceAll('#', '0'))
      const known = patternsByShape.get(shape) ?? []
      patternsByShape.set(shape, [...known, { state, kind, pattern, begin }])
    }
  }
}

/** Where a text has letters and where digits, as a number; 0: it has other characters, or is longer than any pattern. */
function shapeOf(text: string): number {
  if (text.length > 9) return 0
  let shape = 1
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isLetter = code >= 65 && code <= 90
    if (!isLetter && !(code >= 48 && code <= 57)) return 0
    shape = 2 * shape + Number(isLetter)
  }
  return shape
}

const noPatterns: readonly StatePattern[] = []

const patternsOf = (plate: string): readonly StatePattern[] =>
  patternsByShape.get(shapeOf(plate))?.filter(({ begin }) => plate.startsWith(begin)) ?? noPatterns

/** Whether a plate key has a pattern of a state. */
export const fitsState = (plate: string, wanted: StateCode): boolean =>
  patternsOf(plate).some(({ state }) => state === wanted)

/** Whether a plate key has a car's pattern of a state (no motorcycles, trailers or numerals). */
export const fitsCarOfState = (plate: string, wanted: StateCode): boolean =>
  patternsOf(plate).some(({ state, kind }) => state === wanted && kind !== 'other')

/** Whether a plate key has a pattern that a state issues to cars today. */
export const isStandardInAustralia = (plate: string): boolean =>
  patternsOf(plate).some(({ kind }) => kind === 'standard')

/** The states in which a plate key has a pattern. */
export function statesOfPlate(plate: string): readonly StateCode[] {
  const patterns = patternsOf(plate)
  return patterns.length === 0 ? [] : stateCodes.filter((code) => patterns.some(({ state }) => state === code))
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
  ...placeholderWords,
  ...'NEW,UNREG,UNREGISTERED,NOREGO,NOPLATE,NOPLATES,STOCK,DEMO,000000,TRADE,EXPIRED,CANCELLED'.split(','),
])

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

/** Whether a plate key has a pattern of a region. */
export function isOrdinaryPlate(plate: string, region: Region): boolean {
  if (region === 'au') return patternsOf(plate).length > 0
  return fits(region === 'nz' ? newZealandPlates : malaysiaPlates, plate)
}

type Confidence = 'high' | 'medium' | 'low'

/** Patterns that are standard in one state today: good for a suggestion, never for filling a state in. */
const suggestions: Readonly<Record<string, Confidence>> = {
  'S###LLL': 'high',
  '#LLL###': 'high',
  '#LL#LL': 'high',
  '###LL#': 'high',
  '###L#L': 'medium',
  '###LLL': 'medium',
  'L##LL': 'medium',
  'LL##LL': 'medium',
  'LLL##L': 'medium',
  'YLL##L': 'low',
  'CL##LL': 'low',
}

/**
 * The state in which the plate's pattern is standard today, as a suggestion; null when several or none. A pattern with certain first
 * characters (YAA00A) says more than one without, and is only of low confidence where both fit.
 */
export function suggestState(plate: string): { readonly state: StateCode; readonly confidence: Confidence } | null {
  const found = patternsOf(plateKey(plate)).filter(({ pattern }) => pattern in suggestions)
  const likely = found.find(({ begin }) => begin !== '') ?? found[0]
  const confidence = likely && suggestions[likely.pattern]
  return likely && confidence ? { state: likely.state, confidence } : null
}
