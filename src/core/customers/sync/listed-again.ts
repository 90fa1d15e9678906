import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Signal } from '../../events/signal.ts'
import type { OpenStorage } from '../../open-storage.ts'
import type { CallOptions, ServiceClient, Answer, RemoteCustomer } from '../../service/service-client.ts'
import type { Bin } from '../changes/bin.ts'
import type { ChangeLedger } from '../changes/change-ledger.ts'
import type { CustomerUpdate } from './apply-results.ts'

/** Corrects what was taken for deleted, by the key of another account for example, when the service has it after all. */
export type ListedAgain = ReturnType<typeof createListedAgain>

export interface ListedAgainParts {
  readonly bin: Pick<Bin, 'deletedIds' | 'remove'>
  readonly ledger: ChangeLedger
  /** Emits the id of a connection that has a new change to send. */
  readonly sendRequests: Signal<string>
  readonly updates: Signal<CustomerUpdate>
  /** Aborts when the customers close. */
  readonly ended: AbortSignal
}

/** The user waits for a restore. */
const existingTimeoutMs = 10_000

export function createListedAgain(
  { connections, database }: Pick<OpenStorage, 'connections' | 'database'>,
  { bin, ledger, sendRequests, updates, ended }: ListedAgainParts,
) {
  /** A list can be older than a deletion, so the records are read too. */
  const leaveBin = async (
    scope: ConnectionRegion,
    client: ServiceClient,
    ids: readonly string[],
    callOptions: CallOptions,
  ): Promise<readonly string[]> => {
    const existing = await confirmRecords(client, ids, callOptions, ({ ok }) => ok)
    if (callOptions.signal?.aborted || existing.length === 0) return []
    database.transaction(() => {
      for (const id of existing) {
        bin.remove(scope, id)
        ledger.addHistory(scope, id, 'listed-again')
      }
    })
    updates.emit({ scope, sighted: true, ids: existing })
    return existing
  }

  const retryEdits = (scope: ConnectionRegion, isListed: (id: string) => boolean): void => {
    if (ledger.edits.counts(scope).failed === 0) return
    const listed = ledger.edits.ofVanished(scope).filter(({ customerId }) => isListed(customerId))
    if (listed.length === 0) return
    database.transaction(() => listed.forEach((edit) => ledger.retry(edit, false)))
    updates.emit({ scope, sighted: true, ids: listed.map(({ customerId }) => customerId) })
    sendRequests.emit(scope.connectionId)
  }

  return {
    /**
     * After a complete list: records of the bin that the service has leave it, and edits that failed with their records are sent. Returns
     * how many left the bin.
     */
    async takeBack(
      scope: ConnectionRegion,
      client: ServiceClient,
      isListed: (id: string) => boolean,
      signal: AbortSignal,
    ): Promise<number> {
      retryEdits(scope, isListed)
      return (await leaveBin(scope, client, bin.deletedIds(scope).filter(isListed), { signal })).length
    },
    /**
     * Takes those of the records that the service has out of the bin: restored, they would be doubled. Returns them; without a connection
     * to the service none.
     */
    async takeBackExisting(scope: ConnectionRegion, ids: readonly string[]): Promise<readonly string[]> {
      const client = await connections.client(scope.connectionId, scope.region)
      return client.ok ? leaveBin(scope, client.value, ids, { signal: ended, timeoutMs: existingTimeoutMs }) : []
    },
  }
}

/** The most records that are confirmed one by one. */
export const maxConfirmed = 50
const callsAtOnce = 10

/**
 * The records for which the service's answer has this meaning, found by calls for an even sample: all of them when the whole sample has
 * it, else only those that were called.
 */
export async function confirmRecords(
  client: Pick<ServiceClient, 'getCustomer'>,
  ids: readonly string[],
  callOptions: CallOptions,
  isMeant: (answer: Answer<RemoteCustomer>) => boolean,
): Promise<readonly string[]> {
  const sample = evenSample(ids, maxConfirmed)
  const found: string[] = []
  for (let first = 0; first < sample.length; first += callsAtOnce) {
    const called = sample.slice(first, first + callsAtOnce)
    // Together: their 404s need one probe.
    const answers = await Promise.all(called.map((id) => client.getCustomer(id, { ...callOptions, attempts: 1 })))
    found.push(...called.filter((_, at) => isMeant(answers[at]!)))
  }
  return found.length === sample.length ? ids : found
}

/** At most `limit` items, evenly spaced over the list. */
function evenSample<T>(items: readonly T[], limit: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / limit))
  return items.filter((_, index) => index % step === 0)
}
