import { whyUnavailable } from '../../contract/availability.ts'
import { testPlates, type Interpretation, type LookupKind } from '../../contract/lookup.ts'
import { regionNames, stateNames, type Region, type StateCode } from '../../contract/region.ts'
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
import { makeNames, modelNames } from './model-names.ts'

/** Personalised plates of fewer letters and digits than this are rarer than the names of models. */
const shortestUnusualPlate = 5
const labels = /^(?:REGO|REGISTRATION|REG|PLATE|NUMBER PLATE)(?: ?(?:NO|NUMBER))?\.?(?:\s*[:#]\s*|\s+)(?=.*\d)/i
const vinLabel = /^(?:VIN|CHASSIS)(?: ?(?:NO|NUMBER|#))?[ .:#-]+/i

/**
 * What the text in the box is: a plate, a VIN, or words. Pure. Spaces, dots, dashes and small letters do not matter. The state is given only
 * where the plate's pattern, or the text itself, decides it.
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

  if (text === '') return answer('text', '', 'Type a plate, a VIN, or words such as “Mazda 3 2019”.')
  const test = testPlateOf(text)
  if (test) return answer('plate', test.plate, `A test plate, which shows ${test.shows}.`)
  const vin = vinOf(text, region)
  if (vin) return answer('vin', vin.value, vin.reason, { warning: whyUnavailable('vin-search', region) ?? vin.warning })
  const plate = plateOf(text.replace(labels, ''), region, labels.test(text))
  if (plate) return answer('plate', plate.key, plate.reason, { state: plate.state, warning: plate.warning })
  return answer('text', text.replaceAll(/\s+/g, ' '), 'Taken as words to search for.')
}

/** The test plate that is meant, however it is typed; null when none is. */
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

interface TakenVin {
  readonly value: string
  readonly reason: string
  readonly warning: string | null
}

/** Seventeen letters and digits are a VIN, unless a blank stands between them and a word of four letters or more beside it. */
function vinOf(text: string, region: Region): TakenVin | null {
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
    const warning = `A VIN never has the letters I, O or Q: ${value} is looked up as ${letter.proposal}.`
    return { value: letter.proposal, reason: 'It has the 17 characters of a VIN.', warning }
  }
  const warning = issues.find(({ severity }) => severity === 'warning')?.message ?? null
  const note = issues.find(({ severity }) => severity === 'info')?.message
  return { value, reason: `It has the 17 characters of a VIN.${note ? ` ${note}` : ''}`, warning }
}

interface TakenPlate {
  readonly key: string
  readonly reason: string
  readonly state: StateCode | null
  readonly warning: string | null
}

function plateOf(text: string, region: Region, isLabelled: boolean): TakenPlate | null {
  if (isPlaceholder(text)) return null
  const split = region === 'au' ? splitPlateAndState(text) : null
  const key = split && split.plate !== '' ? split.plate : plateKey(text)
  const { min, max } = plateLength[region]
  if (key.length < min || key.length > max || platePlaceholders.has(key)) return null
  const taken = (reason: string): TakenPlate => {
    const state = region === 'au' ? (split?.state ?? decidedState(key)) : null
    return { key, reason, state, warning: warningOf(key, region, state) }
  }
  if (isLabelled) return taken('You wrote that it is a plate.')
  // A state beside it says that it is a plate, whatever its pattern.
  if (split?.state) return taken(`${split.state} stands beside it, so it is taken as a plate.`)
  if (!/\d/.test(key)) return null
  const pieces = text.toUpperCase().split(/\s+/).filter(Boolean)
  if (isYear(key) || modelNames.has(key) || namesCar(pieces, key)) return null
  const pattern = patternOf(key, region)
  if (pattern !== null && !(pieces.length > 3)) return taken(pattern)
  if (pieces.length > 1 || !/[A-Z]/.test(key) || key.length < shortestUnusualPlate) return null
  return taken('It has letters and digits like a plate; a personalised one may look like anything.')
}

const isYear = (key: string): boolean => /^(?:19[5-9]|20[0-4])\d$/.test(key)

/** "MAZDA 3", "BMW 320", "HILUX 2019", "MAZDA3": a make or a word of four letters or more among the pieces. */
function namesCar(pieces: readonly string[], key: string): boolean {
  if (pieces.length > 1 && pieces.some((piece) => /^[A-Z]{4,}$/.test(piece) || makeNames.has(plateKey(piece))))
    return true
  const letters = /^[A-Z]{4,}/.exec(key)?.[0]
  return letters !== undefined && makeNames.has(letters)
}

/** The state in which alone the pattern is issued today; the table of patterns marks which decide. */
function decidedState(key: string): StateCode | null {
  const suggested = suggestState(key)
  return suggested?.confidence === 'high' ? suggested.state : null
}

function patternOf(key: string, region: Region): string | null {
  switch (region) {
    case 'au': {
      const states = statesOfPlate(key)
      if (states.length === 0) return null
      const decided = decidedState(key)
      if (decided) return `It has the pattern of a ${stateNames[decided]} plate.`
      if (states.length === 1 && states[0])
        return `It has the pattern of a plate, as ${stateNames[states[0]]} issues them.`
      return `It has the pattern of a plate; ${states.slice(0, -1).join(', ')} and ${states.at(-1)} have such plates.`
    }
    case 'nz':
      return fits(newZealandPlates, key) ? `It has the pattern of a ${regionNames.nz} plate.` : null
    case 'my':
      return fits(malaysiaPlates, key) ? `It has the pattern of a ${regionNames.my} plate.` : null
  }
}

/** What the rules of the import would have looked at; the damage that Excel does is not done to what is typed here. */
function warningOf(key: string, region: Region, state: StateCode | null): string | null {
  if (isScientific(key)) return null
  const { issues } = checkPlate(key, region, state)
  return issues.find(({ severity }) => severity === 'warning')?.message ?? null
}
