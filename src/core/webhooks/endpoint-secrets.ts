import type { Failure } from '../../contract/result.ts'

/** Shown instead of a secret. An endpoint that contains it is never saved. */
export const dots = '••••••'

/** Whether a part of a path looks like a token: long, with both letters and digits. */
const isTokenLike = (segment: string): boolean => segment.length >= 16 && /\d/.test(segment) && /[a-z]/i.test(segment)

interface Parameter {
  readonly name: string
  /** Null: the parameter is only a name, which may be the token itself. */
  readonly value: string | null
}

function parametersOf(url: URL): readonly Parameter[] {
  const parts = url.search.slice(1).split('&')
  return parts
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.indexOf('=')
      return at < 0 ? { name: part, value: null } : { name: part.slice(0, at), value: part.slice(at + 1) }
    })
}

const segmentsOf = (url: URL): readonly string[] => url.pathname.split('/')

/**
 * An endpoint as it may be shown: the values of its parameters, a user name and password, a fragment, and parts of
 * its path that look like a token are dots (interface, part 2: an endpoint may have parameters for token-based
 * authentication).
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

/**
 * The secrets in an endpoint, as written and decoded. An endpoint that is not a valid address is a secret as a whole.
 */
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
    // A single % is not an escape: the text is used as it is.
    return text
  }
}

/** Shorter secrets are not removed from messages: they are likely to be words, such as "au". */
const shortestSecret = 6

/** Removes endpoints and their secrets from a failure: a service may quote them in its error message. */
export function withoutEndpoints(failure: Failure, endpoints: readonly string[]): Failure {
  const whole = endpoints
    .filter((endpoint) => endpoint !== '')
    .map((each): [string, string] => [each, maskEndpoint(each)])
  const parts = endpoints
    .flatMap(secretsIn)
    .filter((secret) => secret.length >= shortestSecret)
    .map((secret): [string, string] => [secret, dots])
  const replacements = [...whole, ...parts].toSorted(([a], [b]) => b.length - a.length)
  const clean = (text: string): string =>
    replacements.reduce((cleaned, [from, to]) => cleaned.replaceAll(from, to), text)
  return {
    ...failure,
    message: clean(failure.message),
    ...(failure.kept === undefined ? {} : { kept: clean(failure.kept) }),
    ...(failure.next === undefined ? {} : { next: clean(failure.next) }),
    ...(failure.details === undefined ? {} : { details: clean(failure.details) }),
  }
}
