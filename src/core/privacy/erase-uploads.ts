import type { Region } from '../../contract/region.ts'
import type { Database } from '../database/database.ts'
import type { StoredOverride } from '../drafts/model/overrides.ts'
import { withoutTexts, type JournalRow } from '../drafts/storage/row-pack.ts'
import type { Steps } from '../scheduling/in-slices.ts'
import { createKnownRows, excludedAsKnown } from '../uploads/known-rows.ts'
import { createRowPacks } from '../uploads/row-packs.ts'
import { withoutPerson, type DraftErasing } from './erase-drafts.ts'
import { privacyText } from './privacy-text.ts'
import { replaceIn } from './replace-texts.ts'
import { erasedCustomer, keysOfRow, listPacks, sendingOf } from './traces.ts'

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
    const found = packs.read(pack.number).rows.filter((row) => erasing.isPerson(keysOfRow(row, pack.region)))
    if (sending === 'sent') waiting += found.length
    else if (found.length > 0) {
      withdrawn += found.length
      knownRows.excludeKnown(pack.upload_id, new Map(found.map(({ row }) => [row, excludedAsKnown])))
    }
    yield
  }
  const ofUpload = new Map<string, Set<number>>()
  let count = 0
  for (const pack of listPacks(database)) {
    if (sendingOf(pack)) continue
    const { rows } = packs.read(pack.number)
    const changed = rows.map((row): JournalRow => {
      if (!isErased(row) && erasing.isPerson(keysOfRow(row, pack.region))) {
        count += 1
        const numbers = ofUpload.get(pack.upload_id) ?? new Set()
        ofUpload.set(pack.upload_id, numbers.add(row.row))
        return erased(row)
      }
      return withoutFound(row, erasing.pattern)
    })
    if (changed.some((row, at) => row !== rows[at]))
      database.transaction(() => packs.replace(pack.upload_id, pack, changed))
    yield
  }
  for (const [id, rows] of ofUpload) eraseFixes(database, id, rows, erasing)
  return { erased: count, withdrawn, waiting }
}

const isErased = (row: JournalRow): boolean => row.original.length === 0 && row.customerId === erasedCustomer

const erased = (row: JournalRow): JournalRow => ({
  ...withoutTexts(row, privacyText.rowDeleted),
  ...(row.outcome === 'excluded' && { reason: privacyText.rowDeleted }),
  customerId: row.customerId === null ? null : erasedCustomer,
  duplicateId: null,
})

/** The row without what the pattern finds in its texts; the same row when that is nothing. */
function withoutFound(row: JournalRow, pattern: RegExp | null): JournalRow {
  const texts = JSON.stringify([row.input, row.original])
  const replaced = replaceIn(texts, pattern)
  if (replaced === texts) return row
  const [input, original] = JSON.parse(replaced) as [JournalRow['input'], JournalRow['original']]
  return { ...row, input, original }
}

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
