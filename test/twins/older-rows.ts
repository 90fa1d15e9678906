import type { Database } from '../../src/core/database/database.ts'
import type { RowPack } from '../../src/core/drafts/storage/row-pack.ts'
import { rowsOfPack } from '../../src/core/uploads/pack-texts.ts'

type StoredPack = RowPack & { readonly number: number; readonly upload_id: string; readonly batch: number | null }

/** Stores the rows of all uploads as versions before the packs did: each by itself, in the table `upload_row`. */
export function storeAsOlderRows(database: Database): void {
  database.transaction(() => {
    for (const pack of database.all<StoredPack>('SELECT * FROM upload_pack')) {
      for (const row of rowsOfPack(database, pack)) {
        database.run(
          `INSERT INTO upload_row (upload_id, row, batch, body, original, known, corrects_row, outcome, reason, customer_id, duplicate_id)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          [
            pack.upload_id,
            row.row,
            pack.batch,
            row.body,
            row.original,
            row.known ? 1 : 0,
            row.correctsRow,
            row.outcome,
            row.reason,
            row.customerId,
            row.duplicateId,
          ],
        )
      }
    }
    database.run('DELETE FROM upload_pack')
    // As the migration does it.
    database.run(
      `INSERT OR REPLACE INTO upload_customer
       SELECT upload_id, row, customer_id FROM upload_row WHERE customer_id IS NOT NULL`,
    )
  })
}
