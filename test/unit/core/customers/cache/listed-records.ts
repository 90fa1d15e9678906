import type { RecordStore } from '../../../../../src/core/customers/cache/record-store.ts'
import { toRecordText } from '../../../../../src/core/customers/record/record-text.ts'
import type { ConnectionRegion } from '../../../../../src/core/connections/connection-region.ts'
import { recordsOfPart } from '../../../../../src/core/customers/packed/list-part.ts'
import { createRecordPacker, type PackedRecord } from '../../../../../src/core/customers/packed/packed-record.ts'

const comparable = (packed: PackedRecord) => ({
  ...packed,
  searched: Buffer.from(packed.searched).toString('latin1'),
  unsearched: Buffer.from(packed.unsearched).toString('latin1'),
})

/** What the list of a scope is filled with, record by record. */
export const listedRecords = (store: Pick<RecordStore, 'listBlocks'>, scope: ConnectionRegion) =>
  [...store.listBlocks(scope)].flatMap(({ numbers, part, idAt }) =>
    (recordsOfPart(part) ?? []).map((packed, at) => ({
      number: numbers[at],
      id: idAt(at),
      ...comparable(packed),
      sightedLine: part.sighted.find((each) => each.at === at)?.line ?? null,
    })),
  )

/** The same, made from the records themselves. */
export function recordsAsListed(store: Pick<RecordStore, 'each'>, scope: ConnectionRegion) {
  const pack = createRecordPacker(scope.region)
  return [...store.each(scope)].map(({ number, record }) => ({
    number,
    id: record.id,
    ...comparable(pack(record)),
    sightedLine: record.sightings.length > 0 ? toRecordText(record).line : null,
  }))
}
