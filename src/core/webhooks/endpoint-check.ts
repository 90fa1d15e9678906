import { BlockList, isIP } from 'node:net'
import type { EndpointCheck } from '../../contract/webhooks.ts'
import { dots, secretsIn } from './endpoint-secrets.ts'

type Finding = EndpointCheck['findings'][number]

/** Who would have to reach the address: the service on the internet, or practice, which sends within this PC alone. */
export interface EndpointPlace {
  readonly isPractice: boolean
}

const error = (words: string): Finding => ({ severity: 'error', words })
const warning = (words: string): Finding => ({ severity: 'warning', words })
const info = (words: string): Finding => ({ severity: 'info', words })

/** RFC 6890: loopback and "this host". */
const thisPc = new BlockList()
thisPc.addSubnet('127.0.0.0', 8, 'ipv4')
thisPc.addAddress('0.0.0.0', 'ipv4')
thisPc.addAddress('::1', 'ipv6')
thisPc.addAddress('::', 'ipv6')

/** RFC 1918, 6598, 3927, 4193, 4291, 5737: addresses that mean something within a network only, or nothing at all. */
const notPublic = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  notPublic.addSubnet(network, bits, 'ipv4')
for (const [network, bits] of [
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
  ['2001:db8::', 32],
] as const)
  notPublic.addSubnet(network, bits, 'ipv6')

/** RFC 2606, 6761, 6762, 8375, and what routers call their own. */
const innerNames: ReadonlySet<string> = new Set([
  'local',
  'lan',
  'home',
  'corp',
  'internal',
  'intranet',
  'private',
  'test',
  'invalid',
  'example',
  'onion',
  'arpa',
])

type Reach = 'this-pc' | 'inner' | 'public-address' | 'public-name'

function reachOf(hostname: string): Reach {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0) {
    const kind = family === 4 ? 'ipv4' : 'ipv6'
    if (thisPc.check(host, kind)) return 'this-pc'
    return notPublic.check(host, kind) ? 'inner' : 'public-address'
  }
  const labels = host.toLowerCase().split('.')
  const last = labels.at(-1) ?? ''
  if (last === 'localhost') return 'this-pc'
  return labels.length < 2 || innerNames.has(last) ? 'inner' : 'public-name'
}

/**
 * Whether an endpoint can be one, before it is saved: its form, https, whether the service can reach it, and what of it is kept hidden. An empty
 * text is in order: it takes the endpoint away.
 */
export function checkEndpoint(text: string, place: EndpointPlace): EndpointCheck {
  const findings = findingsOf(text, place)
  return { ok: findings.every(({ severity }) => severity !== 'error'), findings: [...findings] }
}

function findingsOf(text: string, { isPractice }: EndpointPlace): readonly Finding[] {
  const endpoint = text.trim()
  if (endpoint === '') return [info('Without an address, the service sends nothing for this webhook.')]
  if (endpoint.includes(dots.slice(0, 1))) {
    return [error('The dots stand for a hidden part of the address. Show the whole address first, or type it anew.')]
  }
  if (/[\s\p{Cc}]/u.test(endpoint)) return [error('There is a space or a line break in the address.')]
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint)) return [error('The address has to begin with https://')]
  const url = URL.parse(endpoint)
  if (!url || url.hostname === '') return [error('This is not an address that can be called.')]
  const reach = reachOf(url.hostname)
  const scheme = schemeFindings(url, reach, isPractice)
  return [
    ...scheme,
    // Whether it is reached is the next question, once it can be called at all.
    ...(scheme.length > 0 ? [] : reachFindings(reach, isPractice)),
    ...(text === endpoint ? [] : [info('The spaces around the address are left out.')]),
    ...(/[.,;)>"'’”]$/.test(endpoint)
      ? [warning(`The address ends with “${endpoint.slice(-1)}”. Was that copied by mistake?`)]
      : []),
    ...(url.hash === ''
      ? []
      : [
          warning('What follows the # never reaches your system. Put a token into a parameter instead, as in ?token=…'),
        ]),
    ...(url.username || url.password
      ? [warning('It has a user name or password before the @. Not every sender passes them on; a parameter is safer.')]
      : []),
    ...(secretsIn(endpoint).length > 0
      ? [info('It carries a token or parameters: Forecourt keeps their values hidden until you ask to see them.')]
      : []),
  ]
}

function schemeFindings(url: URL, reach: Reach, isPractice: boolean): readonly Finding[] {
  if (url.protocol === 'https:') return []
  if (url.protocol !== 'http:') return [error('Only an address that begins with https:// can receive events.')]
  if (reach === 'this-pc' && isPractice) return []
  return [
    error('The address has to begin with https://, because events carry your customers’ names and phone numbers.'),
  ]
}

function reachFindings(reach: Reach, isPractice: boolean): readonly Finding[] {
  if (isPractice) {
    return reach === 'this-pc'
      ? [info('This is an address of this PC: practice reaches it.')]
      : [
          warning(
            'Practice sends within this PC only, so nothing will arrive at this address. It can be saved all the same.',
          ),
        ]
  }
  switch (reach) {
    case 'this-pc':
      return [
        error(
          'This address means the very PC that calls it: the service cannot reach yours by it. Use a public address or a tunnel.',
        ),
      ]
    case 'inner':
      return [
        error(
          'This address exists inside a network only: the service cannot reach it from the internet. Use a public address or a tunnel.',
        ),
      ]
    case 'public-address':
      return [
        warning('It is a number instead of a name: certificates for https rarely fit one, and then nothing arrives.'),
      ]
    case 'public-name':
      return []
  }
}
