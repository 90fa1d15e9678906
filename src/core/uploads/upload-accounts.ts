import type { ExcludedReason, UploadRows } from '../../contract/uploads.ts'
import type { Database } from '../database/database.ts'
import type { RowPacks } from './row-packs.ts'
import {
  countJoined,
  outcomeWith,
  readJoinedRows,
  rowsSentBefore,
  shownOutcomes,
  type JoinedRows,
} from './joined-rows.ts'
import { selectUploads, withBatches } from './journal-statements.ts'
import { countRows } from './progress.ts'
import type { UploadRecord } from './upload-record.ts'

/** The rows of an upload by outcome. */
export interface UploadAccount {
  readonly rows: UploadRows
  /** Those of `rows.accepted` that a later upload sent. */
  readonly joined: number
}

type ReadPacks = Pick<RowPacks, 'outcomes' | 'results'>

/** Counts the rows of an upload with those that joined it. */
function readAccount(
  database: Database,
  packs: ReadPacks,
  upload: UploadRecord,
  joined: JoinedRows = readJoinedRows(database, packs, upload.id),
): UploadAccount {
  const rows = countRows(upload)
  if (joined.size === 0) return { rows, joined: 0 }
  const shown = shownOutcomes(database, upload.id)
  const ends = packs.outcomes(upload.id).flatMap((pack) =>
    pack.rows.flatMap((row, at) => {
      const end = joined.get(row)
      const own = shown(pack, pack.outcomes[at] ?? null)
      return end ? [{ own, last: outcomeWith(own, end) }] : []
    }),
  )
  return countJoined(rows, ends)
}

/** The rows of a stored upload by outcome, with those that joined it; null: there is no such upload. */
export function readRowCounts(database: Database, packs: ReadPacks, uploadId: string): UploadRows | null {
  const [columns] = selectUploads(database, 'id = ?', 'id', [uploadId])
  return columns ? readAccount(database, packs, withBatches(database, columns)).rows : null
}

/** The accounts of uploads, kept until something of them changes: lists show many at each event. */
export function createUploadAccounts(database: Database, packs: ReadPacks) {
  const joinedRows = new Map<string, JoinedRows>()
  const accounts = new Map<string, UploadAccount>()
  const excluded = new Map<string, ExcludedReason[]>()
  /** Uploads that others depend on. */
  const read = new Set<string>()
  const forget = (): void => {
    for (const known of [joinedRows, accounts, excluded, read]) known.clear()
  }
  const forgetOf = (uploadId: string): void => void (read.has(uploadId) ? forget() : accounts.delete(uploadId))
  database.watch('upload', ['id', 'corrects'], {
    changed: (id, corrects) => (corrects === null ? forgetOf(String(id)) : forget()),
    undone: forget,
  })
  database.watch('upload_batch', ['upload_id'], { changed: (id) => forgetOf(String(id)), undone: forget })
  database.watch('upload_pack', ['upload_id', 'batch'], {
    changed(id, batch) {
      forgetOf(String(id))
      if (batch === null) excluded.delete(String(id))
    },
    undone: forget,
  })

  const joinedOf = (uploadId: string): JoinedRows => {
    const known = joinedRows.get(uploadId)
    if (known) return known
    const found = readJoinedRows(database, packs, uploadId, (id) => void (id !== uploadId && read.add(id)))
    joinedRows.set(uploadId, found)
    return found
  }

  const countExcluded = (uploadId: string): ExcludedReason[] => {
    const reasons = new Map<string, number>()
    const joined = joinedOf(uploadId)
    const add = (reason: string | null): void => void reasons.set(reason ?? '', (reasons.get(reason ?? '') ?? 0) + 1)
    for (const { rows } of packs.results(uploadId, null)) {
      for (const { row, outcome, reason, generalReason } of rows) {
        if (outcome === 'excluded' && !joined.has(row)) add(generalReason ?? reason)
      }
    }
    for (const { outcome, reason, generalReason } of joined.values()) {
      if (outcome === 'excluded') add(generalReason ?? reason)
    }
    return [...reasons].map(([reason, rows]) => ({ reason, rows })).toSorted((one, other) => other.rows - one.rows)
  }

  return {
    joinedRows: joinedOf,
    /** See `rowsSentBefore`. */
    sentBefore: (uploadId: string): number[] => rowsSentBefore(database, packs, joinedOf, uploadId),
    account(upload: UploadRecord): UploadAccount {
      const known = accounts.get(upload.id)
      const joined = joinedOf(upload.id)
      // Without joined rows, the record says everything.
      if (joined.size === 0) return readAccount(database, packs, upload, joined)
      const account = known ?? readAccount(database, packs, upload, joined)
      accounts.set(upload.id, account)
      return account
    },
    /** Why rows of an upload are excluded, most rows first. They add up to `UploadRows.excluded`. */
    excludedReasons(uploadId: string): ExcludedReason[] {
      const reasons = excluded.get(uploadId) ?? countExcluded(uploadId)
      excluded.set(uploadId, reasons)
      return reasons
    },
  }
}
