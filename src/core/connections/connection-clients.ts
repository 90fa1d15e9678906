import type { ConnectionTest } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import type { Announcer } from '../events/announcer.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import { readServiceAddress } from '../service/service-address.ts'
import type { Answer, CallOptions, ServiceClient } from '../service/service-client.ts'
import { probeFailure } from '../service/service-failures.ts'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionRow, ConnectionRows } from './connection-rows.ts'
import type { ConnectionUsageLog } from './connection-usage.ts'
import { checkSendable } from './credential-vault.ts'
import { monitorReachability } from './reachability.ts'
import { notReached, type ClientTarget, type ServiceEndpoint, type ServiceEndpoints } from './service-endpoints.ts'
import { refusesRegion } from '../service/failure-text.ts'

/** A test must answer while the user waits. */
const testTimeoutMs = 15_000

/** One attempt while the user waits. */
const oneAttempt = (signal: AbortSignal): CallOptions => ({ signal, timeoutMs: testTimeoutMs, attempts: 1 })

interface ClientParts {
  readonly rows: ConnectionRows
  readonly endpoints: ServiceEndpoints
  readonly usageLog: ConnectionUsageLog
  currentRow(): ConnectionRow | null
}

/** The calls of the connections: a client for each, and tests. Their outcomes say whether the service can be reached. */
export function createConnectionClients(
  { clock, log, announcer }: { readonly clock: Clock; readonly log: Log; readonly announcer: Announcer },
  { rows, endpoints, usageLog, currentRow }: ClientParts,
) {
  const checkNow = async (signal: AbortSignal): Promise<void> => {
    const row = currentRow()
    const answer = row && (await client(row.id, row.region))
    if (answer?.ok) await answer.value.listCustomers({ offset: 0, limit: 1 }, oneAttempt(signal))
  }

  const reachability = monitorReachability({
    clock,
    log,
    onChanged: () => announcer.announce('connections.changed'),
    call: checkNow,
  })

  const recordOutcome = (connectionId: string, failure: FailureKind | null): void => {
    if (rows.currentId() === connectionId) reachability.recordOutcome(failure)
  }

  const targetOf = (row: ConnectionRow, region: Region): ClientTarget => ({
    region,
    advanced: row.advanced,
    onOutcome: (failure) => recordOutcome(row.id, failure),
    onCallsLeft: (callsLeft) => usageLog.saveCallsLeft(row.id, callsLeft),
  })

  const client = async (connectionId: string, region: Region): Promise<Answer<ServiceClient>> => {
    const row = rows.find(connectionId)
    if (!row) {
      return notReached('sign-in-required', connectionMessages.connectionRemoved, connectionMessages.connectAgain)
    }
    const endpoint = await endpoints.forConnection(row)
    if (endpoint.ok) return { ok: true, value: endpoints.client(endpoint.value, targetOf(row, region)) }
    recordOutcome(connectionId, endpoint.error.failure.kind)
    return endpoint
  }

  const call = async (
    endpoint: ServiceEndpoint,
    target: ClientTarget,
    isEntered: boolean,
    signal: AbortSignal,
  ): Promise<ConnectionTest> => {
    const answer = await endpoints.client(endpoint, target).listCustomers({ offset: 0, limit: 1 }, oneAttempt(signal))
    const judged = answer.ok ? answer : { ok: false as const, error: probeFailure(answer.error, isEntered) }
    return judgeConnection(judged, endpoint.baseUrl.startsWith('https:'))
  }

  const testEntered: DomainHandlers<'connections', AbortSignal>['test'] = async (
    { baseUrl, region, credentials },
    signal,
  ) => {
    const address = readServiceAddress(baseUrl)
    if (!address.ok) return judgeConnection(notReached('wrong-address', address.reason, address.next), true)
    checkSendable(credentials)
    // A test of new credentials does not change the reachability of the connection in use.
    const target: ClientTarget = { region, advanced: defaultAdvanced, onOutcome: () => undefined }
    const endpoint = endpoints.forCredentials(address.url, credentials, defaultAdvanced.tokenMarginSeconds)
    return call(endpoint, target, true, signal)
  }

  return {
    client,
    /** Whether the service of the connection in use can be reached. */
    reachability,
    /** Makes one short call of the connection in use. Its outcome updates the reachability. */
    checkNow,
    /** Tests what the user entered. The reachability of the connection in use does not change. */
    testEntered,
    /** Tests a saved connection. */
    async test(row: ConnectionRow, signal: AbortSignal): Promise<ConnectionTest> {
      const endpoint = await endpoints.forConnection(row)
      return endpoint.ok
        ? call(endpoint.value, targetOf(row, row.region), false, signal)
        : judgeConnection(endpoint, true)
    },
  }
}

type Step = ConnectionTest['steps'][number]['step']

const order: readonly Step[] = ['address', 'network', 'certificate', 'credentials', 'licence', 'region', 'list']

/**
 * The step at which a call with this failure stopped. Local failures count as the network step: nothing after it was
 * tested.
 */
const failedStep: Readonly<Record<FailureKind, Step>> = {
  'invalid-input': 'address',
  'wrong-address': 'address',
  'not-found': 'address',
  offline: 'network',
  timeout: 'network',
  'service-down': 'network',
  cancelled: 'network',
  'storage-locked': 'network',
  'storage-damaged': 'network',
  'storage-busy': 'network',
  'disk-full': 'network',
  'storage-read-only': 'network',
  unexpected: 'network',
  certificate: 'certificate',
  'sign-in-required': 'credentials',
  'vault-unreadable': 'credentials',
  'rate-limited': 'credentials',
  'no-licence': 'licence',
  rejected: 'licence',
  conflict: 'licence',
  'needs-confirmation': 'licence',
}

/**
 * Judges a connection by one call, step by step. `answer` is that of the shortest customer list, which needs all steps,
 * in this order.
 */
export function judgeConnection(answer: Answer<unknown>, isEncrypted: boolean): ConnectionTest {
  const { passed, noCertificateNeeded, skipped } = connectionMessages.test
  const passedText = (step: Step): string =>
    step === 'certificate' && !isEncrypted ? noCertificateNeeded : passed[step]
  if (answer.ok) return { ok: true, steps: order.map((step) => ({ step, state: 'passed', words: passedText(step) })) }
  const { failure, words } = answer.error
  const failedText = failure.next ? `${failure.message} ${failure.next}` : failure.message
  const failedIndex = order.indexOf(words !== undefined && refusesRegion(words) ? 'region' : failedStep[failure.kind])
  return {
    ok: false,
    steps: order.map((step, index) => {
      if (index === failedIndex) return { step, state: 'failed', words: failedText }
      return index < failedIndex
        ? { step, state: 'passed', words: passedText(step) }
        : { step, state: 'not-reached', words: skipped }
    }),
  }
}
