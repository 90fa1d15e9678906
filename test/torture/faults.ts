import { createHash } from 'node:crypto'

/** What happens to one call between the program and the service. Times are in ms of the simulated clock. */
export type Fault =
  | { readonly kind: 'none' }
  /** Arrives late, or its answer does. Later calls overtake it. The program may give up meanwhile; the call still arrives. */
  | { readonly kind: 'slow'; readonly beforeMs: number; readonly afterMs: number }
  | { readonly kind: 'lost-before' }
  | { readonly kind: 'cut-request' }
  | { readonly kind: 'lost-after' }
  | { readonly kind: 'cut-answer' }
  /** The answer stops in its middle, and goes on later. */
  | { readonly kind: 'stalled-answer'; readonly afterMs: number }
  /** The connection breaks at once, and the call takes effect long after. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The network delivers the call a second time, at once or later. The program may get the second answer. */
  | { readonly kind: 'twice'; readonly afterMs: number; readonly answer: 'first' | 'second' }
  | {
      readonly kind: 'status'
      readonly status: number
      readonly headers: Readonly<Record<string, string>>
      readonly isPage: boolean
      /** The call takes effect although its answer is an error. */
      readonly hasEffect: boolean
    }
  /** A gateway refuses the size of an upload with more than one row. */
  | { readonly kind: 'too-large' }
  /** The service rejects an upload with more than one row, and gives its reason in words only. */
  | { readonly kind: 'rejected' }
  /** A network that wants the user to sign in answers instead of the service. */
  | { readonly kind: 'portal'; readonly portal: Portal }
  /** The call takes effect, and a web page comes instead of its answer. */
  | { readonly kind: 'page-after' }
  /** The network goes away behind the call, which may have had its effect; `inBody`: behind the status of its answer. */
  | { readonly kind: 'network-gone'; readonly error: string; readonly hasEffect: boolean; readonly inBody: boolean }
  /** A gateway answers 404 to a call for one customer. */
  | { readonly kind: 'not-found' }

export const faultKinds = [
  'slow',
  'lost-before',
  'cut-request',
  'lost-after',
  'cut-answer',
  'stalled-answer',
  'late',
  'twice',
  'status',
  'too-large',
  'rejected',
  'portal',
  'page-after',
  'network-gone',
  'not-found',
] as const
export type FaultKind = (typeof faultKinds)[number]

/** How a network that is not the internet answers: with a page, a redirect, another certificate, or not at all. */
const portals = [
  'page',
  'redirect',
  'sign-in-required-511',
  'forbidden-page',
  'foreign-certificate',
  'not-tls',
  'name-not-found',
  'refused-connection',
] as const
/** What a network or a gateway answers to every call for a while. */
export const periodPortals = [...portals, 'not-found', 'not-found-page'] as const
export type Portal = (typeof periodPortals)[number]

/** The system call and the code of Node, or the error of Electron. */
const networkErrors = [
  'read ENETUNREACH',
  'read EHOSTUNREACH',
  'read ENETDOWN',
  'write EHOSTUNREACH',
  'write EPROTO',
  'net::ERR_INTERNET_DISCONNECTED',
  'net::ERR_ADDRESS_UNREACHABLE',
]

/** From `fromMs` to `untilMs`, every call gets this answer. */
export interface PortalPeriod {
  readonly fromMs: number
  readonly untilMs: number
  readonly portal: Portal
}

export interface FaultPlan {
  /** The fault of a call. The same call of a round with the same seed always gets the same. */
  next(method: string, path: string, nowMs: number): Fault
  /** How often each fault was given. */
  readonly counts: ReadonlyMap<string, number>
}

export interface FaultPlanOptions {
  readonly seed: number
  /** The share of calls with a fault, 0 to 1. */
  readonly share: number
  readonly kinds: readonly FaultKind[]
  /** The longest delay of a call that takes effect late. */
  readonly latestMs: number
  readonly portalPeriod: PortalPeriod | null
  /** Wall time at simulated 0, in ms since 1970: some headers name a time. */
  readonly startMs: number
}

