import type { PageReading, RemoteCustomer } from '../../service/service-client.ts'
import { isPlainRecord, PlainPage, type PlainRecord } from '../plain/plain-page.ts'
import type { KnownRecords } from './known-records.ts'

/** A record that was read, its number, and the run that it was listed in; −1: its page was read in the ordinary way. */
export type ListedRecord = (PlainRecord | { readonly record: RemoteCustomer }) & {
  readonly number: number
  readonly run: number
}

export const recordOf = (listed: ListedRecord): RemoteCustomer | PlainRecord =>
  isPlainRecord(listed) ? listed : listed.record

type KnownListing = Pick<KnownRecords, 'listParsed' | 'listPlain' | 'listRun' | 'rememberRun' | 'rememberPage'>

/** Counts the records of a page as listed, and returns those that have to be compared with the cache. */
export function listPage(
  known: KnownListing,
  customers: readonly RemoteCustomer[],
  reading: PageReading | undefined,
): ListedRecord[] {
  if (!reading) return customers.map((record) => ({ record, number: known.listParsed(record), run: -1 }))
  const plain = reading.plain instanceof PlainPage ? reading.plain : null
  const { order, texts, digests } = reading
  const listed: ListedRecord[] = []
  const runs = new Int32Array(reading.runs.length)
  let [parsed, text] = [0, 0]
  for (let at = 0; at < runs.length; at += 1) {
    const recognised = reading.runs[at]!
    if (recognised >= 0) {
      known.listRun(recognised)
      runs[at] = recognised
      continue
    }
    const { count, digestAt } = texts[text++]!
    const remember = (numbers: readonly number[]): number =>
      digestAt < 0 ? -1 : known.rememberRun(digests, digestAt, numbers)
    const ofRun = order.subarray(listed.length, listed.length + count)
    if (plain && areConsecutive(ofRun)) {
      const numbers = known.listPlain(plain, ofRun[0]!, count)
      runs[at] = remember(numbers)
      addPlain(listed, plain, ofRun[0]!, numbers, runs[at]!)
      continue
    }
    const records = Array.from(ofRun, (inPage) => (plain && inPage >= 0 ? { plain, at: inPage } : customers[parsed++]!))
    const numbers = records.map((each) => known.listParsed(each))
    const run = remember(numbers)
    runs[at] = run
    for (const [place, each] of records.entries()) {
      const number = numbers[place]!
      listed.push(isPlainRecord(each) ? { ...each, number, run } : { record: each, number, run })
    }
  }
  if (reading.page !== null && !runs.includes(-1)) known.rememberPage(reading.page, runs)
  return listed
}

/** Whether all of these records are plain, which have numbers in their order. */
const areConsecutive = (order: Int32Array): boolean =>
  order.length > 0 && order[0]! >= 0 && order.at(-1)! - order[0]! === order.length - 1

/** Adds plain records from one of a page on. Not in the loop above: V8 compiles all of a function that has a long loop. */
function addPlain(
  listed: ListedRecord[],
  plain: PlainPage,
  first: number,
  numbers: readonly number[],
  run: number,
): void {
  for (let at = 0; at < numbers.length; at += 1) listed.push({ plain, at: first + at, number: numbers[at]!, run })
}

/** Notes what a transaction has saved. */
export function confirmSaved(known: Pick<KnownRecords, 'confirm'>, saved: readonly ListedRecord[]): void {
  for (let at = 0; at < saved.length; at += 1) known.confirm(saved[at]!.number, saved[at]!.run)
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
