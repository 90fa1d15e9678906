import type { Vehicle } from '../../contract/lookup.ts'
import { wordsOfName } from '../details/field-label.ts'
import { amountOf } from '../details/value-text.ts'
import { lowConfidenceWords } from '../service/assumptions.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { fieldOf, hasBareName } from '../service/record-fields.ts'
import { asLine, recordOf, textOf } from './fields.ts'

/**
 * How sure a match is. The interface (part 2) mentions the confidence score without its name, and part 4 a warning
 * without its form. So both are read in the vehicle, beside it, and once more within a record about the match.
 */

type Confidence = NonNullable<Vehicle['confidence']>

const confidenceNames = [
  'confidence',
  'confidence_score',
  'match_confidence',
  'match_quality',
  'quality',
  'score',
  'match_score',
  'confidence_level',
  'match_level',
] as const
/** Records about the match. */
const matchRecordNames = [...confidenceNames, 'match', 'match_info', 'match_result', 'match_details'] as const
const metaNames = ['meta', 'metadata', 'lookup', 'search', 'result', 'response', 'status', 'info'] as const
const valueNames = [...confidenceNames, 'level', 'value', 'rating', 'percent', 'percentage', 'grade'] as const

const isScalar = (value: unknown): boolean => (typeof value === 'string' && value !== '') || typeof value === 'number'

/** The confidence of a record as received: in itself, or once within a record about the match. */
export function confidenceIn(record: RawRecord): unknown {
  const own = fieldOf(record, confidenceNames, isScalar)
  if (own) return own.value
  for (const name of [...matchRecordNames, ...metaNames]) {
    const inner = recordOf(record, [name])
    const isAboutMatch = matchRecordNames.some((each) => each === name)
    const found = inner && fieldOf(inner, isAboutMatch ? valueNames : confidenceNames, isScalar)
    if (found) return found.value
  }
  return null
}

/** What the numbers of a list are. `unknown`: neither fractions nor percentages. */
export type ConfidenceScale = 'fraction' | 'percent' | 'unknown'

const percentIn = (value: unknown): number | null => {
  const percent = typeof value === 'string' ? /^\s*(\d+(?:\.\d+)?)\s*%\s*$/.exec(value)?.[1] : undefined
  return percent === undefined ? null : Number(percent)
}

/** The scale belongs to the list: beside 97 and 54, a 1 is one per cent. */
export function scaleOf(values: readonly unknown[]): ConfidenceScale {
  const amounts = values.flatMap((value) => amountOf(value) ?? [])
  if (amounts.some((amount) => amount > 100)) return 'unknown'
  const isPercent = amounts.some((amount) => amount > 1) || values.some((value) => percentIn(value) !== null)
  return isPercent ? 'percent' : 'fraction'
}

/** A fraction, or a word (design, part 10: a number in a search, "standard" for a plate); null for no confidence. */
export function readConfidence(value: unknown, scale: ConfidenceScale): Confidence | null {
  if (!isScalar(value)) return null
  const percent = percentIn(value)
  const amount = percent ?? amountOf(value)
  if (amount === null) {
    const words = asLine(value)
    return words === '' ? null : { part: null, words }
  }
  const part = percent === null && scale === 'fraction' ? amount : amount / 100
  if (part < 0 || part > 1 || (percent === null && scale === 'unknown')) return { part: null, words: String(amount) }
  const shown = part * 100
  return { part, words: `${shown > 0 && shown < 1 ? Number(shown.toPrecision(1)) : Math.round(shown)}%` }
}

/** What a part of an answer says about its match. */
export interface MatchSigns {
  readonly isLow: boolean
  /** The service's own sentences about it. */
  readonly warnings: readonly string[]
}

/** The words of which a name about the match is made: other names are about the car, such as a lane warning. */
const aboutWords: ReadonlySet<string> = new Set(
  'match matched matching quality confidence certainty accuracy'.split(' '),
)
const warningWords: ReadonlySet<string> = new Set('warning warnings alert alerts caution notice notices'.split(' '))
const lowWords: ReadonlySet<string> = new Set('low poor weak partial uncertain'.split(' '))
const otherWords: ReadonlySet<string> = new Set(
  'is has high level score rating grade vehicle lookup result message messages text code flag status type reason value'.split(
    ' ',
  ),
)
const stateWords: ReadonlySet<string> = new Set('status result outcome level severity type code flag'.split(' '))
const messageWords: ReadonlySet<string> = new Set(
  'message messages note notes comment comments detail details status code flag flags reason info'.split(' '),
)

const knownWords = [aboutWords, warningWords, lowWords, otherWords]

const isOn = (value: unknown): boolean =>
  value === true || value === 1 || (typeof value === 'string' && /^\s*(true|yes|y|1)\s*$/i.test(value))
