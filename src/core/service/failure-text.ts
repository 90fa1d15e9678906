import { formatDate, localDate } from '../../contract/calendar-date.ts'
import type { Failure } from '../../contract/result.ts'
import { assertNever } from '../../contract/result.ts'
import type { Fault } from './classify-failure.ts'
import type { Product, ServiceFailure } from './service-client.ts'

/** A fault of the line in words for the person at the desk. */
export function faultFailure(fault: Fault): ServiceFailure {
  return { failure: wordsOfFault(fault), certainty: fault.certainty, status: null, retryAfterMs: null }
}

function wordsOfFault({ faultClass, code }: Fault): Failure {
  switch (faultClass) {
    case 'name-not-found':
      return {
        kind: 'offline',
        message: 'No service is found under this address.',
        next: 'Check this PC’s internet connection, and the spelling of the address.',
      }
    case 'no-network':
      return {
        kind: 'offline',
        message: 'This PC has no way to the service just now.',
        next: 'Check the internet connection.',
      }
    case 'refused-connection':
      return {
        kind: 'offline',
        message: 'The service’s address does not take the call.',
        next: 'Check the address and its port; if they are right, the service is down: try again later.',
      }
    case 'proxy':
      return {
        kind: 'offline',
        message: 'The network’s proxy does not let the call through.',
        next: 'Ask whoever looks after your network to let Forecourt through.',
      }
    case 'certificate':
      return {
        kind: 'certificate',
        message: `The service’s certificate cannot be trusted${code ? ` (${code})` : ''}. Nothing was sent.`,
        next: 'Check the date of this PC and the address. If they are right, ask whoever looks after your network.',
      }
    case 'not-tls':
      return {
        kind: 'certificate',
        message: 'What answers under this address does not speak https as it should. Nothing was sent.',
        next: 'Check the address and its port.',
      }
    case 'redirect':
      return {
        kind: 'wrong-address',
        message: 'This address only points to another one. Forecourt does not follow, so as to keep your key safe.',
        next: 'Ask your provider for the service’s own address.',
      }
    case 'bad-address':
      return { kind: 'wrong-address', message: 'This address cannot be called.', next: 'Check the address.' }
    case 'timeout-connecting':
      return {
        kind: 'timeout',
        message: 'The service could not be reached in time.',
        next: 'Check the internet connection, or try again later.',
      }
    case 'timeout':
      return { kind: 'timeout', message: 'The service did not answer in time.', next: 'Try again in a minute.' }
    case 'lost':
      return {
        kind: 'offline',
        message: 'The connection to the service broke off before its answer was here.',
        next: 'Check the internet connection.',
      }
    case 'cancelled':
      return { kind: 'cancelled', message: 'The call was called off.' }
    case 'unclassified':
      return {
        kind: 'offline',
        message: `The service could not be reached${code ? ` (${code})` : ''}.`,
        next: 'Check the internet connection, and try again.',
      }
    default:
      return assertNever(faultClass)
  }
}

/** An answer with an error status, and what came with it. */
export interface RefusedAnswer {
  readonly status: number
  /** The service's own. */
  readonly words: string | null
  readonly isHtml: boolean
  /** How long it asks to be left alone (429, 503); at most an hour. */
  readonly waitMs: number | null
  /** Until when, however far off. */
  readonly until: Date | null
  /** Which licence the call needed; null where none did. */
  readonly product: Product | null
  readonly now: Date
}

const productNames: Readonly<Record<Product, string>> = {
  'look-up': 'vehicle look-up',
  market: 'market listings',
  webhooks: 'webhooks',
  recapture: 'customer recapture',
}

/** From here on a pause is no matter of pace: the calls that the account may make are used up. */
const quotaMs = 10 * 60_000

