import { wordsPerUuid } from '../record/uuid-words.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { isPlainRecord, plainDigest, type PlainRecord } from '../plain/plain-page.ts'
import type { RecordIndex } from './record-index.ts'
import { hasSameFields, type RecordDigest } from '../record/record-text.ts'
import type { ScopeRecords } from './scope-records.ts'
import type { NewEntry } from './stored-blocks.ts'

/** Whether the record at this place of the index has what this digest was made of. */
export function isKnown(
  index: Pick<RecordIndex, 'digestAt' | 'isCompared'>,
  place: number,
  digest: RecordDigest,
): boolean {
  const existing = index.digestAt(place)
  // An unknown field that changes at each reading, such as a time, is no change of the customer.
  return hasSameFields(existing, digest) && (index.isCompared(place) || existing.other === digest.other)
}

/**
 * Adds a new customer to the index and to `added`, without reading it as an object. False: it is one that has changed. Not a closure of
 * the save: V8 compiles each closure for itself, so each page of a first sync would have new code.
 */
function savePlain(
  records: Pick<ScopeRecords, 'index' | 'nextNumber'>,
  added: NewEntry[],
  record: PlainRecord,
): boolean {
  const { plain, at } = record
  const index = records.index()
  const place = index.findUuid(plain.ids, at * wordsPerUuid)
  const digest = plainDigest(record)
  if (place >= 0) {
    if (!isKnown(index, place, digest)) return false
    index.markCompared(place)
    return true
  }
  const number = records.nextNumber()
  index.markCompared(index.addUuid(number, plain.ids, at * wordsPerUuid, digest))
  added.push({ number, plain, at })
  return true
}

/** Saves plain records from one on, and returns where another way is needed: at the end, or at one that has changed or is not plain. */
export function savePlainFrom(
  records: Pick<ScopeRecords, 'index' | 'nextNumber'>,
  added: NewEntry[],
  incoming: readonly (RemoteCustomer | PlainRecord)[],
  first: number,
): number {
  for (let at = first; at < incoming.length; at += 1) {
    const each = incoming[at]!
    if (!isPlainRecord(each) || !savePlain(records, added, each)) return at
  }
  return incoming.length
}
