import type { Failure } from '../../contract/result.ts'
import type { FaultClass } from './classify-failure.ts'
import type { AddressDoubt, OwnedRecord, Product } from './service-client.ts'
import { formatDateTime } from '../../contract/calendar-date.ts'

/**
 * All sentences about failed calls of the service. Its own words and codes are not in them: they are the failure's
 * `details`.
 */
export type FailureText = Pick<Failure, 'kind' | 'message' | 'next'>

const askAdministrator = 'Ask your network administrator to allow Forecourt.'
const checkInternet = 'Check your internet connection.'

const offline: FailureText = { kind: 'offline', message: 'You’re offline.', next: checkInternet }

const networkSignIn = 'On a guest network, open a web browser and sign in to the network. Then try again.'

const proxySignIn: FailureText = {
  kind: 'offline',
  message: 'The network’s proxy requires a sign-in.',
  next: 'Sign in to the proxy, or ask your network administrator.',
}

const unreadable: FailureText = {
  kind: 'service-down',
  message: 'The service’s answer can’t be read.',
  next: 'Try again. If this continues, tell your provider.',
}

/**
 * A call without an answer. None of these says that the address is wrong: the network or the service can be away in the
 * same way. Only a connection test says so (`probeText`).
 */
export const faultText: Readonly<Record<FaultClass, FailureText>> = {
  'name-not-found': { kind: 'offline', message: 'Can’t find the service.', next: checkInternet },
  'no-network': offline,
  'network-lost': offline,
  'refused-connection': {
    kind: 'offline',
    message: 'Can’t connect to the service.',
    next: 'Check your internet connection, or try again later.',
  },
  proxy: { kind: 'offline', message: 'The network’s proxy blocked the request.', next: askAdministrator },
  'proxy-sign-in': proxySignIn,
  certificate: {
    kind: 'certificate',
    message: 'The service’s certificate can’t be trusted. Nothing was sent.',
    next: 'Check this PC’s date, or ask your network administrator.',
  },
  'foreign-certificate': {
    kind: 'offline',
    message: 'This network doesn’t lead to the service: the certificate is not the service’s. Nothing was sent.',
    next: networkSignIn,
  },
  'not-tls': {
    kind: 'offline',
    message: 'This network doesn’t lead to the service: the connection is not secure.',
    next: networkSignIn,
  },
  redirect: {
    kind: 'offline',
    message: 'The request was redirected. To protect your key, Forecourt didn’t follow.',
    next: networkSignIn,
  },
  'bad-address': { kind: 'wrong-address', message: 'This address isn’t valid.', next: 'Check the address.' },
  'timeout-connecting': {
    kind: 'timeout',
    message: 'Connecting to the service took too long.',
    next: 'Check your internet connection, or try again later.',
  },
  timeout: { kind: 'timeout', message: 'The service didn’t answer in time.', next: 'Try again in a minute.' },
  lost: {
    kind: 'offline',
    message: 'The connection to the service was lost before its answer arrived.',
    next: checkInternet,
  },
  unreadable,
  cancelled: { kind: 'cancelled', message: 'The request was cancelled.' },
  unclassified: {
    kind: 'offline',
    message: 'Can’t connect to the service.',
    next: 'Check your internet connection, and try again.',
  },
}

/** The texts of a connection test, which looks at the address itself. */
export const probeText: Readonly<Partial<Record<AddressDoubt, FailureText>>> = {
  'web-page': {
    kind: 'wrong-address',
    message: 'A web page answered at this address, not the vehicle data service.',
    next: 'Check the address. On a guest network, sign in to the network first.',
  },
  'no-service': {
    kind: 'wrong-address',
    message: 'The vehicle data service wasn’t found at this address.',
    next: 'Check the address.',
  },
  redirect: {
    kind: 'wrong-address',
    message: 'This address redirects to another one. To protect your key, Forecourt doesn’t follow it.',
    next: 'Ask your provider for the service’s address.',
  },
  'foreign-certificate': {
    kind: 'certificate',
    message: 'The certificate at this address can’t be trusted. Nothing was sent.',
    next: 'Check this PC’s date and the address, or ask your network administrator.',
  },
  'not-tls': {
    kind: 'certificate',
    message: 'There is no secure connection at this address.',
    next: 'Check the address and port.',
  },
}

