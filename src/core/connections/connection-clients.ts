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
import { judgeConnection } from './connection-test.ts'
import type { ConnectionUsageLog } from './connection-usage.ts'
import { checkSendable } from './credential-vault.ts'
import { monitorReachability } from './reachability.ts'
import { notReached, type ClientTarget, type ServiceEndpoint, type ServiceEndpoints } from './service-endpoints.ts'

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

export interface ConnectionClients {
  readonly client: (connectionId: string, region: Region) => Promise<Answer<ServiceClient>>
  /** Whether the service of the connection in use can be reached. */
  readonly reachability: ReturnType<typeof monitorReachability>
  /** Makes one short call of the connection in use. Its outcome updates the reachability. */
  checkNow(signal: AbortSignal): Promise<void>
  /** Tests what the user entered. The reachability of the connection in use does not change. */
  readonly testEntered: DomainHandlers<'connections', AbortSignal>['test']
  /** Tests a saved connection. */
  test(row: ConnectionRow, signal: AbortSignal): Promise<ConnectionTest>
}

/** The calls of the connections: a client for each, and tests. Their outcomes say whether the service can be reached. */
export function createConnectionClients(
  { clock, log, announcer }: { readonly clock: Clock; readonly log: Log; readonly announcer: Announcer },
  { rows, endpoints, usageLog, currentRow }: ClientParts,
): ConnectionClients {
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

  return {
    client,
    reachability,
    checkNow,
    async testEntered({ baseUrl, region, credentials }, signal) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) return judgeConnection(notReached('wrong-address', address.reason, address.next), true)
      checkSendable(credentials)
      // A test of new credentials does not change the reachability of the connection in use.
      const target: ClientTarget = { region, advanced: defaultAdvanced, onOutcome: () => undefined }
      return call(
        endpoints.forCredentials(address.url, credentials, defaultAdvanced.tokenMarginSeconds),
        target,
        true,
        signal,
      )
    },
    async test(row, signal) {
      const endpoint = await endpoints.forConnection(row)
      return endpoint.ok
        ? call(endpoint.value, targetOf(row, row.region), false, signal)
        : judgeConnection(endpoint, true)
    },
  }
}
