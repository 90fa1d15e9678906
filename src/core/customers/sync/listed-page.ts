import type { PageReading, RemoteCustomer } from '../../service/service-client.ts'
import { isPlainRecord, plainRecordsOf, type PlainRecord, type PlainRecords } from '../cache/plain-records.ts'
import type { KnownRecords } from './known-records.ts'

/** A record that was read, its number, and the run that it was listed in; −1: its page was read in the ordinary way. */
export interface ListedRecord {
  readonly record: RemoteCustomer | PlainRecord
  readonly number: number
  readonly run: number
}

/** Counts the records of a page as listed, and returns those that have to be compared with the cache. */
export function listPage(
  known: Pick<KnownRecords, 'listParsed' | 'listRun' | 'rememberRun' | 'rememberPage'>,
  customers: readonly RemoteCustomer[],
  reading: PageReading | undefined,
): ListedRecord[] {
  if (!reading) return customers.map((record) => ({ record, number: known.listParsed(record), run: -1 }))
  const plain = reading.plain && plainRecordsOf(reading.plain)
  const listed: ListedRecord[] = []
  const parsed = customers.values()
  const texts = reading.texts.values()
  const runs = reading.runs.map((recognised) => {
    const text = recognised < 0 ? texts.next().value : undefined
    if (!text) {
      known.listRun(recognised)
      return recognised
    }
    const records = Array.from(
      reading.order.subarray(listed.length, listed.length + text.count),
      (at): RemoteCustomer | PlainRecord => (plain && at >= 0 ? { plain, at } : parsed.next().value!),
    )
    const numbers = records.map((record) => known.listParsed(record))
    const run = text.digest === null ? -1 : known.rememberRun(text.digest, numbers)
    records.forEach((record, at) => listed.push({ record, number: numbers[at]!, run }))
    return run
  })
  if (reading.page !== null && !runs.includes(-1)) known.rememberPage(reading.page, runs)
  return listed
}

/** Frees the pages whose plain records were all saved. `unsaved`: the records behind them. */
export function freeSaved(saved: readonly ListedRecord[], unsaved: readonly ListedRecord[]): void {
  const pageOf = ({ record }: ListedRecord): PlainRecords | null => (isPlainRecord(record) ? record.plain : null)
  const next = unsaved.find(({ record }) => isPlainRecord(record))
  const pages = new Set(saved.map(pageOf))
  for (const page of pages) if (page && !(next && pageOf(next) === page)) page.free()
}
