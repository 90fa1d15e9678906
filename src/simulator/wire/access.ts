import type { Region } from './reading.ts'
import { Refusal } from './refusal.ts'

/** The messages of part 7 for one kind of record. */
export interface AccessWords {
  readonly unknown: string
  readonly notYours: string
  readonly otherRegion: string
}

/**
 * A record, when it is there, belongs to the account and lies in the region; else refused in this order: 404, 403, 400.
 * Which statuses go with the messages is not shown in the interface.
 */
export function accessible<Row extends { readonly account_id: number; readonly region: Region }>(
  row: Row | undefined,
  accountId: number,
  region: Region,
  words: AccessWords,
): Row {
  if (!row) throw new Refusal(404, words.unknown)
  if (row.account_id !== accountId) throw new Refusal(403, words.notYours)
  if (row.region !== region) throw new Refusal(400, words.otherRegion)
  return row
}
