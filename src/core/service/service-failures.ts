import type { Fault, FaultClass } from './classify-failure.ts'
import { enteredAddressText, faultText, namedFailure, probeText, statusText, type FailureText } from './failure-text.ts'
import type { AddressDoubt, Certainty, OwnedRecord, Product, RefusedRecord, ServiceFailure } from './service-client.ts'

/** Faults that a network without the service causes, and a wrong address as well. */
const doubts: Readonly<Partial<Record<FaultClass, AddressDoubt>>> = {
  redirect: 'redirect',
  'foreign-certificate': 'foreign-certificate',
  'not-tls': 'not-tls',
  'name-not-found': 'name-not-found',
  'refused-connection': 'refused-connection',
}

/** The failure for a call without an answer. */
export function faultFailure({ faultClass, certainty, code }: Fault): ServiceFailure {
  const failure = faultText[faultClass]
  const doubt = doubts[faultClass]
  return {
    failure: code === null ? failure : { ...failure, details: code },
    certainty,
    status: null,
    retryAfterMs: null,
    ...(doubt === undefined ? {} : { doubt }),
  }
}

/** An answer with an error status. */
export interface RefusedAnswer {
  readonly status: number
  /** Each text of the service by itself. */
  readonly texts: readonly string[]
  /** The service's words for the user. */
  readonly words: string | null
  readonly isHtml: boolean
  /** The records of a list that the body names; null: the body is empty or a page. */
  readonly refusedRecords: readonly RefusedRecord[] | null
  /** How long the service asks to wait (429, 503); at most an hour. */
  readonly waitMs: number | null
  /** The end of that wait, however far away. */
  readonly until: Date | null
  /** The product whose licence the call needed; null: none. */
  readonly product: Product | null
  /** The call is about one record, so a refusal concerns that record only. */
  readonly isOfRecord: boolean
  readonly record: OwnedRecord | null
  readonly now: Date
}

/** A longer wait than this means that the account has used up its calls. */
const usageLimitMs = 10 * 60_000

interface Judgement {
  readonly certainty: Certainty
  readonly text: FailureText
  readonly doubt?: AddressDoubt
  /** Another content of the call may be accepted. */
  readonly isOfContent?: boolean
}

/** The failure for an answer with an error status. The service's message is in `details`. */
export function statusFailure(answer: RefusedAnswer): ServiceFailure {
  const { status, words, until, waitMs, refusedRecords } = answer
  const { certainty, text, doubt, isOfContent = false } = judge(answer)
  const mayRetryAt = until !== null && (text.kind === 'rate-limited' || text.kind === 'service-down')
  return {
    failure: {
      ...text,
      ...(mayRetryAt ? { retryAt: until.toISOString() } : {}),
      details: words === null ? `HTTP ${status}` : `HTTP ${status}: ${words}`,
    },
    certainty,
    status,
    retryAfterMs: waitMs,
    ...(words === null ? {} : { words }),
    ...(doubt === undefined ? {} : { doubt }),
    ...(isOfContent && refusedRecords !== null ? { refusedRecords } : {}),
  }
}

const refused = (text: FailureText): Judgement => ({ certainty: 'refused', text })
const rejected = (text: FailureText): Judgement => ({ ...refused(text), isOfContent: true })

/** Statuses with one meaning each. */
const judgements: ReadonlyMap<number, Judgement> = new Map<number, Judgement>([
  [407, { certainty: 'not-sent', text: statusText.proxySignIn }],
  [408, { certainty: 'unknown', text: statusText.requestTimeout }],
  [413, rejected(statusText.tooLarge)],
  [501, refused(statusText.notSupported)],
  [505, refused(statusText.notSupported)],
  // The network requires a sign-in (RFC 6585, 6).
  [511, { certainty: 'not-sent', text: statusText.webPage, doubt: 'web-page' }],
])

