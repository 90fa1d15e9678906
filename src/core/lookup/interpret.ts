import { whyUnavailable } from '../../contract/availability.ts'
import type { Interpretation, LookupKind } from '../../contract/lookup.ts'
import { testPlates } from '../../contract/test-plates.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import { regionNames } from '../../contract/region-names.ts'
import { isScientific, plainText, isPlaceholder } from '../fields/cell-text.ts'
import { splitPlateAndState } from '../fields/plate-and-state.ts'
import {
  fits,
  malaysiaPlates,
  newZealandPlates,
  plateKey,
  plateLength,
  platePlaceholders,
  statesOfPlate,
  suggestState,
} from '../fields/plate-rules.ts'
import { checkPlate } from '../fields/plate.ts'
import { cellMessages } from '../fields/cell-messages.ts'
import { otherLetters } from '../fields/latin-letters.ts'
import { interpretText } from './lookup-text.ts'
import { isWord, makeNames, modelNames } from './model-names.ts'
import { readVin, type VinReading } from './read-vin.ts'

/** Shorter personalised plates are rarer than model names. */
const shortestUnusualPlate = 5
const labelWords =
  '(?:(?:NUMBER|LICEN[CS]E|REGO?|REGISTRATION)[ -]?PLATES?|NUMBERPLATE|REGISTRATION|REGN|REGO|REG|PLATES?)'
const number = '[\\s.]*(?:NO|NUM|NUMBER|NR)(?![A-Z])'
/** "Rego: ", "rego no. ", "number plate - ", anywhere in the text. */
const clearLabel = new RegExp(`(?:^|[^A-Z0-9])${labelWords}(?:${number}[\\s.:#=-]+|\\s*[:#=]\\s*|\\s+-\\s+)(.+)$`, 'i')
/** "Rego " and "reg. " can also begin keywords ("reg cab hilux"). */
const looseLabel = new RegExp(`^${labelWords}[\\s.-]+(.+)$`, 'i')
const stateLabel = /\bSTATE\b\s*[:=-]?\s*/gi

/**
 * Decides whether the text in the box is a plate, a VIN or keywords. Ignores spaces, dots, dashes and case. The state
 * is set only where the plate's pattern or the text itself determines it.
 */
export function interpret(typed: string, region: Region): Interpretation {
  const text = plainText(typed)
  const answer = (
    kind: LookupKind,
    query: string,
    reason: string,
    more: Partial<Pick<PlateReading & VinReading, 'state' | 'states' | 'warning' | 'blocked' | 'suggestion'>> = {},
  ): Interpretation => ({
    kind,
    query,
    reason,
    state: more.state ?? null,
    states: [...(more.states ?? [])],
    warning: more.warning ?? null,
    blocked: more.blocked ?? null,
    suggestion: more.suggestion ?? null,
    others: othersOf(text, region).filter((other) => other !== kind),
  })

  if (text === '') return answer('text', '', interpretText.empty)
  const test = testPlateOf(text)
  if (test) return answer('plate', test.plate, interpretText.testPlate(test.shows))
  const vin = readVin(text, region)
  if (vin) {
    const { value, reason, warning, blocked, suggestion } = vin
    const unavailable = whyUnavailable('vin-search', region)
    return answer('vin', value, reason, { warning: unavailable ?? warning, blocked, suggestion })
  }
  const plate = readPlate(text, region)
  if (plate) {
    const ofPlate = text.split(/\s+/).filter((piece) => plate.key.includes(plateKey(piece)))
    const letters = otherLetters(ofPlate.join(' '))
    const warning = letters.length > 0 ? cellMessages.plate.otherLetter(letters, plate.key) : plate.warning
    return answer('plate', plate.key, plate.reason, { ...plate, warning })
  }
  return answer('text', text.replaceAll(/\s+/g, ' '), interpretText.keywords)
}

/** The test plate that was typed, in any form; null for other texts. */
export function testPlateOf(text: string): (typeof testPlates)[number] | null {
  const key = plateKey(text)
  return testPlates.find(({ plate }) => plate === key) ?? null
}

function othersOf(text: string, region: Region): LookupKind[] {
  const key = plateKey(text)
  const { min, max } = plateLength[region]
  const others: LookupKind[] = []
  if (key.length >= min && key.length <= max) others.push('plate')
  if (key.length === 17 && whyUnavailable('vin-search', region) === null) others.push('vin')
  if (text !== '') others.push('text')
  return others
}

interface PlateReading {
  readonly key: string
  readonly reason: string
  readonly state: StateCode | null
  readonly states: readonly StateCode[]
  readonly warning: string | null
}

