import { z } from 'zod'
import type { SameFileUpload, UploadOrigin, UploadUndone } from '../../contract/upload-history.ts'
import { ImportOptions } from '../../contract/import-options.ts'
import type { Upload } from '../../contract/uploads.ts'
import type { UploadBatch } from '../../contract/upload-batch.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import type { Database } from '../database/database.ts'
import { parseJson } from '../database/parse-json.ts'
import { fail } from '../failures/failure-error.ts'
import { readFixes, type CorrectedUpload } from '../drafts/engine/correction.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import type { Region } from '../../contract/region.ts'
import { accountKey } from '../connections/account-key.ts'

/** The customers of an upload in the local list. */
export interface UploadedCustomers {
  /** `left`: all that the list has; `deleting`: those of them that are being deleted. */
  countOfUpload(scope: ConnectionRegion, uploadId: string): { readonly left: number; readonly deleting: number }
  /** Deletes them like the user's own deletions. Returns how many. */
  deleteOfUpload(scope: ConnectionRegion, uploadId: string): Promise<number>
}

/** Where uploads came from and what happened to them. */
export type UploadHistory = ReturnType<typeof createUploadHistory>

const Fixes = z.array(z.object({ name: z.string(), value: z.string() }))

interface OriginColumns {
  readonly file_hash: string | null
  readonly user_name: string | null
  readonly folder_name: string | null
  readonly connection_name: string | null
  readonly options: string | null
}

export function createUploadHistory(
  database: Database,
  journal: Pick<
    Journal,
    'account' | 'ofFile' | 'find' | 'header' | 'joinedRows' | 'sentBefore' | 'remainder' | 'serviceUploads' | 'notes'
  >,
  customers: Pick<UploadedCustomers, 'countOfUpload'>,
) {
  const origin = ({ id, referenceKey, knownCustomers }: UploadRecord): UploadOrigin => {
    const columns = database.get<OriginColumns>(
      'SELECT file_hash, user_name, folder_name, connection_name, options FROM upload WHERE id = ?',
      [id],
    )
    const options = columns?.options ?? null
    return {
      fileHash: columns?.file_hash ?? null,
      userName: columns?.user_name ?? null,
      folderName: columns?.folder_name ?? null,
      connectionName: columns?.connection_name ?? null,
      referenceKey,
      knownCustomers,
      options: options === null ? null : parseJson(ImportOptions, options),
    }
  }

  const undone = ({ id, connectionId, region, undoneAt }: UploadRecord): UploadUndone | null => {
    if (undoneAt === null) return null
    return { at: undoneAt, ...customers.countOfUpload({ connectionId, region }, id) }
  }

  const connectionName = (connectionId: string): string =>
    database.value<string>('SELECT name FROM connection WHERE id = ?', [connectionId]) ?? ''

  const sameFile = (fileHash: string | null, scope?: ConnectionRegion): SameFileUpload[] => {
    if (fileHash === null) return []
    const own = journal.ofFile(fileHash).flatMap((upload): SameFileUpload[] => {
      if (scope && (upload.connectionId !== scope.connectionId || upload.region !== scope.region)) return []
      const { accepted, inProcess, sent, notSent } = journal.account(upload).rows
      const finished = 'finishedAt' in upload.status
      if (finished && accepted + inProcess === 0) return []
      const { id, name, fileName, createdAt, region } = upload
      return [
        {
          id,
          name,
          fileName,
          createdAt,
          connectionName: connectionName(upload.connectionId),
          region,
          finished,
          customers: accepted,
          undone: undone(upload),
          ...(upload.status.state === 'cancelled' ? { cancelled: { sent, all: sent + notSent } } : {}),
        },
      ]
    })
    return [...own, ...colleagueUploads(database, fileHash, scope)].toSorted((one, two) =>
      one.createdAt < two.createdAt ? 1 : -1,
    )
  }

  return {
    details: (
      upload: UploadRecord,
    ): Pick<Upload, 'origin' | 'serviceUploads'> & {
      readonly notes: ReadonlyMap<number, UploadBatch['notes']>
    } => ({
      origin: origin(upload),
      serviceUploads: journal.serviceUploads(upload.id),
      notes: journal.notes(upload.id),
    }),
    /** Null: the user has not undone it. */
    undone,
    /** The upload that this one corrects; null: none, or it was removed. */
    corrects: (uploadId: string): { readonly id: string; readonly name: string } | null =>
      database.get<{ id: string; name: string }>(
        'SELECT o.id, o.name FROM upload u JOIN upload o ON o.id = u.corrects WHERE u.id = ?',
        [uploadId],
      ) ?? null,
    /** For a file with rows of the upload; null: no such upload in this connection and region. */
    async correctedUpload(scope: ConnectionRegion, uploadId: string): Promise<CorrectedUpload | null> {
      const upload = journal.find(uploadId)
      if (!upload || upload.connectionId !== scope.connectionId || upload.region !== scope.region) return null
      const { id, name, knownCustomers } = upload
      const fixesIn = (of: string): ReturnType<typeof readFixes> => {
        const stored = database.value<string>('SELECT fixes FROM upload WHERE id = ?', [of])
        return readFixes(stored ? parseJson(Fixes, stored) : [])
      }
      const joined = journal.joinedRows(id)
      const all = new Map(
        [id, ...new Set([...joined.values()].map((end) => end.uploadId))].map((of) => [of, fixesIn(of)]),
      )
      const isAnyTyped = [...all.values()].some(({ typed }) => !typed.isEmpty)
      const typedRows = (isAnyTyped ? journal.remainder(id) : []).flatMap(({ row, original }) => {
        const place = joined.get(row) ?? { uploadId: id, row }
        const texts = all.get(place.uploadId)?.typed.get(place.row)
        return texts ? [{ row, original, texts: [...texts] }] : []
      })
      // What was decided later counts.
      const fixes = new Map([...all.values()].flatMap(({ ofFile }) => ofFile.map((fix) => [fix.name, fix] as const)))
      const header = journal.header(id)
      return {
        id,
        name,
        header,
        options: origin(upload).options,
        knownCustomers,
        fixes: [...fixes.values()],
        typedRows,
      }
    },
    /**
     * Earlier uploads of a file, on any PC of the team, that have or may have created customers, newest first. `scope`: only those of one
     * connection and region.
     */
    sameFile,
    /** Fails with `conflict` when the file was uploaded before and the user has not seen that. */
    requireSeen(fileHash: string | null, seen: readonly string[]): void {
      const [unseen] = sameFile(fileHash).filter(({ id }) => !seen.includes(id))
      if (!unseen) return
      const { message, next } = uploadMessages.errors.sameFile
      fail('conflict', message(unseen), { kept: uploadMessages.errors.nothingSent, next })
    },
    /** Fails with `conflict` when another upload sent rows of this new one; see `rowsSentBefore`. */
    requireNotSent(uploadId: string): void {
      const rows = journal.sentBefore(uploadId)
      if (rows.length === 0) return
      const { message, next } = uploadMessages.errors.sentBefore
      fail('conflict', message(rows), { kept: uploadMessages.errors.nothingSent, next })
    },
  }
}