function judge(answer: RefusedAnswer): Judgement {
  const { status, texts, words, isHtml, product, isOfRecord, record } = answer
  if (status === 401) return { certainty: 'not-sent', text: statusText.signInRequired }
  if (status === 429) return { certainty: 'not-sent', text: rateLimitText(answer) }
  const named = namedFailure(texts, product)
  if (named) return refused(named)
  // The service answers in JSON: a page comes from the network, a firewall or another server.
  if (isHtml && (status === 403 || (status === 404 && !isOfRecord))) {
    return { ...refused(statusText.webPage), doubt: 'web-page' }
  }
  if (status === 404 || status === 410) return { ...refused(statusText.notFound(words)), doubt: 'not-found' }
  if (status === 403) {
    if (isOfRecord && words !== null) return refused(statusText.rejected(status, words))
    return refused(record === null ? statusText.noLicence(product, words) : statusText.noAccess(record))
  }
  if (status >= 300 && status < 400) return { ...refused(faultText.redirect), doubt: 'redirect' }
  if (status === 409) {
    const isChange = isOfRecord && (product === 'recapture' || product === 'webhooks')
    return isChange ? refused(statusText.conflict(words)) : rejected(statusText.rejected(status, words))
  }
  return judgements.get(status) ?? (status >= 500 ? unavailable(answer) : rejected(statusText.rejected(status, words)))
}

function rateLimitText({ until, now }: RefusedAnswer): FailureText {
  const isUsageLimit = until !== null && until.getTime() - now.getTime() >= usageLimitMs
  return isUsageLimit ? statusText.usageLimit(until) : statusText.tooManyRequests
}

/** A 503 with a time to wait was refused before any effect. Without one, a gateway may have passed the call on. */
function unavailable({ status, waitMs }: RefusedAnswer): Judgement {
  const certainty = status === 503 && waitMs !== null ? 'not-sent' : 'unknown'
  return { certainty, text: statusText.unavailable(status) }
}

/** An answer with a good status that is not what the interface describes. A write may have taken effect. */
export function unreadableAnswer(status: number, isHtml: boolean): ServiceFailure {
  return {
    failure: { ...(isHtml ? statusText.webPage : statusText.unreadable), details: `HTTP ${status}` },
    certainty: 'unknown',
    status,
    retryAfterMs: null,
    ...(isHtml ? { doubt: 'web-page' as const } : {}),
  }
}

/** The failure for an empty id, which leads to no record. */
export function noSuchRecord(): ServiceFailure {
  return { failure: statusText.notFound(null), certainty: 'not-sent', status: null, retryAfterMs: null }
}

/** The failure of a call that was answered with another record. A write may have taken effect. */
export function otherRecord(isWrite: boolean): ServiceFailure {
  const certainty = isWrite ? 'unknown' : 'refused'
  return { failure: statusText.otherRecord, certainty, status: null, retryAfterMs: null }
}

/** A call about something that the service does not have at all, although the service itself answers. */
export function notOffered(error: ServiceFailure): ServiceFailure {
  return withText(error, statusText.notSupported)
}

/** A call about something that the service has, answered by something else for a while. */
export function unavailableNow(error: ServiceFailure): ServiceFailure {
  return withText(error, statusText.unavailable(error.status ?? 404))
}

/** A 404 to a call that every service answers: a gateway or another server answers, for a while or for good. */
export function noService(error: ServiceFailure): ServiceFailure {
  return { ...withText(error, statusText.noService), doubt: 'no-service' }
}

/**
 * The failure of a probe: one cheap call that shows whether the service is at the address. `isEntered`: the address was
 * just typed, so that it may be mistyped.
 */
export function probeFailure(error: ServiceFailure, isEntered: boolean): ServiceFailure {
  const { doubt } = error
  const text = doubt && ((isEntered ? enteredAddressText[doubt] : undefined) ?? probeText[doubt])
  return text ? withText(error, text) : error
}

function withText(error: ServiceFailure, text: FailureText): ServiceFailure {
  const { details } = error.failure
  return { ...error, failure: details === undefined ? text : { ...text, details } }
}
