import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Clock } from '../ports/clock.ts'
import { orCancelled } from './http-call.ts'
import type { Answer, Product, ServiceFailure } from './service-client.ts'
import { noService, notOffered, unavailableNow } from './service-failures.ts'

/** One cheap call that shows whether the service is at the address: its failure; null: it is there. */
type Probe = Answer<unknown>

/** The probes of a connection, shared by its clients. `failed`: the last one that failed. */
export interface Probes {
  /** The last one that has begun. */
  running: Promise<Probe> | null
  /** Begins when that one has ended. */
  next: Promise<Probe> | null
  failed: { readonly probe: Extract<Probe, { ok: false }>; readonly atMs: number } | null
}

/** A failed probe is not repeated for so long: as nothing is believed after it, it may be older than the 404. */
const failedForMs = 5_000

interface PresenceParts {
  readonly probes: Probes
  readonly callProbe: () => Promise<Probe>
  readonly clock: Pick<Clock, 'monotonicMs'>
}

/**
 * Finds out what a 404 without a message of the interface means. A gateway, a sign-in page or a service that moves answers 404 as
 * well, for a while and for any path. So it is believed only when a probe that started after it shows the service: an
 * answer from before proves nothing.
 */
export async function explainNotFound(
  call: { readonly isOfRecord?: boolean; readonly product: Product },
  refused: ServiceFailure,
  parts: PresenceParts,
  signal: AbortSignal | undefined,
): Promise<ServiceFailure> {
  const { failed } = parts.probes
  const isRecent = failed !== null && parts.clock.monotonicMs() - failed.atMs < failedForMs
  const isStillAbsent = isRecent && !showsService(call.product, failed.probe.error)
  const probe = isStillAbsent ? failed.probe : await orCancelled(probeFromNow(parts), signal, true)
  if (probe.ok || showsService(call.product, probe.error)) {
    if (call.isOfRecord) return refused
    // Uploads are a part of what the probe has shown.
    return call.product === 'recapture' ? unavailableNow(refused) : notOffered(refused)
  }
  if (probe.error.failure.kind === 'cancelled') return probe.error
  const { failure, retryAfterMs, doubt } = probe.error.doubt === 'not-found' ? noService(probe.error) : probe.error
  // The call itself was refused, so it had no effect.
  return {
    failure,
    retryAfterMs,
    certainty: 'refused',
    status: refused.status,
    ...(doubt === undefined ? {} : { doubt }),
  }
}

/** A probe that starts after this call, one for all that wait for it. */
function probeFromNow({ probes, callProbe, clock }: PresenceParts): Promise<Probe> {
  const start = async (): Promise<Probe> => {
    // Answers that came together share it.
    await Promise.allSettled([probes.running, yieldToEventLoop()])
    probes.next = null
    probes.running = callProbe()
    const probe = await probes.running
    if (!probe.ok) probes.failed = { probe, atMs: clock.monotonicMs() }
    return probe
  }
  probes.next ??= start()
  return probes.next
}

/**
 * Whether a refused probe shows the service. An account may have no licence for the list of customers, and the service says so. For a
 * customer or an upload only the list itself is enough: gateways refuse calls too.
 */
const showsService = (product: Product, { status, doubt }: ServiceFailure): boolean =>
  product !== 'recapture' &&
  doubt === undefined &&
  status !== null &&
  status >= 400 &&
  status < 500 &&
  ![401, 407, 408, 429].includes(status)