interface ColleagueUpload {
  readonly id: string
  readonly name: string
  readonly fileName: string
  readonly createdAt: string
  readonly region: Region
  readonly finished: number
  readonly customers: number
  readonly sentBy: string
}

/** The account of a connection as entries of the team name it; null: the connection was removed. */
function accountOf(database: Database, { connectionId, region }: ConnectionRegion): string | null {
  const connection = database.get<{ kind: 'account' | 'practice'; baseUrl: string }>(
    'SELECT kind, base_url AS baseUrl FROM connection WHERE id = ?',
    [connectionId],
  )
  return connection ? accountKey(connection, region) : null
}

/**
 * The uploads of a file by other PCs of the team, as far as they are known here. They are read from a table of their own, so that they
 * are known while the server is gone, and to the command line and watched folders. `scope`: only those to the account of a connection.
 */
export const colleagueUploads = (
  database: Database,
  fileHash: string,
  scope: ConnectionRegion | null = null,
): SameFileUpload[] =>
  database
    .all<ColleagueUpload>(
      // One that ended without a customer can be sent again.
      `SELECT id, name, file_name AS fileName, at AS createdAt, region, finished, created AS customers,
         coalesce(person_name, pc_name) AS sentBy
       FROM team_upload WHERE file_hash = $fileHash AND is_own = 0 AND (finished = 0 OR created > 0)
         AND ($isScoped = 0 OR account = $account)`,
      { fileHash, isScoped: scope === null ? 0 : 1, account: scope && accountOf(database, scope) },
    )
    .map((upload) => ({ ...upload, finished: upload.finished === 1, connectionName: '', undone: null }))
