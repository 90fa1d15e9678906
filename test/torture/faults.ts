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
  /** The connection breaks at once, and the call takes effect long after. */
  | { readonly kind: 'late'; readonly afterMs: number }
  /** The network delivers the call a second time. */
  | { readonly kind: 'twice'; readonly afterMs: number }
  | { readonly kind: 'status'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** A web page, as a network that wants the user to sign in answers. */
  | { readonly kind: 'page' }

export const faultKinds = [
  'slow',
  'lost-before',
  'cut-request',
  'lost-after',
  'cut-answer',
  'late',
  'twice',
  'status',
  'page',
] as const
export type FaultKind = (typeof faultKinds)[number]

export interface FaultPlan {
  /** The fault of a call. The same call of a round with the same seed always gets the same. */
  next(method: string, path: string): Fault
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
}

/** Draws by content, not by order: calls that run at the same time may come in either order. */
export function createFaultPlan({ seed, share, kinds, latestMs }: FaultPlanOptions): FaultPlan {
  const seen = new Map<string, number>()
  const counts = new Map<string, number>()
  return {
    counts,
    next(method, path) {
      const name = `${method} ${path}`
      const nth = seen.get(name) ?? 0
      seen.set(name, nth + 1)
      const draw = drawsOf(`${seed} ${name} ${nth}`)
      const kind = draw(0) < share ? kinds[Math.floor(draw(1) * kinds.length)] : undefined
      const fault = kind === undefined ? ({ kind: 'none' } as const) : faultOf(kind, draw, latestMs)
      const counted = fault.kind === 'status' ? String(fault.status) : fault.kind
      counts.set(counted, (counts.get(counted) ?? 0) + 1)
      return fault
    },
  }
}

function faultOf(kind: FaultKind, draw: (index: number) => number, latestMs: number): Fault {
  switch (kind) {
    case 'slow': {
      // Mostly short; one in five is longer than the program waits for an answer.
      const ms = draw(2) < 0.8 ? draw(3) * 5_000 : draw(3) * 100_000
      return draw(4) < 0.5 ? { kind, beforeMs: ms, afterMs: 0 } : { kind, beforeMs: 0, afterMs: ms }
    }
    case 'late':
    case 'twice':
      return { kind, afterMs: draw(2) < 0.5 ? draw(3) * 20_000 : draw(3) * latestMs }
    case 'status':
      return { kind, ...statusOf(draw) }
    default:
      return { kind }
  }
}

function statusOf(draw: (index: number) => number): { status: number; headers: Record<string, string> } {
  const status = [429, 429, 500, 502, 503, 503, 504, 401][Math.floor(draw(2) * 8)] ?? 503
  const asksToWait = (status === 429 || status === 503) && draw(3) < 0.5
  return { status, headers: asksToWait ? { 'retry-after': String(Math.floor(draw(4) * 30)) } : {} }
}

/** Numbers from 0 to 1 that depend only on the text and their index. */
function drawsOf(text: string): (index: number) => number {
  const digest = createHash('sha256').update(text).digest()
  return (index) => digest.readUInt32BE(index * 4) / 4_294_967_296
}
