import { BlockList, isIP } from 'node:net'
import type { EndpointCheck } from '../../contract/webhooks.ts'
import { dots, secretsIn } from './endpoint-secrets.ts'
import { webhookMessages } from './webhook-messages.ts'

type Finding = EndpointCheck['findings'][number]

/** Who sends to the address: the service on the internet, or practice, which sends only to this PC. */
export interface EndpointPlace {
  readonly isPractice: boolean
}

const texts = webhookMessages.endpoint

const error = (words: string): Finding => ({ severity: 'error', words })
const warning = (words: string): Finding => ({ severity: 'warning', words })
const info = (words: string): Finding => ({ severity: 'info', words })

/** RFC 6890: loopback and "this host". */
const thisPc = new BlockList()
thisPc.addSubnet('127.0.0.0', 8, 'ipv4')
thisPc.addAddress('0.0.0.0', 'ipv4')
thisPc.addAddress('::1', 'ipv6')
thisPc.addAddress('::', 'ipv6')

/** RFC 1918, 6598, 3927, 4193, 4291, 5737: addresses of private networks and addresses that are not used. */
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

/** RFC 2606, 6761, 6762, 8375, and usual names of routers. */
const privateNames: ReadonlySet<string> = new Set(
  'local lan home corp internal intranet private test invalid example onion arpa'.split(' '),
)

type Reach = 'this-pc' | 'private' | 'public-address' | 'public-name'

function reachOf(hostname: string): Reach {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0) {
    const kind = family === 4 ? 'ipv4' : 'ipv6'
    if (thisPc.check(host, kind)) return 'this-pc'
    return notPublic.check(host, kind) ? 'private' : 'public-address'
  }
  const labels = host.toLowerCase().split('.')
  const last = labels.at(-1) ?? ''
  if (last === 'localhost') return 'this-pc'
  return labels.length < 2 || privateNames.has(last) ? 'private' : 'public-name'
}

/**
 * Checks an endpoint before it is saved: its form, https, whether the service can reach it, and what of it is hidden.
 * An empty text is valid: it removes the endpoint.
 */
export function checkEndpoint(text: string, place: EndpointPlace): EndpointCheck {
  const findings = findingsOf(text, place)
  return { ok: findings.every(({ severity }) => severity !== 'error'), findings: [...findings] }
}

function findingsOf(text: string, { isPractice }: EndpointPlace): readonly Finding[] {
  const endpoint = text.trim()
  if (endpoint === '') return [info(texts.empty)]
  if (endpoint.includes(dots.slice(0, 1))) {
    return [error(texts.masked)]
  }
  if (/[\s\p{Cc}]/u.test(endpoint)) return [error(texts.whitespace)]
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(endpoint)) return [error(texts.noScheme)]
  const url = URL.parse(endpoint)
  if (!url || url.hostname === '') return [error(texts.invalid)]
  const reach = reachOf(url.hostname)
  const scheme = schemeFindings(url, reach, isPractice)
  return [
    ...scheme,
    // Reachability is only checked for an address with a valid scheme.
    ...(scheme.length > 0 ? [] : reachFindings(reach, isPractice)),
    ...(text === endpoint ? [] : [info(texts.trimmed)]),
    ...(/[.,;)>"'’”]$/.test(endpoint) ? [warning(texts.lastCharacter(endpoint.slice(-1)))] : []),
    ...(url.hash === '' ? [] : [warning(texts.fragment)]),
    ...(url.username || url.password ? [warning(texts.userInfo)] : []),
    ...(secretsIn(endpoint).length > 0 ? [info(texts.secret)] : []),
  ]
}

function schemeFindings(url: URL, reach: Reach, isPractice: boolean): readonly Finding[] {
  if (url.protocol === 'https:') return []
  if (url.protocol !== 'http:') return [error(texts.wrongScheme)]
  if (reach === 'this-pc' && isPractice) return []
  return [error(texts.notEncrypted)]
}

function reachFindings(reach: Reach, isPractice: boolean): readonly Finding[] {
  if (isPractice) {
    return reach === 'this-pc' ? [info(texts.practiceReaches)] : [warning(texts.practiceCannotReach)]
  }
  switch (reach) {
    case 'this-pc':
      return [error(texts.thisPc)]
    case 'private':
      return [error(texts.privateNetwork)]
    case 'public-address':
      return [warning(texts.numericAddress)]
    case 'public-name':
      return []
  }
}
