import type { Answer, CallOptions, RemoteCustomer, ServiceClient } from '../../service/service-client.ts'

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