/** A connection test of an address that was just entered: it may be mistyped. */
export const enteredAddressText: Readonly<Partial<Record<AddressDoubt, FailureText>>> = {
  'name-not-found': {
    kind: 'offline',
    message: 'No service was found at this address.',
    next: 'Check your internet connection and the spelling of the address.',
  },
  'refused-connection': {
    kind: 'offline',
    message: 'Can’t connect to the service.',
    next: 'Check the address and port. If they are right, try again later.',
  },
}

const productNames: Readonly<Record<Product, string>> = {
  'look-up': 'vehicle look-up',
  market: 'market listings',
  webhooks: 'webhooks',
  recapture: 'customer recapture',
}

/** An answer with an error status. */
export const statusText = {
  signInRequired: {
    kind: 'sign-in-required',
    message: 'The service didn’t accept the sign-in.',
    next: 'Enter the API key, or the client ID and secret, again.',
  },
  clientRefused: {
    kind: 'sign-in-required',
    message: 'The service didn’t accept the client ID and secret.',
    next: 'Enter both again, as your provider gave them.',
  },
  noToken: {
    kind: 'sign-in-required',
    message: 'The service accepted the sign-in but sent no token.',
    next: 'Check the client ID and secret, or ask your provider.',
  },
  noLicence: (product: Product | null, reason: string | null): FailureText => ({
    kind: 'no-licence',
    message:
      reason !== null
        ? `The service refused access: “${reason}”`
        : product
          ? `Your account has no licence for ${productNames[product]}.`
          : 'Your account can’t use this part of the service.',
    // The service's own words may give another reason.
    next: reason === null ? 'Ask your provider for the licence.' : 'Ask your provider.',
  }),
  noAccess: (record: OwnedRecord): FailureText => ({
    // An upload continues with other credentials.
    kind: record === 'upload' ? 'no-licence' : 'rejected',
    message: `Your account has no access to this ${record}.`,
    next: 'Sign in with the account that created it, or ask your provider.',
  }),
  usageLimit: (until: Date): FailureText => ({
    kind: 'rate-limited',
    message: `Usage limit reached until ${formatDateTime(until)}.`,
    next: 'Try again then, or ask your provider for a higher limit.',
  }),
  tooManyRequests: { kind: 'rate-limited', message: 'Too many requests.', next: 'Wait a minute, then try again.' },
  notFound: (reason: string | null): FailureText => ({
    kind: 'not-found',
    message: reason === null ? 'This record wasn’t found at the service.' : `Not found at the service: “${reason}”`,
  }),
  noService: {
    kind: 'service-down',
    message: 'Something else answers at the service’s address.',
    next: 'Try again in a few minutes. If this continues, check the address of the connection.',
  },
  requestTimeout: { kind: 'timeout', message: 'The service didn’t receive the request in time.', next: 'Try again.' },
  proxySignIn,
  conflict: (reason: string | null): FailureText => ({
    kind: 'conflict',
    message:
      reason === null
        ? 'The service has a newer version of this record.'
        : `The service rejected the change: “${reason}”`,
  }),
  tooLarge: { kind: 'rejected', message: 'The request is too large for the service.' },
  notSupported: { kind: 'rejected', message: 'The service doesn’t support this.' },
  unavailable: (status: number): FailureText => ({
    kind: 'service-down',
    message: `The service is temporarily unavailable (${status}).`,
    next: 'Try again in a few minutes.',
  }),
  rejected: (status: number, reason: string | null): FailureText =>
    reason === null
      ? {
          kind: 'rejected',
          message: 'The service rejected the request without giving a reason.',
          next: `Try again. If this continues, tell your provider the status ${status}.`,
        }
      : { kind: 'rejected', message: `The service rejected the request: “${reason}”` },
  webPage: {
    kind: 'offline',
    message: 'A web page answered instead of the service.',
    next: networkSignIn,
  },
  otherRecord: {
    kind: 'rejected',
    message: 'The service answered with another record.',
    next: 'Try again. If this continues, tell your provider.',
  },
  unreadable,
} as const satisfies Readonly<Record<string, FailureText | ((...facts: never) => FailureText)>>

