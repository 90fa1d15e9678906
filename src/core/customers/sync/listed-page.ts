import type { PageReading, RemoteCustomer } from '../../service/service-client.ts'
import { isPlainRecord, PlainPage, type PlainRecord } from '../plain/plain-page.ts'
import type { KnownRecords } from './known-records.ts'

/** A record that was read, its number, and the run that it was listed in; −1: its page was read in the ordinary way. */
export type ListedRecord = (PlainRecord | { readonly record: RemoteCustomer }) & {
  readonly number: number
  readonly run: number
}

type BeingListed = (PlainRecord | { readonly record: RemoteCustomer }) & { number: number; run: number }

export const recordOf = (listed: ListedRecord): RemoteCustomer | PlainRecord =>
  isPlainRecord(listed) ? listed : listed.record

/** Counts the records of a page as listed, and returns those that have to be compared with the cache. */
export function listPage(
  known: Pick<KnownRecords, 'listParsed' | 'listRun' | 'rememberRun' | 'rememberPage'>,
  customers: readonly RemoteCustomer[],
  reading: PageReading | undefined,
): ListedRecord[] {
  if (!reading) return customers.map((record) => ({ record, number: known.listParsed(record), run: -1 }))
  const plain = reading.plain instanceof PlainPage ? reading.plain : null
  const { order, texts } = reading
  const listed: BeingListed[] = []
  const runs = new Int32Array(reading.runs.length)
  const numbers: number[] = []
  let [parsed, text] = [0, 0]
  // Loops by index: an iterator makes an object for each record, and a first sync has many.
  for (let at = 0; at < runs.length; at += 1) {
    const recognised = reading.runs[at]!
    if (recognised >= 0) {
      known.listRun(recognised)
      runs[at] = recognised
      continue
    }
    const { count, digestAt } = texts[text++]!
    const first = listed.length
    numbers.length = 0
    for (let place = first; place < first + count; place += 1) {
      const inPage = order[place]!
      const each: BeingListed =
        plain && inPage >= 0
          ? { plain, at: inPage, number: 0, run: -1 }
          : { record: customers[parsed++]!, number: 0, run: -1 }
      each.number = known.listParsed(recordOf(each))
      numbers.push(each.number)
      listed.push(each)
    }
    const run = digestAt < 0 ? -1 : known.rememberRun(reading.digests, digestAt, numbers)
    for (let place = first; place < listed.length; place += 1) listed[place]!.run = run
    runs[at] = run
  }
  if (reading.page !== null && !runs.includes(-1)) known.rememberPage(reading.page, runs)
  return listed
}

/** Frees the pages whose plain records were all saved. `unsaved`: the records behind them. */
export function freeSaved(saved: readonly ListedRecord[], unsaved: readonly ListedRecord[]): void {
  const pageOf = (listed: ListedRecord): PlainPage | null => (isPlainRecord(listed) ? listed.plain : null)
  const next = unsaved.find(pageOf)
  const kept = next ? pageOf(next) : null
  let last: PlainPage | null = null
  for (const listed of saved) {
    const page = pageOf(listed)
    // The records of a page are behind one another.
    if (!page || page === last) continue
    last = page
    if (page !== kept) page.free()
  }
}
