import { whyUnavailable } from '../../contract/availability.ts'
import { testPlates, type Interpretation, type LookupKind } from '../../contract/lookup.ts'
import type { Region, StateCode } from '../../contract/region.ts'
import { regionNames } from '../../contract/region-names.ts'
import { isScientific, plainText, isPlaceholder } from '../fields/cell-text.ts'
import { splitPlateAndState } from '../fields/plate-and-state.ts'
import { plateKey, suggestState } from '../fields/plate-rules.ts'
import { checkPlate } from '../fields/plate.ts'
import {
  fits,
  malaysiaPlates,
  newZealandPlates,
  plateLength,
  platePlaceholders,
  statesOfPlate,
} from '../fields/plate-rules.ts'
import { checkVin } from '../fields/vin.ts'
import { interpretText } from './lookup-text.ts'
import { makeNames, modelNames } from './model-names.ts'

/** Shorter personalised plates are rarer than model names. */
const shortestUnusualPlate = 5
const labels = /^(?:REGO|REGISTRATION|REG|PLATE|NUMBER PLATE)(?: ?(?:NO|NUMBER))?\.?(?:\s*[:#]\s*|\s+)(?=.*\d)/i
const vinLabel = /^(?:VIN|CHASSIS)(?: ?(?:NO|NUMBER|#))?[ .:#-]+/i

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
    more: Partial<Pick<Interpretation, 'state' | 'warning'>> = {},
  ): Interpretation => ({
    kind,
    query,
    reason,
    state: more.state ?? null,
    warning: more.warning ?? null,
    others: othersOf(text, region).filter((other) => other !== kind),
  })

  if (text === '') return answer('text', '', interpretText.empty)
  const test = testPlateOf(text)
  if (test) return answer('plate', test.plate, interpretText.testPlate(test.shows))
  const vin = vinOf(text, region)
  if (vin) return answer('vin', vin.value, vin.reason, { warning: whyUnavailable('vin-search', region) ?? vin.warning })
  const plate = plateOf(text.replace(labels, ''), region, labels.test(text))
  if (plate) return answer('plate', plate.key, plate.reason, { state: plate.state, warning: plate.warning })
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

interface VinReading {
  readonly value: string
  readonly reason: string
  readonly warning: string | null
}

/** 17 letters and digits are a VIN, unless they are several words of which one has four letters or more. */
function vinOf(text: string, region: Region): VinReading | null {
  const bare = text.replace(vinLabel, '')
  const key = plateKey(bare)
  if (key.length < 17 || key.length > 20) return null
  const words = bare.split(/\s+/)
  if (words.length > 1 && words.some((word) => /^[a-z]{4,}$/i.test(word) || makeNames.has(word.toUpperCase())))
    return null
  const { value, issues } = checkVin(key, { region })
  if (value === '' || !/\d/.test(value)) return null
  const letter = issues.find(({ rule }) => rule === 'vin.letter')
  if (letter && letter.proposal !== null) {
    const warning = interpretText.vinLetters(value, letter.proposal)
    return { value: letter.proposal, reason: interpretText.vin, warning }
  }
  const warning = issues.find(({ severity }) => severity === 'warning')?.message ?? null
  const note = issues.find(({ severity }) => severity === 'info')?.message
  return { value, reason: note ? `${interpretText.vin} ${note}` : interpretText.vin, warning }
}

interface PlateReading {
  readonly key: string
  readonly reason: string
  readonly state: StateCode | null
  readonly warning: string | null
}

function plateOf(text: string, region: Region, isLabelled: boolean): PlateReading | null {
  if (isPlaceholder(text)) return null
  const split = region === 'au' ? splitPlateAndState(text) : null
  const key = split && split.plate !== '' ? split.plate : plateKey(text)
  const { min, max } = plateLength[region]
  if (key.length < min || key.length > max || platePlaceholders.has(key)) return null
  const reading = (reason: string): PlateReading => {
    const state = region === 'au' ? (split?.state ?? onlyState(key)) : null
    return { key, reason, state, warning: warningOf(key, region, state) }
  }
  if (isLabelled) return reading(interpretText.labelled)
  if (split?.state) return reading(interpretText.stateGiven(split.state))
  if (!/\d/.test(key)) return null
  const pieces = text.toUpperCase().split(/\s+/).filter(Boolean)
  if (isYear(key) || modelNames.has(key) || namesMakeOrModel(pieces, key)) return null
  const pattern = plateReason(key, region)
  if (pattern !== null && !(pieces.length > 3)) return reading(pattern)
  if (pieces.length > 1 || !/[A-Z]/.test(key) || key.length < shortestUnusualPlate) return null
  return reading(interpretText.personalised)
}

const isYear = (key: string): boolean => /^(?:19[5-9]|20[0-4])\d$/.test(key)

/** "MAZDA 3", "BMW 320", "HILUX 2019", "MAZDA3": a make or a word of four letters or more among the pieces. */
function namesMakeOrModel(pieces: readonly string[], key: string): boolean {
  if (pieces.length > 1 && pieces.some((piece) => /^[A-Z]{4,}$/.test(piece) || makeNames.has(plateKey(piece))))
    return true
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

/** The warning that a spreadsheet import would give, except about damage by Excel: typed text has none. */
function warningOf(key: string, region: Region, state: StateCode | null): string | null {
  if (isScientific(key)) return null
  const { issues } = checkPlate(key, region, state)
  return issues.find(({ severity }) => severity === 'warning')?.message ?? null
}
