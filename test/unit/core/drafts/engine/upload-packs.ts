import { isDeepStrictEqual } from 'node:util'
import type { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { packSent, type PackedRows, type PackForm } from '../../../../../src/core/drafts/storage/pack-upload.ts'
import { unpackJournalRows } from '../../../../../src/core/drafts/storage/row-pack.ts'

/** What the upload of a draft has as its batches. */
export function packsOf(engine: DraftEngine, form: PackForm): PackedRows[] {
  const packs: PackedRows[] = []
  for (let from: number | null = 0; from !== null;) {
    const { packed, next } = engine.packRows(form, { sent: true, from })
    if (packed) packs.push(packed)
    from = next
  }
  return packs
}

/** The same from an object for each row. */
function ordinaryPacksOf(engine: DraftEngine, form: PackForm): PackedRows[] {
  const { header, rows } = engine.rowsToSend()
  const batches = Math.ceil(rows.length / form.batchSize)
  return Array.from({ length: batches }, (_, batch) =>
    packSent(header, rows.slice(batch * form.batchSize, (batch + 1) * form.batchSize), form),
  )
}

/** Null, or rows of both ways when their packs are not the same bytes. */
export function difference(engine: DraftEngine, form: PackForm): object | null {
  const [given, wanted] = [packsOf(engine, form), ordinaryPacksOf(engine, form)]
  const rowsOf = (packs: readonly PackedRows[]) => packs.flatMap(({ pack }) => unpackJournalRows(pack))
  return isDeepStrictEqual(given, wanted) ? null : { given: rowsOf(given), wanted: rowsOf(wanted) }
}
