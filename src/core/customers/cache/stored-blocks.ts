import type { ConnectionRegion } from '../../connections/connection-region.ts'
import { freeIfAlone } from '../../database/block-codec.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { decodeListPart, encodeListPart, listPartOf, recordsOfPart, type ListPart } from '../packed/list-part.ts'
import { createRecordPacker, type PackedRecord } from '../packed/packed-record.ts'
import {
  decodeBlock,
  decodeKeys,
  encodeBlock,
  entriesOf,
  type BlockEntry,
  type BlockKeys,
  type RecordBlock,
  type StoredBlock,
} from './record-block.ts'
import { fromRecordText } from '../record/record-text.ts'

/** A record of a block that is to be written. */
export interface PackedEntry extends BlockEntry {
  readonly packed: PackedRecord
}

/** New records, which are behind all others, as the list has them. */
export interface AppendedBlock {
  readonly numbers: Uint32Array
  readonly part: ListPart
}

/** What a block is read for. `gone`: there is no such block, because its connection was removed. */
type Reading<T> = T | 'damaged' | 'gone'

/**
 * The blocks of a connection and region on the disk, each named by its first number: records in `customer_block`, and in
 * `customer_list` what the list has of them, so that a start does not parse them. A part of the list that is missing or does
 * not fit its block is made again.
 */
export interface StoredBlocks {
  /** In the order of their numbers. */
  all(): { readonly first: number; readonly last: number }[]
  keys(first: number): Reading<BlockKeys>
  read(first: number): Reading<RecordBlock>
  /** The keys of a block and its part of the list. Null: none is stored that fits. */
  listed(first: number): Reading<{ readonly keys: BlockKeys; readonly part: ListPart | null }>
  /** The records of a block, to write them again. */
  entries(first: number, block: RecordBlock): PackedEntry[]
  /** Returns what the list has of them. */
  insert(entries: readonly PackedEntry[], withPart: boolean): AppendedBlock
  update(first: number, last: number, entries: readonly PackedEntry[]): void
  remove(first: number): void
  /** Stores the missing part of a block that has not changed since it was read. */
  savePart(first: number, keys: BlockKeys, part: ListPart): void
  readonly pack: (record: Parameters<ReturnType<typeof createRecordPacker>>[0]) => PackedRecord
}

export function createStoredBlocks(database: Database, scope: ConnectionRegion): StoredBlocks {
  const pack = createRecordPacker(scope.region)
  const byFirst = (first: number): [string, string, number] => [...scopeParams(scope), first]

  const savePart = (first: number, part: ListPart, checksum: number): void => {
    // Without its block, nothing is stored: the connection is being removed.
    database.run(
      `INSERT INTO customer_list (connection_id, region, first, part)
       SELECT connection_id, region, first, ? FROM customer_block WHERE ${inScope} AND first = ?
       ON CONFLICT DO UPDATE SET part = excluded.part`,
      [encodeListPart(part, checksum), ...byFirst(first)],
    )
  }
  const storedPart = (first: number, keys: BlockKeys): ListPart | null => {
    const stored = database.get<{ part: Uint8Array }>(
      `SELECT part FROM customer_list WHERE ${inScope} AND first = ?`,
      byFirst(first),
    )
    if (!stored) return null
    const part = decodeListPart(stored.part, keys.checksum, keys.numbers.length)
    freeIfAlone(stored.part)
    return part
  }
  const readKeys = (first: number): Reading<BlockKeys> => {
    const stored = database.get<Pick<StoredBlock, 'keys'>>(
      `SELECT keys FROM customer_block WHERE ${inScope} AND first = ?`,
      byFirst(first),
    )
    return stored ? decodeKeys(stored.keys) : 'gone'
  }

  return {
    pack,
    all: () =>
      database.all<{ first: number; last: number }>(
        `SELECT first, last FROM customer_block WHERE ${inScope} ORDER BY first`,
        scopeParams(scope),
      ),
    keys: readKeys,
    read(first) {
      const stored = database.get<StoredBlock>(
        `SELECT keys, records FROM customer_block WHERE ${inScope} AND first = ?`,
        byFirst(first),
      )
      return stored ? decodeBlock(stored) : 'gone'
    },
    listed(first) {
      const keys = readKeys(first)
      return typeof keys === 'string' ? keys : { keys, part: storedPart(first, keys) }
    },
    entries(first, block) {
      const part = storedPart(first, block)
      const packed = part && recordsOfPart(part)
      return entriesOf(block).map((entry, at) => ({
        ...entry,
        packed: packed?.[at] ?? pack(fromRecordText(entry.id, entry.line)),
      }))
    },
    insert(entries, withPart) {
      const { keys, records } = encodeBlock(entries)
      const part = listPartOf(entries)
      const [first, last] = [entries[0]?.number ?? 0, entries.at(-1)?.number ?? 0]
      database.run(
        'INSERT INTO customer_block (connection_id, region, first, last, keys, records) VALUES (?, ?, ?, ?, ?, ?)',
        [...byFirst(first), last, keys, records],
      )
      if (withPart) savePart(first, part, checksumOf(keys))
      return { numbers: Uint32Array.from(entries, ({ number }) => number), part }
    },
    update(first, last, entries) {
      const { keys, records } = encodeBlock(entries)
      database.run(`UPDATE customer_block SET last = ?, keys = ?, records = ? WHERE ${inScope} AND first = ?`, [
        last,
        keys,
        records,
        ...byFirst(first),
      ])
      savePart(first, listPartOf(entries), checksumOf(keys))
    },
    remove(first) {
      for (const table of ['customer_block', 'customer_list']) {
        database.run(`DELETE FROM ${table} WHERE ${inScope} AND first = ?`, byFirst(first))
      }
    },
    savePart: (first, { checksum }, part) => savePart(first, part, checksum),
  }
}

/** The checksum at the end of stored keys. */
function checksumOf(keys: Uint8Array): number {
  return Buffer.from(keys.buffer, keys.byteOffset, keys.length).readUInt32LE(keys.length - 4)
}
