import { serviceWords, type AnswerBody } from './answer-body.ts'
import type { RefusedRecord } from './service-client.ts'

/** "customers[50]", "customers.50", "/customers/50": counted from 0. */
const path = /\b(?:customers?|records?|rows?|items?)(?:\[(\d{1,6})\]|[./](\d{1,6})\b)[./]?/giu
/** "at index 50": counted from 0. */
const byIndex = /\bindex\s*[:#=]?\s*(\d{1,6})\b/giu
/** "row 51", "record #51": counted from 1. "Maximum 50 customers" and "rows: 50" name none. */
const byNumber = /\b(?:row|record|customer|item|entry|element|line)\s*(?:no\.?|number)?\s*[:#=]?\s*(\d{1,6})\b/giu

const indexField = /(?:index|idx)$/
const numberField = /^(?:row|record|item|entry|line|position)(?:no|nr|number)?$/
const listNames: ReadonlySet<string> = new Set(['customers', 'records', 'rows', 'items'])

interface Found {
  readonly index: number
  /** The part of the body that says why; undefined: none so far. */
  readonly words?: unknown
  /** Where in the record, as the name of a field says it; '': not said there. */
  readonly place?: string
}

/**
 * The records of an uploaded list that a refusal names, in their order. The interface shows no body of errors (part 7), so the usual ones
 * are read: a path or a number in a sentence, an object with an index or a row, a map from paths to errors, and a list beside the records.
 * Whether a number counts from 0 or 1 is a guess where the body doesn't show it.
 */
export function refusedRecords(body: AnswerBody, clean: (text: string) => string): RefusedRecord[] {
  const found = body.kind === 'json' ? recordsIn(body.value, false, 0) : body.kind === 'text' ? inText(body.text) : []
  const reasons = new Map<number, string | null>()
  for (const { index, words, place = '' } of found) {
    if (reasons.has(index)) continue
    const line = lineOf(words, (text) => clean(text).replaceAll(path, ''))
    reasons.set(index, line !== null && place !== '' ? `${place}: ${line}` : line)
  }
  return [...reasons].map(([index, reason]) => ({ index, reason })).toSorted((one, other) => one.index - other.index)
}

/** In a list, because a map from fields to their errors has words only within a body. */
const lineOf = (words: unknown, clean?: (text: string) => string): string | null =>
  serviceWords({ kind: 'json', value: [words] }, clean).line

function recordsIn(value: unknown, isList: boolean, depth: number): Found[] {
  if (typeof value === 'string') return inText(value)
  if (typeof value !== 'object' || value === null || depth > 6) return []
  if (Array.isArray(value)) {
    return value.flatMap((each: unknown, at) =>
      isList && isErrorOfRecord(each) ? [{ index: at, words: each }] : recordsIn(each, false, depth + 1),
    )
  }
  const nested = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
    const named = inName(name)
    if (named) return [{ ...named, words: each }]
    return isPlace(each) || typeof each !== 'object'
      ? []
      : recordsIn(each, listNames.has(name.toLowerCase()), depth + 1)
  })
  const found: Found[] =
    nested.length > 0 ? nested : Object.entries(value).flatMap(([name, each]) => inField(name, each))
  // The words may be beside the object that names the record.
  return found.map((one) => (one.words !== undefined ? one : { ...one, words: wordsIn(value) }))
}

/** An object with words of its own; undefined: it has none. */
const wordsIn = (value: object): object | undefined =>
  serviceWords({ kind: 'json', value }).line === null ? undefined : value

/** The element of a list beside the records: `{}` stands for a record without an error. */
const isErrorOfRecord = (each: unknown): boolean => typeof each === 'object' && each !== null && lineOf(each) !== null

/** `["body", "customers", 50, "rego"]` */
const isPlace = (value: unknown): value is readonly (string | number)[] =>
  Array.isArray(value) &&
  value.some((part) => typeof part === 'number') &&
  value.every((part) => typeof part === 'number' || typeof part === 'string')

const inText = (text: string): Found[] => indexesIn(text).map((index) => ({ index, words: text }))

function indexesIn(text: string): number[] {
  const fromZero = [...text.matchAll(path), ...text.matchAll(byIndex)].map((match) => Number(match[1] ?? match[2]))
  if (fromZero.length > 0) return fromZero
  return [...text.matchAll(byNumber)].map((match) => fromNumber(Number(match[1])))
}

const fromNumber = (number: number): number => Math.max(0, number - 1)

/** The name of a field that is a path to a record, or its index. */
function inName(name: string): { readonly index: number; readonly place: string } | null {
  if (/^\d{1,6}$/.test(name)) return { index: Number(name), place: '' }
  const [match] = name.matchAll(path)
  return match ? { index: Number(match[1] ?? match[2]), place: name.slice(match.index + match[0].length) } : null
}

function inField(name: string, value: unknown): Found[] {
  const text = isPlace(value) ? value.join('.') : value
  if (typeof text !== 'string' && typeof text !== 'number') return []
  if (!/^\d{1,6}$/.test(String(text))) return indexesIn(String(text)).map((index) => ({ index }))
  const plain = name.toLowerCase().replaceAll(/[_-]/g, '')
  if (indexField.test(plain)) return [{ index: Number(text) }]
  return numberField.test(plain) ? [{ index: fromNumber(Number(text)) }] : []
}