/** The messages of the interface, part 7, in full; it does not show their status codes. */
const namedFailures: ReadonlyMap<string, FailureText> = new Map<string, FailureText>([
  [
    'Invalid Webhook ID',
    { kind: 'not-found', message: 'This webhook no longer exists at the service.', next: 'Refresh the list.' },
  ],
  [
    'Invalid Customer ID',
    { kind: 'not-found', message: 'This customer no longer exists at the service.', next: 'Refresh the list.' },
  ],
  [
    "You don't have permission to access that webhook",
    {
      kind: 'rejected',
      message: 'This webhook belongs to another account.',
      next: 'Sign in with the account that created it.',
    },
  ],
  [
    "You don't have permission to access that customer",
    {
      kind: 'rejected',
      message: 'This customer belongs to another account.',
      next: 'Sign in with the account that uploaded it.',
    },
  ],
  [
    'Incorrect Region',
    {
      kind: 'rejected',
      message: 'This customer is in another region.',
      next: 'Select the customer’s region in the connection.',
    },
  ],
  [
    'You must upload at least one customer record',
    {
      kind: 'rejected',
      message: 'The service received a list without customers.',
      next: 'Check which rows are excluded.',
    },
  ],
  [
    'Invalid Region',
    {
      kind: 'rejected',
      message: 'Your account can’t use this region.',
      next: 'Select another region in the connection, or ask your provider.',
    },
  ],
])

/** Messages with another meaning for webhooks. */
const namedWebhookFailures: ReadonlyMap<string, FailureText> = new Map<string, FailureText>([
  [
    'Invalid Region',
    {
      kind: 'rejected',
      message: 'This webhook is in another region.',
      next: 'Select the webhook’s region in the connection.',
    },
  ],
  [
    'Request validation failed',
    {
      kind: 'rejected',
      message: 'The service didn’t accept one of the values.',
      next: 'Check the events and the address. Nothing was changed.',
    },
  ],
])

/**
 * The text for the first message that the interface names, part 7; null when there is none. The whole message must be
 * equal, in any case; a prefix that ends with a colon or a dash ("Error:", "customer_id:") is left off.
 */
export function namedFailure(texts: readonly string[], product: Product | null): FailureText | null {
  const maps = product === 'webhooks' ? [byName(namedWebhookFailures), byName(namedFailures)] : [byName(namedFailures)]
  for (const name of texts.flatMap(namesIn)) {
    for (const map of maps) {
      const found = map.get(name)
      if (found) return found
    }
  }
  return null
}

/** Whether the service's message says that the account cannot use the region (interface, part 7). */
export const refusesRegion = (text: string): boolean => namesIn(text).includes('invalid region')

const byName = (failures: ReadonlyMap<string, FailureText>): ReadonlyMap<string, FailureText> =>
  new Map([...failures].map(([name, text]) => [name.toLowerCase(), text]))

/** A message without its prefixes, one after the other: "Error: id: Invalid" gives itself, "id: invalid" and "invalid". */
function namesIn(text: string): string[] {
  const whole = text
    .replace(/[’‘`]/g, "'")
    .replace(/^["'“([]+|["'”.!)\]]+$/g, '')
    .trim()
    .toLowerCase()
  return [
    whole,
    ...[...whole.matchAll(/(?:[:\]]|\s[-–—])\s+/g)].map(({ index, 0: prefix }) => whole.slice(index + prefix.length)),
  ]
}