/** Draws by content, not by order: calls that run at the same time may come in either order. */
export function createFaultPlan(options: FaultPlanOptions): FaultPlan {
  const { seed, share, kinds, portalPeriod } = options
  const seen = new Map<string, number>()
  const counts = new Map<string, number>()
  return {
    counts,
    next(method, path, nowMs) {
      const name = `${method} ${path}`
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const draw = drawsOf(`${seed} ${name} ${nth}`)
      const isInPeriod = portalPeriod !== null && nowMs >= portalPeriod.fromMs && nowMs < portalPeriod.untilMs
      const kind = draw(0) < share ? kinds[Math.floor(draw(1) * kinds.length)] : undefined
      const fault: Fault = isInPeriod
        ? { kind: 'portal', portal: portalPeriod.portal }
        : kind === undefined
          ? { kind: 'none' }
          : faultOf(kind, draw, options, nowMs)
      const counted = fault.kind === 'status' ? String(fault.status) : fault.kind
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
      return fault
    },
  }
}

type Draw = (index: number) => number

function faultOf(kind: FaultKind, draw: Draw, { latestMs, startMs }: FaultPlanOptions, nowMs: number): Fault {
  switch (kind) {
    case 'slow': {
      // Mostly short; one in five is longer than the program waits for an answer.
      const ms = draw(2) < 0.8 ? draw(3) * 5_000 : draw(3) * 100_000
      return draw(4) < 0.5 ? { kind, beforeMs: ms, afterMs: 0 } : { kind, beforeMs: 0, afterMs: ms }
    }
    case 'stalled-answer':
      return { kind, afterMs: draw(2) < 0.5 ? draw(3) * 5_000 : draw(3) * 200_000 }
    case 'late':
      return { kind, afterMs: draw(2) < 0.5 ? draw(3) * 20_000 : draw(3) * latestMs }
    case 'twice':
      return {
        kind,
        afterMs: draw(2) < 0.5 ? draw(3) * 20_000 : draw(3) * latestMs,
        answer: draw(4) < 0.3 ? 'second' : 'first',
      }
    case 'status':
      return { kind, ...statusOf(draw, startMs + nowMs) }
    case 'portal':
      return { kind, portal: portals[Math.floor(draw(2) * portals.length)] ?? 'page' }
    case 'network-gone': {
      const error = networkErrors[Math.floor(draw(2) * networkErrors.length)] ?? ''
      const inBody = draw(3) < 0.3
      return { kind, error, hasEffect: inBody || draw(4) < 0.5, inBody }
    }
    default:
      return { kind }
  }
}

function statusOf(draw: Draw, nowMs: number): Omit<Extract<Fault, { kind: 'status' }>, 'kind'> {
  const status = [429, 429, 500, 502, 503, 503, 504, 401][Math.floor(draw(2) * 8)] ?? 503
  const asksToWait = (status === 429 || status === 503) && draw(3) < 0.6
  return {
    status,
    headers: asksToWait ? waitHeader(draw, nowMs) : {},
    isPage: status >= 500 && draw(5) < 0.5,
    // A gateway that got no answer says nothing about the call's effect.
    hasEffect: [500, 502, 504].includes(status) && draw(6) < 0.5,
  }
}

/** One of the usual ways to say how long to wait. */
function waitHeader(draw: Draw, nowMs: number): Record<string, string> {
  const seconds = Math.floor(draw(4) * 30)
  const end = new Date(nowMs + seconds * 1_000)
  const headers: readonly Record<string, string>[] = [
    { 'retry-after': String(seconds) },
    { 'retry-after': end.toUTCString() },
    { 'ratelimit-reset': String(seconds) },
    { 'x-ratelimit-reset': String(Math.floor(end.getTime() / 1_000)) },
    { 'x-ratelimit-reset': String(end.getTime()) },
  ]
  return headers[Math.floor(draw(7) * headers.length)] ?? {}
}

/** Numbers from 0 to 1 that depend only on the text and their index, 0 to 7. */
function drawsOf(text: string): Draw {
  const digest = createHash('sha256').update(text).digest()
  return (index) => digest.readUInt32BE(index * 4) / 4_294_967_296
}