function readPlate(text: string, region: Region): PlateReading | null {
  const clearly = clearLabel.exec(text)?.[1]
  const labelled = clearly === undefined ? null : labelledPlate(clearly.replaceAll(stateLabel, ' '), region)
  if (labelled) return labelled
  const loosely = looseLabel.exec(text)?.[1]
  const isPlate = loosely !== undefined && /\d/.test(loosely) && !namesCar(loosely, region)
  return (isPlate ? labelledPlate(loosely, region) : null) ?? unlabelledPlate(text, region)
}

/** A year or a make or model, as in "reg cab Hilux 2019"; not the letters of an ordinary plate, as in "rego BMW 000". */
function namesCar(text: string, region: Region): boolean {
  const pieces = text.split(/\s+/)
  return pieces.some(isYear) || (pieces.some(isWord) && plateReason(plateKey(text), region) === null)
}

/** What follows a label: a plate with its state, or the pieces before the first word. */
function labelledPlate(text: string, region: Region): PlateReading | null {
  const pieces = text.trim().split(/\s+/)
  const end = pieces.findIndex((piece, at) => at > 0 && (isWord(piece) || isYear(piece)))
  for (const part of [text, pieces.slice(0, end < 0 ? pieces.length : end).join(' '), pieces[0] ?? '']) {
    const { plate, state } = splitPlate(part, region)
    const isPlate = isPlateLength(plate, region) && !isPlaceholder(part) && !platePlaceholders.has(plate)
    const hasWord = state === null && part.split(/\s+/).some((piece, at) => at > 0 && isWord(piece))
    if (isPlate && !hasWord) return plateReading(plate, interpretText.labelled, region, state)
  }
  return null
}

function unlabelledPlate(text: string, region: Region): PlateReading | null {
  if (isPlaceholder(text)) return null
  const { plate, state } = splitPlate(text, region)
  if (!isPlateLength(plate, region) || platePlaceholders.has(plate)) return null
  if (state) return plateReading(plate, interpretText.stateGiven(state), region, state)
  if (!/\d/.test(plate)) return null
  const pieces = text.toUpperCase().split(/\s+/).filter(Boolean)
  if (isYear(plate) || modelNames.has(plate) || namesMakeOrModel(pieces, plate)) return null
  const pattern = plateReason(plate, region)
  if (pattern !== null && !(pieces.length > 3)) return plateReading(plate, pattern, region, null)
  if (pieces.length > 1 || !/[A-Z]/.test(plate) || plate.length < shortestUnusualPlate) return null
  return plateReading(plate, interpretText.personalised, region, null)
}

function splitPlate(text: string, region: Region): { readonly plate: string; readonly state: StateCode | null } {
  const split = region === 'au' ? splitPlateAndState(text) : null
  return split && split.plate !== '' ? split : { plate: plateKey(text), state: null }
}

function isPlateLength(plate: string, region: Region): boolean {
  const { min, max } = plateLength[region]
  return plate.length >= min && plate.length <= max
}

function plateReading(key: string, reason: string, region: Region, given: StateCode | null): PlateReading {
  const states = region === 'au' ? statesOfPlate(key) : []
  const state = region === 'au' ? (given ?? onlyState(key)) : null
  return { key, reason, state, states, warning: warningOf(key, region) }
}

const isYear = (key: string): boolean => /^(?:19[5-9]|20[0-4])\d$/.test(key)

/** "MAZDA 3", "BMW 320", "HILUX 2019", "MAZDA3": a word among the pieces, or a make at the beginning. */
function namesMakeOrModel(pieces: readonly string[], key: string): boolean {
  if (pieces.length > 1 && pieces.some(isWord)) return true
  const letters = /^[A-Z]{4,}/.exec(key)?.[0]
  return letters !== undefined && makeNames.has(letters)
}

/** The only state that issues plates of this pattern today; null where several do. */
function onlyState(key: string): StateCode | null {
  const suggested = suggestState(key)
  return suggested?.confidence === 'high' ? suggested.state : null
}

function onlyStateOrAll(key: string, states: readonly StateCode[]): readonly StateCode[] {
  const only = onlyState(key)
  return only === null ? states : [only]
}

function plateReason(key: string, region: Region): string | null {
  switch (region) {
    case 'au': {
      const states = statesOfPlate(key)
      if (states.length === 0) return null
      const issuers = new Intl.ListFormat('en-AU', { type: 'disjunction' })
      return interpretText.looksLike(issuers.format(onlyStateOrAll(key, states)))
    }
    case 'nz':
      return fits(newZealandPlates, key) ? interpretText.looksLike(regionNames.nz) : null
    case 'my':
      return fits(malaysiaPlates, key) ? interpretText.looksLike(regionNames.my) : null
  }
}

/**
 * The warning that a spreadsheet import would give, except about damage by Excel, which typed text does not have. The
 * state is compared where the user selects it (`states`).
 */
function warningOf(key: string, region: Region): string | null {
  if (isScientific(key)) return null
  const { issues } = checkPlate(key, region, null)
  return issues.find(({ severity }) => severity === 'warning')?.message ?? null
}