/** What an answer with an error status means. */
export function statusFailure({ status, words, isHtml, waitMs, until, product, now }: RefusedAnswer): ServiceFailure {
  const said = words === null ? '' : ` It says: “${words}”`
  const retryAt = until === null ? {} : { retryAt: until.toISOString() }
  const answer = (certainty: ServiceFailure['certainty'], failure: Failure): ServiceFailure => ({
    failure,
    certainty,
    status,
    retryAfterMs: waitMs,
  })
  if (status === 401) {
    return answer('not-sent', {
      kind: 'sign-in-required',
      message: `The service does not accept the sign-in.${said}`,
      next: 'Enter the key, or the client id and secret, again.',
    })
  }
  if (status === 403 && namedFailure(words, product) === null) {
    return answer('refused', {
      kind: 'no-licence',
      message: product
        ? `Your account has no licence for ${productNames[product]}.${said}`
        : `Your account may not use this part of the service.${said}`,
      next: 'Ask your provider for the licence.',
    })
  }
  if (status === 429 && until !== null && until.getTime() - now.getTime() >= quotaMs) {
    return answer('not-sent', {
      kind: 'rate-limited',
      message: `The calls that your account may make are used up until ${momentWords(until)}.`,
      next: 'Try again then, or ask your provider for more.',
      ...retryAt,
    })
  }
  if (status === 429) {
    return answer('not-sent', {
      kind: 'rate-limited',
      message: 'The service asks for a pause: too many calls in a short time.',
      next: 'Wait; Forecourt goes on by itself where it can.',
      ...retryAt,
    })
  }
  if (status === 404 && (isHtml || words === null)) {
    return answer('refused', {
      kind: 'wrong-address',
      message: 'Something answers under this address, but not the vehicle data service.',
      next: 'Check the address.',
    })
  }
  const named = namedFailure(words, product)
  if (named) return answer('refused', named)
  if (status === 404) {
    return answer('refused', { kind: 'not-found', message: `The service does not have this.${said}` })
  }
  if (status === 408) {
    return answer('unknown', {
      kind: 'timeout',
      message: 'The service gave up waiting for the call.',
      next: 'Try again.',
    })
  }
  if (status === 407) {
    return answer('not-sent', {
      kind: 'offline',
      message: 'The network’s proxy asks for a sign-in.',
      next: 'Ask whoever looks after your network to let Forecourt through.',
    })
  }
  if (status >= 300 && status < 400) {
    return answer('refused', wordsOfFault({ faultClass: 'redirect', certainty: 'refused', code: null }))
  }
  if (status === 409) {
    return answer('refused', { kind: 'conflict', message: `The service has a newer state of this.${said}` })
  }
  if (status === 413) {
    return answer('refused', { kind: 'rejected', message: `The service finds this too large.${said}` })
  }
  if (status === 501 || status === 505) {
    return answer('refused', { kind: 'rejected', message: `The service cannot do this.${said}` })
  }
  if (status >= 500) {
    // A 503 that says when to come back was turned away at the door; without it a gateway may have passed the call on.
    return answer(status === 503 && waitMs !== null ? 'not-sent' : 'unknown', {
      kind: 'service-down',
      message: `The service is out of order just now (${status}).${said}`,
      next: 'Try again in a few minutes.',
      ...retryAt,
    })
  }
  return answer('refused', {
    kind: 'rejected',
    message: `The service refuses this.${said}`,
    ...(words === null ? { next: `Try again; if it stays, tell your provider the number ${status}.` } : {}),
  })
}

/** The messages of the interface, part 7, whole and as it writes them; their status codes are not shown. */
const namedFailures: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  [
    'Invalid Webhook ID',
    {
      kind: 'not-found',
      message: 'The service does not have this webhook (any more).',
      next: 'Read the list again.',
    },
  ],
  [
    'Invalid Customer ID',
    {
      kind: 'not-found',
      message: 'The service does not have this customer (any more).',
      next: 'Bring the list up to date.',
    },
  ],
  [
    "You don't have permission to access that webhook",
    {
      kind: 'rejected',
      message: 'Your account may not open this webhook: it belongs to another account.',
      next: 'Sign in with the account that made it.',
    },
  ],
  [
    "You don't have permission to access that customer",
    {
      kind: 'rejected',
      message: 'Your account may not open this customer: it belongs to another account.',
      next: 'Sign in with the account that uploaded it.',
    },
  ],
  [
    'Incorrect Region',
    {
      kind: 'rejected',
      message: 'This customer is in another region than the one chosen.',
      next: 'Choose the customer’s region in the connection.',
    },
  ],
  [
    'You must upload at least one customer record',
    {
      kind: 'rejected',
      message: 'The service was sent a list without a customer.',
      next: 'Check which rows are left out of this list.',
    },
  ],
])

/** Messages that mean something for webhooks alone. */
const namedWebhookFailures: ReadonlyMap<string, Failure> = new Map<string, Failure>([
  [
    'Invalid Region',
    {
      kind: 'rejected',
      message: 'This webhook is in another region than the one chosen.',
      next: 'Choose the webhook’s region in the connection.',
    },
  ],
  [
    'Request validation failed',
    {
      kind: 'rejected',
      message: 'The service does not accept one of the values that were sent.',
      next: 'Check the events and the address; nothing was changed.',
    },
  ],
])

function namedFailure(words: string | null, product: Product | null): Failure | null {
  const bare = words?.replace(/\.$/, '') ?? ''
  const failure = (product === 'webhooks' ? namedWebhookFailures.get(bare) : undefined) ?? namedFailures.get(bare)
  if (failure) return { ...failure, message: `${failure.message} It says: “${bare}”` }
  if (bare !== 'Invalid Region') return null
  return {
    kind: 'rejected',
    message: `The service does not take this region for your account. It says: “${bare}”`,
    next: 'Choose another region in the connection, or ask your provider.',
  }
}

/** On this PC's clock: "1/12/2026, 9:05 am". */
function momentWords(moment: Date): string {
  const hours = moment.getHours()
  const clock = `${hours % 12 || 12}:${String(moment.getMinutes()).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
  return `${formatDate(localDate(moment))}, ${clock}`
}

/** An answer that came with a good status and is not what the interface says. A write may have taken effect. */
export function unreadableAnswer(status: number, isHtml: boolean): ServiceFailure {
  return {
    failure: isHtml
      ? {
          kind: 'wrong-address',
          message: 'A web page answers under this address, not the vehicle data service.',
          next: 'Check the address; on a guest network, sign in to the network first.',
        }
      : {
          kind: 'service-down',
          message: 'The service gave an answer that Forecourt cannot read.',
          next: 'Try again; if it stays, tell your provider.',
        },
    certainty: 'unknown',
    status,
    retryAfterMs: null,
  }
}
