import { STATUS_CODES } from 'node:http'
import { isDeeperThan } from './json-depth.ts'

/** The body of an answer, by its form. */
export type AnswerBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'html' }
  | { readonly kind: 'empty' }

/** Deeper JSON is no answer, and would exhaust the stack where it is read or saved. */
const deepestLevel = 500

export function readBody(text: string): AnswerBody {
  const trimmed = text.replace(/^\uFEFF/, '').trim()
  if (trimmed === '') return { kind: 'empty' }
  if (trimmed.startsWith('<')) return { kind: 'html' }
  if (!/^[[{"\d-]|^(true|false|null)$/.test(trimmed)) return { kind: 'text', text: trimmed }
  try {
    const value: unknown = JSON.parse(trimmed)
    return isDeeperThan(value, deepestLevel) ? { kind: 'text', text: trimmed } : { kind: 'json', value }
  } catch {
    // Incomplete or invalid JSON is treated as text.
    return { kind: 'text', text: trimmed }
  }
}

type Fields = Readonly<Record<string, unknown>>

/** A flag: some services write true and false as texts. Null: neither. */
function flagOf(value: unknown): boolean | null {
  if (typeof value === 'boolean') return value
  if (typeof value !== 'string') return null
  const text = value.trim().toLowerCase()
  return text === 'true' ? true : text === 'false' ? false : null
}

/** What can stand beside the errors of an answer that has nothing else. */
const besideErrors: ReadonlySet<string> = new Set('errors meta jsonapi links extensions message status code'.split(' '))

/**
 * Whether a body reports a failure, whatever the status: `success: false` or `error: true`, also as texts; a list of
 * errors without data, as in GraphQL and JSON:API.
 */
export function reportsFailure(body: AnswerBody): boolean {
  if (body.kind !== 'json' || typeof body.value !== 'object' || body.value === null) return false
  const { success, error, errors } = body.value as Fields
  if (flagOf(success) === false || flagOf(error) === true) return true
  const hasErrorText = typeof error === 'string' && error !== '' && flagOf(error) === null
  const hasErrors = Array.isArray(errors) && errors.length > 0
  const isAllErrors = Object.entries(body.value).every(([name, value]) => value === null || besideErrors.has(name))
  return flagOf(success) !== true && (hasErrorText || (hasErrors && isAllErrors))
}

/** What a service says about a failure. */
export interface ServiceWords {
  /** Each text of the body by itself. The named errors of the interface are looked for among them. */
  readonly texts: readonly string[]
  /** The texts for the user, on one line of at most 300 characters; null when there is none. */
  readonly line: string | null
}

/**
 * The service's words in the body of an answer. The interface does not show the body's shape (part 7), so the usual ones
 * are read: `message`, `error`, `errors` (a list, or a list per field), NestJS (`message` as a list), RFC 9457 (`title`,
 * `detail`), FastAPI (`detail` as a list with `loc` and `msg`), and plain text. `clean` is applied to each text before it
 * is cut.
 */
export function serviceWords(body: AnswerBody, clean: (text: string) => string = (text) => text): ServiceWords {
  const found = body.kind === 'text' ? { texts: [body.text], titles: [] } : bodyTexts(body)
  const cleaned = (texts: readonly string[]): string[] => [...new Set(texts.map((text) => oneLine(clean(text))))]
  const [texts, titles] = [cleaned(found.texts), cleaned(found.titles)].map((all) => all.filter((text) => text !== ''))
  const shown = [texts ?? [], titles ?? []].map((all) => all.filter((text) => !reasonPhrases.has(text.toLowerCase())))
  const line = (shown.find((all) => all.length > 0) ?? []).join('; ')
  return {
    texts: [...(texts ?? []), ...(titles ?? [])],
    line: line === '' ? null : line.length > 300 ? `${line.slice(0, 299)}…` : line,
  }
}

/** Phrases that repeat the status and say nothing more (RFC 9110, 15). */
const reasonPhrases: ReadonlySet<string> = new Set([
  ...Object.entries(STATUS_CODES).flatMap(([status, phrase]) =>
    Number(status) >= 400 ? (phrase?.toLowerCase() ?? []) : [],
  ),
  // Of the newer RFC, and the type of a problem without one (RFC 9457).
  'content too large',
  'unprocessable content',
  'about:blank',
])

const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029\s]+/gu, ' ').trim()

interface FoundTexts {
  readonly texts: readonly string[]
  /** General headings, shown only when there is nothing else. */
  readonly titles: readonly string[]
}

const textNames = [
  'message',
  'detail',
  'error_description',
  'error_message',
  'error',
  'errors',
  'msg',
  'reason',
  'description',
  'details',
  'fault',
  'faultstring',
]
/** Where an error of a list is: FastAPI, JSON schema validators, RFC 9457. */
const placeNames = ['loc', 'path', 'field', 'param', 'property', 'pointer']
/** Parts of FastAPI's `loc` that only name the part of the request. */
const requestParts: ReadonlySet<unknown> = new Set(['body', 'query', 'path', 'header'])

function bodyTexts(body: AnswerBody): FoundTexts {
  if (body.kind !== 'json') return { texts: [], titles: [] }
  const titles = isFields(body.value) ? collect(byLowerName(body.value).get('title'), 1) : []
  return { texts: collect(body.value, 0), titles }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const byLowerName = (fields: Fields): ReadonlyMap<string, unknown> =>
  new Map(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value]))

function collect(value: unknown, depth: number): string[] {
  if (typeof value === 'string') return value.trim() === '' || flagOf(value) !== null ? [] : [value.trim()]
  if (typeof value !== 'object' || value === null || depth > 4) return []
  if (Array.isArray(value)) return value.flatMap((each) => collect(each, depth + 1))
  const fields = byLowerName(value as Fields)
  const found = textNames.flatMap((name) => collect(fields.get(name), depth + 1))
  if (depth > 0 && found.length > 0) {
    const place = placeNames.map((name) => placeOf(fields.get(name))).find((text) => text !== '') ?? ''
    return place === '' ? found : found.map((text) => `${place}: ${text}`)
  }
  if (found.length > 0 || depth === 0) return found
  // A map from fields to their errors.
  return Object.entries(value).flatMap(([name, each]) => collect(each, depth + 1).map((text) => `${name}: ${text}`))
}

function placeOf(value: unknown): string {
  const parts: unknown[] = Array.isArray(value) ? value : [value]
  return parts
    .filter((part) => (typeof part === 'string' || typeof part === 'number') && !requestParts.has(part))
    .join('.')
}
