import type { Database } from '../database/database.ts'
import { hasCustomerIn, type RowPack } from '../drafts/storage/row-pack.ts'

export interface PackColumns {
  readonly number: number
  readonly batch: number | null
  readonly rows: number
  readonly first_row: number
  readonly last_row: number
  readonly unresolved: number
  readonly numbers: Uint8Array
  readonly states: Uint8Array
  readonly corrects: Uint8Array | null
  readonly details: Uint8Array | null
  readonly bodies: Uint8Array | null
  readonly originals: Uint8Array
}

/** `batch`: null for excluded rows. */
export function insertPack(database: Database, uploadId: string, batch: number | null, pack: RowPack): void {
  const unresolved = batch === null ? 0 : pack.states.reduce((sum, state) => sum + (hasCustomerIn(state) ? 0 : 1), 0)
  database.run(
    `INSERT INTO upload_pack (upload_id, batch, rows, first_row, last_row, unresolved, numbers, states, corrects, details, bodies, originals)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      uploadId,
      batch,
      pack.rows,
      pack.firstRow,
      pack.lastRow,
      unresolved,
      pack.numbers,
      pack.states,
      pack.corrects,
      pack.details,
      pack.bodies,
      pack.originals,
    ],
  )
}
