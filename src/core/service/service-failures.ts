import type { Fault } from './classify-failure.ts'
import { faultText, namedFailure, statusText, type FailureText } from './failure-text.ts'
import type { Certainty, Product, ServiceFailure } from './service-client.ts'

/** The failure for a call without an answer. */
export function faultFailure({ faultClass, certainty, code }: Fault): ServiceFailure {
  const failure = faultText[faultClass]
  return {
    failure: code === null ? failure : { ...failure, details: code },
    certainty,
    status: null,
    retryAfterMs: null,
  }
}

/** An answer with an error status. */
export interface RefusedAnswer {
  readonly status: number
  /** The service's message. */
  readonly words: string | null
  readonly isHtml: boolean
  /** How long the service asks to wait (429, 503); at most an hour. */
  readonly waitMs: number | null
  /** The end of that wait, however far away. */
  readonly until: Date | null
  /** The product whose licence the call needed; null: none. */
  readonly product: Product | null
  readonly now: Date
}

/** A longer wait than this means that the account has used up its calls. */
const usageLimitMs = 10 * 60_000

interface Judgement {
  readonly certainty: Certainty
  readonly text: FailureText
}

/** The failure for an answer with an error status. The service's message is in `details`. */
export function statusFailure(answer: RefusedAnswer): ServiceFailure {
  const { status, words, until, waitMs } = answer
  const { certainty, text } = judge(answer)
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
  }
}

const refused = (text: FailureText): Judgement => ({ certainty: 'refused', text })

/** Statuses with one meaning each. */
const judgements: ReadonlyMap<number, Judgement> = new Map<number, Judgement>([
  [404, refused(statusText.notFound)],
  [407, { certainty: 'not-sent', text: statusText.proxySignIn }],
  [408, { certainty: 'unknown', text: statusText.requestTimeout }],
  [409, refused(statusText.newerVersion)],
  [413, refused(statusText.tooLarge)],
  [501, refused(statusText.notSupported)],
  [505, refused(statusText.notSupported)],
])

function judge(answer: RefusedAnswer): Judgement {
  const { status, words, isHtml, product } = answer
  const named = namedFailure(words, product)
  if (status === 401) return { certainty: 'not-sent', text: statusText.signInRequired }
  if (status === 429) return { certainty: 'not-sent', text: rateLimitText(answer) }
  if (status === 403 && !named) return refused(statusText.noLicence(product))
  if (status === 404 && (isHtml || words === null)) return refused(statusText.notTheService)
  if (named) return refused(named)
  if (status >= 300 && status < 400) return refused(faultText.redirect)
  return judgements.get(status) ?? (status >= 500 ? unavailable(answer) : refused(statusText.rejected(status, words)))
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
  }
}
