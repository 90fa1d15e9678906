import type { Failure } from '../../contract/result.ts'

/** What stands on the screen in place of a secret; an endpoint that holds it is never saved. */
export const dots = '••••••'

/** A part of a path that nobody types: long, and of letters and digits mixed, as tokens are and words are not. */
const isTokenLike = (segment: string): boolean => segment.length >= 16 && /\d/.test(segment) && /[a-z]/i.test(segment)

interface Parameter {
  readonly name: string
  /** Null: the parameter is a name alone, which may be the token itself. */
  readonly value: string | null
}

function parametersOf(url: URL): readonly Parameter[] {
  const pieces = url.search.slice(1).split('&')
  return pieces
    .filter((piece) => piece !== '')
    .map((piece) => {
      const at = piece.indexOf('=')
      return at < 0 ? { name: piece, value: null } : { name: piece.slice(0, at), value: piece.slice(at + 1) }
    })
}

const segmentsOf = (url: URL): readonly string[] => url.pathname.split('/')

/**
 * An endpoint as it may be shown: the values of its parameters, a user name and password, a fragment, and parts of its path that
 * look like a token are dots (interface, part 2: an endpoint may carry parameters for token-based authentication).
 */
export function maskEndpoint(endpoint: string): string {
  const url = URL.parse(endpoint)
  if (!url) return dots
  const user = url.username || url.password ? `${dots}@` : ''
  const path = segmentsOf(url)
    .map((segment) => (isTokenLike(segment) ? dots : segment))
    .join('/')
  const parameters = parametersOf(url).map(({ name, value }) =>
    value === null ? dots : value === '' ? `${name}=` : `${name}=${dots}`,
  )
  const search = parameters.length > 0 ? `?${parameters.join('&')}` : ''
  return `${url.protocol}//${user}${url.host}${path}${search}${url.hash ? `#${dots}` : ''}`
}

/** What of an endpoint is not for every eye, as it stands in it and decoded. An endpoint that is no address is a secret as a whole. */
export function secretsIn(endpoint: string): readonly string[] {
  const url = URL.parse(endpoint)
  if (!url) return [endpoint]
  const raw = [
    url.username,
    url.password,
    url.hash.slice(1),
    ...segmentsOf(url).filter(isTokenLike),
    ...parametersOf(url).map(({ name, value }) => value ?? name),
  ]
  return [...new Set(raw.flatMap((text) => [text, decoded(text)]))].filter((text) => text !== '')
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    // A lone % is no escape: then the text is what it is.
    return text
  }
}

/** Shorter ones are words as likely as secrets: taking "au" out would break every sentence. */
const shortestSecret = 6

/** A failure whose words quote none of these endpoints: a service may repeat in its refusal what it was sent. */
export function withoutEndpoints(failure: Failure, endpoints: readonly string[]): Failure {
  const whole = endpoints
    .filter((endpoint) => endpoint !== '')
    .map((each): [string, string] => [each, maskEndpoint(each)])
  const parts = endpoints
    .flatMap(secretsIn)
    .filter((secret) => secret.length >= shortestSecret)
    .map((secret): [string, string] => [secret, dots])
  const replacements = [...whole, ...parts].toSorted(([a], [b]) => b.length - a.length)
  const clean = (text: string): string => replacements.reduce((words, [from, to]) => words.replaceAll(from, to), text)
  return {
    ...failure,
    message: clean(failure.message),
    ...(failure.kept === undefined ? {} : { kept: clean(failure.kept) }),
    ...(failure.next === undefined ? {} : { next: clean(failure.next) }),
  }
}