const isOff = (value: unknown): boolean =>
  value === false || value === 0 || (typeof value === 'string' && /^\s*(false|no|n|0)\s*$/i.test(value))

/**
 * Looks for a low match in a vehicle, or in what stands beside it. `isVehicle`: most of its fields are about the car, so
 * only messages are read and only records about the match are opened.
 */
export function matchSigns(place: RawRecord, isVehicle: boolean): MatchSigns {
  const warnings: string[] = []
  let isLow = false
  const visit = (record: RawRecord, within: 'answer' | 'match' | 'other', depth: number): void => {
    for (const [name, value] of Object.entries(record)) {
      const words = wordsOfName(name)
      const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word))
      const isKnown = words.every((word) => knownWords.some((set) => set.has(word)))
      const isAbout = within === 'match' || (isKnown && has(aboutWords))
      if (isKnown && has(warningWords) && within !== 'other') {
        const said = readTexts(value).filter((text) => !saysNothing(text))
        warnings.push(...said.filter((text) => !isOn(text)))
        isLow ||= said.length > 0 || isOn(value)
        continue
      }
      const isLowFlag =
        isAbout && isKnown && ((has(lowWords) && isOn(value)) || (words.includes('high') && isOff(value)))
      const isLowWord = isScalar(value) && lowConfidenceWords.has(normalised(String(value)))
      const isWarning =
        !isVehicle &&
        within !== 'other' &&
        words.every((word) => stateWords.has(word)) &&
        /^warn(ing)?$/i.test(String(value))
      const isMessage = !isVehicle || isAbout || has(messageWords)
      const low = isMessage ? readTexts(value).filter(saysLowMatch) : []
      isLow ||= isLowFlag || (isAbout && isLowWord) || isWarning || low.length > 0
      // A word or a code is no sentence.
      warnings.push(...low.filter((text) => text.includes(' ')))
      const isMeta = hasBareName(name, metaNames)
      if (isRecord(value) && depth < 2 && (isAbout || isMeta || !isVehicle)) {
        visit(value, isAbout ? 'match' : isMeta ? 'answer' : 'other', depth + 1)
      }
    }
  }
  visit(place, 'answer', 0)
  return { isLow, warnings: [...new Set(warnings)] }
}

const deepestText = 4

/** The sentences of a value in any shape. */
function readTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return asLine(value) === '' ? [] : [asLine(value)]
  if (typeof value !== 'object' || value === null || depth > deepestText) return []
  if (Array.isArray(value)) return value.flatMap((each) => readTexts(each, depth + 1))
  if (!isRecord(value)) return []
  const text = textOf(value, ['message', 'text', 'description', 'title', 'detail', 'warning', 'code'])
  if (text !== null) return [text]
  return Object.entries(value).flatMap(([name, each]) =>
    each === true ? [asLine(name).replaceAll('_', ' ')] : readTexts(each, depth + 1),
  )
}

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[\s_-]+/g, ' ')
    .trim()

const nothing =
  /^(?:none|no|nil|n\/?a|false|ok|okay|0|null|success|no (?:\w+ )?(?:warning|alert|notice|issue|problem|concern)s?(?: \w+)?)?[.!]?$/
const saysNothing = (text: string): boolean => nothing.test(normalised(text))

const low = '(?:low|lower|poor|weak|bad|partial|uncertain|doubtful|inexact|approximate|questionable|unreliable)'
const about = '(?:match|matches|quality|confidence|certainty|accuracy)'
const lowMatch: readonly RegExp[] = [
  new RegExp(`(?<!\\b(?:no|not|without|never|any|not an?) )\\b${low} (?:(?:overall|vehicle|catalogue) )?${about}\\b`),
  new RegExp(
    `\\b${about}(?: (?:quality|confidence|level|score|rating))?(?: (?:is|was|may be|might be|could be))?(?: (?:very|too|quite|only))? ${low}\\b`,
  ),
  /\bnot (?:an? |the )?(?:exact|full|certain|confident|perfect|high quality|high confidence) match\b/,
  /\bmatch (?:is|was) (?:not|un)\s?(?:exact|certain|confident|reliable)\b/,
  /\bmatch(?:ed vehicle)? (?:may|might|could) (?:not be|be (?:an? )?(?:inaccurate|incorrect|wrong|different|another))\b/,
]

/** Whether a sentence or code of the service says that the match is low: "LOW_MATCH_QUALITY", "Match quality: low". */
function saysLowMatch(text: string): boolean {
  return text.split(/[.;!?\n]/).some((sentence) => {
    const plain = normalised(sentence.replaceAll(/[^\p{L}\p{N}\s_-]+/gu, ' '))
    return lowMatch.some((pattern) => pattern.test(plain))
  })
}
