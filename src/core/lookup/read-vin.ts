import type { Region } from '../../contract/region.ts'
import { plateKey } from '../fields/plate-rules.ts'
import { checkVin, isVinCheckDigitRight } from '../fields/vin.ts'
import { interpretText } from './lookup-text.ts'
import { isWord, namesMake } from './model-names.ts'

/** A VIN in a text. `value` has 17 characters, unless `blocked` says that it has too few or too many. */
export interface VinReading {
  readonly value: string
  readonly reason: string
  readonly warning: string | null
  readonly blocked: string | null
  readonly suggestion: string | null
}

const vinLength = 17
/** One or two characters lost or doubled; a text further from 17 is a VIN only when it says so. */
const nearestLengths: ReadonlySet<number> = new Set([15, 16, 18, 19])

/** "VIN: ", "VIN no. ", "chassis number ", anywhere in the text. */
const label =
  /(?:^|[^A-Z0-9])(?:VIN|CHASSIS|FRAME)(?:[\s.]*(?:NO|NUM|NUMBER|NR|CODE)(?![A-Z]))?(?:\s*[.:#=*-]+\s*|\s+)(.+)$/
/** After a label, fewer characters are a word or a model ("chassis 79 series"). */
const shortestLabelled = 8

/**
 * The VIN in a text: the whole text in any grouping, a piece of it among words, or what follows a label. A text that was meant as a VIN and
 * has another length than 17 is read too, and blocked. Null for other texts.
 */
export function readVin(text: string, region: Region): VinReading | null {
  const upper = text.toUpperCase().replaceAll(/\bV\.I\.N\b/g, 'VIN')
  const labelled = label.exec(upper)?.[1]
  const key = labelled === undefined ? unlabelledKey(upper) : (labelledKey(labelled) ?? unlabelledKey(upper))
  if (key === null) return null
  const { value, issues } = checkVin(key, { region })
  if (value === '') return wrongLength(key)
  const letter = issues.find(({ rule }) => rule === 'vin.letter')
  const none = { blocked: null, suggestion: null }
  if (letter && letter.proposal !== null) {
    const warning = interpretText.vinLetters(value, letter.proposal)
    return { value: letter.proposal, reason: interpretText.vin, warning, ...none }
  }
  const warning = issues.find(({ severity }) => severity === 'warning')?.message ?? null
  const note = issues.find(({ severity }) => severity === 'info')?.message
  return { value, reason: note ? `${interpretText.vin} ${note}` : interpretText.vin, warning, ...none }
}

/** As many pieces as make a VIN, else all of them up to the first word. */
function labelledKey(text: string): string | null {
  const pieces = text.split(/\s+/)
  for (let end = 1; end <= pieces.length; end += 1) {
    const key = plateKey(pieces.slice(0, end).join(''))
    if (key.length === vinLength && (end === 1 || isVinLike(key))) return key
  }
  const firstWord = pieces.findIndex(isWord)
  const key = plateKey(pieces.slice(0, firstWord < 0 ? pieces.length : firstWord).join(''))
  return key.length >= shortestLabelled ? key : null
}

function unlabelledKey(text: string): string | null {
  const pieces = text.split(/\s+/).filter(Boolean)
  const keys = pieces.map(plateKey)
  const whole = keys.join('')
  if (keys.length === 1) return isWholeVin(whole) ? whole : null
  const among = keys.find((key) => key.length === vinLength && isVinLike(key))
  if (among !== undefined) return among
  const isGrouped = !pieces.some(isWord) && !/^(?:19|20)\d\d$/.test(keys.at(-1) ?? '')
  if (isGrouped && isVinLike(whole) && (whole.length === vinLength || nearestLengths.has(whole.length))) return whole
  return keys.find((key) => nearestLengths.has(key.length) && isVinLike(key)) ?? null
}

/** One piece of 17 characters needs no more evidence than a digit; 20 are a VIN with its label attached. */
function isWholeVin(key: string): boolean {
  if (namesMake(key)) return false
  if (key.length === vinLength || /^VIN.{17}$/.test(key)) return /\d/.test(key)
  return nearestLengths.has(key.length) && isVinLike(key)
}

/** The last four characters of a VIN are digits (ISO 3779), and few have less than five in all. Typed O and I are digits here. */
function isVinLike(key: string): boolean {
  return /[\dOI]{4}$/.test(key) && /[A-Z]/.test(key) && key.replaceAll(/\D/g, '').length >= 5 && !namesMake(key)
}

function wrongLength(key: string): VinReading {
  const suggestion = withoutDoubledCharacter(key)
  return {
    value: key,
    reason: interpretText.vinLength(key.length),
    warning: null,
    blocked: key.length < vinLength ? interpretText.vinTooShort(key.length) : interpretText.vinTooLong(key.length),
    suggestion,
  }
}

/** The only VIN that is left when one of two equal neighbours is removed; null where there is none, or more than one. */
function withoutDoubledCharacter(key: string): string | null {
  if (key.length !== vinLength + 1) return null
  const shorter = new Set<string>()
  for (let at = 1; at < key.length; at += 1) {
    if (key[at] === key[at - 1]) shorter.add(key.slice(0, at) + key.slice(at + 1))
  }
  const right = [...shorter].filter(isVinCheckDigitRight)
  const [only, another] = right.length > 0 ? right : [...shorter]
  return another === undefined ? (only ?? null) : null
}
