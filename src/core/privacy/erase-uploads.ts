import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import type { StoredOverride } from '../drafts/model/overrides.ts'
import type { JournalRow } from '../drafts/storage/row-pack.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { createKnownRows } from '../uploads/known-rows.ts'
import { createRowPacks } from '../uploads/row-packs.ts'
import { withoutPerson, type DraftErasing } from './erase-drafts.ts'
import { privacyText } from './privacy-text.ts'
import { replaceIn } from './replace-texts.ts'
import { erasedCustomer, keysOfRow, listPacks, readPackRows, sendingOf } from './traces.ts'

export interface UploadsErased {
  /** Rows whose texts were removed. */
  readonly erased: number
  /** Rows that were not sent yet, and will not be. */
  readonly withdrawn: number
  /** Rows that are being sent. They stay as they are until their upload has ended: they may have to be sent again. */
  readonly waiting: number
}

/**
 * Removes a person from the journals of uploads. Numbers, results and sums of rows stay; a batch that is being sent is not touched.
 */
export function* eraseFromUploads(database: Database, erasing: DraftErasing): Steps<UploadsErased> {
  const packs = createRowPacks(database)
  const knownRows = createKnownRows(database, packs)
  let waiting = 0
  let withdrawn = 0
  for (const pack of listPacks(database)) {
    const sending = sendingOf(pack)
    if (!sending) continue
    const found = readPackRows(database, pack).rows.filter((row) => erasing.isPerson(keysOfRow(row, pack.region)))
    if (sending === 'sent') waiting += found.length
    else if (found.length > 0) {
      withdrawn += found.length
      knownRows.excludeKnown(
        pack.upload_id,
        found.map(({ row }) => row),
      )
    }
    yield
  }
  const ofUpload = new Map<string, Set<number>>()
  let erased = 0
  for (const pack of listPacks(database)) {
    if (sendingOf(pack)) continue
    const { rows, missing } = readPackRows(database, pack)
    const changed = rows.map((row): JournalRow => {
      if (!isErased(row) && erasing.isPerson(keysOfRow(row, pack.region))) {
        erased += 1
        const numbers = ofUpload.get(pack.upload_id) ?? new Set()
        ofUpload.set(pack.upload_id, numbers.add(row.row))
        return withoutTexts(row)
      }
      const [body, original] = [row.body, row.original].map((text) =>
        text === null ? null : replaceIn(text, erasing.pattern),
      )
      return body === row.body && original === row.original
        ? row
        : { ...row, body: body ?? null, original: original ?? '[]' }
    })
    // The key of a block that is damaged in its file goes too.
    if (missing || changed.some((row, at) => row !== rows[at]))
      database.transaction(() => packs.replace(pack.number, changed))
    yield
  }
  for (const [id, rows] of ofUpload) eraseFixes(database, id, rows, erasing)
  return { erased, withdrawn, waiting }
}

const emptyRow = { body: '{}', original: '[]' } as const

const isErased = (row: JournalRow): boolean => row.original === emptyRow.original && row.customerId === erasedCustomer

const withoutTexts = (row: JournalRow): JournalRow => ({
  ...row,
  body: row.body === null ? null : emptyRow.body,
  original: emptyRow.original,
  reason: row.reason === null && row.outcome !== 'excluded' ? null : privacyText.rowDeleted,
  reasonColumns: [],
  customerId: row.customerId === null ? null : erasedCustomer,
  duplicateId: null,
})

/** What the user decided about values of the file: corrected files show it again. */
function eraseFixes(database: Database, id: string, rows: ReadonlySet<number>, { keys }: DraftErasing): void {
  const found = database.get<{ fixes: string | null; region: Region }>(
    'SELECT fixes, region FROM upload WHERE id = ?',
    [id],
  )
  if (!found?.fixes) return
  const left = withoutPerson(JSON.parse(found.fixes) as StoredOverride[], { rows, keys, region: found.region })
  database.run('UPDATE upload SET fixes = ? WHERE id = ?', [left.length === 0 ? null : JSON.stringify(left), id])
}
