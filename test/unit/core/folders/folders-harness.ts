import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Region } from '../../../../src/contract/region.ts'
import type { FolderSettings } from '../../../../src/contract/watched-folders.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import type { Drafts } from '../../../../src/core/drafts/drafts.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import { fail, type FailureError } from '../../../../src/core/failures/failure-error.ts'
import { createFolders, type FoldersPart } from '../../../../src/core/folders/folders.ts'
import { noteDraftSent, noteUploadWithdrawn } from '../../../../src/core/folders/note-draft-sent.ts'
import type { OpenStorage } from '../../../../src/core/open-storage.ts'
import type { SystemNotification } from '../../../../src/core/ports/notifier.ts'
import { defaultAdvanced } from '../../../../src/core/service/assumptions.ts'
import type { Uploads } from '../../../../src/core/uploads/uploads.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { oneSource } from '../../../twins/one-source.ts'
import { rowsWith } from '../../renderer/features/uploads/sample-upload.ts'

export const { signal } = new AbortController()
const connectionId = 'connection-1'
/** Half seconds of the clock twin, which take milliseconds. */
const mostTurns = 20_000

/** What the twins of drafts and uploads do. */
export interface Behaviour {
  /** Called while a file is read, after its bytes were taken. */
  onRead(path: string): void
  /** Thrown by `createFromFolder`. */
  sendFailure: FailureError | null
  /** Thrown by `openAs`. */
  openFailure: FailureError | null
  /** A content that was uploaded to another connection. */
  sentElsewhere: string | null
  /** Customers that exist twice, by their upload. */
  duplicates: ReadonlyMap<string, number>
}

export interface FoldersRun {
  readonly folder: string
  readonly database: Database
  readonly folders: FoldersPart
  readonly behaviour: Behaviour
  /** The rows that were sent, each with its upload. */
  readonly sent: { uploadId: string; rows: string[] }[]
  readonly notices: SystemNotification[]
  /** Adds the folder and returns its id. */
  watch(settings?: Partial<FolderSettings>): Promise<string>
  /** Lets time pass until it is so. */
  until(isSo: () => boolean | Promise<boolean>): Promise<void>
  pass(ms: number): Promise<void>
  only(): Promise<Awaited<ReturnType<FoldersPart['handlers']['list']>>['folders'][number]>
  /** The files of the history, last found first. */
  files(): Promise<Awaited<ReturnType<FoldersPart['handlers']['files']>>['files']>
  list(sub?: string): string[]
  sendDraft(draftId: string): void
  /** Makes the newest upload a draft again. */
  withdraw(draftId: string): void
}

/** Watched folders with a real folder and database, a clock twin, and drafts and uploads that only keep rows in memory. */
export function startFolders(): FoldersRun {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-watched-'))
  const folder = mkdtempSync(join(root, 'exports-'))
  const dataFolder = mkdtempSync(join(root, 'data-'))
  const opened = openDatabase(':memory:', null)
  if (opened.state !== 'ready') throw new Error(opened.state)
  const { database } = opened
  database.run(
    `INSERT INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     SELECT value, 'Motor City', 'account', 'https://x.test', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z' FROM json_each(?)`,
    [JSON.stringify([connectionId, 'connection-before'])],
  )
  const clock = createClockTwin()
  const active = { id: connectionId, region: 'au' as const, advanced: defaultAdvanced }
  const storage: OpenStorage = {
    database,
    clock,
    log: { write: () => undefined },
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      ...oneSource(() => active),
      find: (id: string) => (id === connectionId ? active : null),
      client: () => Promise.reject(new Error('There is no service')),
    },
    ended: new AbortController().signal,
  } as unknown as OpenStorage
  const behaviour: Behaviour = {
    onRead: () => undefined,
    sendFailure: null,
    openFailure: null,
    sentElsewhere: null,
    duplicates: new Map(),
  }
  const texts = new Map<string, string>()
  const regions = new Map<string, Region>()
  const sent: { uploadId: string; rows: string[]; digest: string; region: Region | undefined }[] = []
  const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex')
  const rowsOf = (id: string): string[] => (texts.get(id) ?? '').split('\n').slice(1).filter(Boolean)
  const known = (draftId: string): Set<string> =>
    new Set(sent.filter(({ region }) => region === regions.get(draftId)).flatMap(({ rows }) => rows))
  const show = (id: string) => {
    const text = texts.get(id)
    if (text === undefined) return fail('not-found', 'There is no such draft.')
    const rows = rowsOf(id)
    const error = rows.filter((row) => row.startsWith('BAD')).length
    const excluded = rows.filter((row) => known(id).has(row)).length
    const ready = rows.length - error - excluded
    const counts = { rows: rows.length, ready, warning: 0, error, update: 0, excluded, skipped: 0 }
    return {
      id,
      name: id,
      counts: { ...counts, paidLookups: 0 },
      groups: [],
      contactQuestions: [],
      contactNotes: [],
      columns: [],
      otherRegion: null,
      source: { notes: [] },
    }
  }
  const removeDraft = (id: string): void => {
    texts.delete(id)
    database.run('DELETE FROM draft WHERE id = ?', [id])
  }
  const drafts = {
    async openAs({ id, fileName, region }: { id: string; fileName: string; region: Region }, path: string) {
      if (behaviour.openFailure) throw behaviour.openFailure
      const text = readFileSync(path, 'utf8')
      behaviour.onRead(path)
      if (text.startsWith('JUNK')) fail('invalid-input', 'This is no spreadsheet.')
      database.run(
        `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, source, counts)
         VALUES (?, ?, ?, ?, '', '', 'columns', '{}', '{}')`,
        [id, connectionId, region, fileName],
      )
      texts.set(id, text)
      regions.set(id, region)
    },
    get: async ({ id }: { id: string }) => show(id),
    remove: async ({ id }: { id: string }) => {
      show(id)
      removeDraft(id)
      return {}
    },
    applyTemplate: async ({ id }: { id: string }) => ({ draft: show(id), problems: [] }),
    fileHash: async (id: string) => digestOf(texts.get(id) ?? ''),
    templates: async () => ({ templates: [{ id: 'template', name: 'Nightly' }] }),
  } as unknown as Drafts
  const send = (draftId: string, inTransaction: (uploadId: string) => void): void => {
    const uploadId = `upload-${sent.length + 1}`
    const rows = rowsOf(draftId).filter((row) => !known(draftId).has(row))
    const digest = digestOf(texts.get(draftId) ?? '')
    database.transaction(() => {
      inTransaction(uploadId)
      removeDraft(draftId)
    })
    sent.push({ uploadId, rows, digest, region: regions.get(draftId) })
  }
  const uploads = {
    async createFromFolder(
      { draftId }: { draftId: string },
      by: { folderName: string; inTransaction(uploadId: string): void },
    ) {
      if (behaviour.sendFailure) throw behaviour.sendFailure
      send(draftId, by.inTransaction)
    },
    sameContent(digest: string, scope?: { readonly connectionId: string; readonly region: Region }) {
      const isHere = scope?.connectionId === connectionId
      if (!isHere && behaviour.sentElsewhere !== null && digestOf(behaviour.sentElsewhere) === digest)
        return [{ name: 'Elsewhere' }]
      return sent
        .filter((one) => one.digest === digest && one.region === scope?.region)
        .map(({ uploadId }) => ({ name: uploadId }))
    },
    async get({ id }: { id: string }) {
      const upload = sent.find(({ uploadId }) => uploadId === id)
      if (!upload) return fail('not-found', 'There is no such upload.')
      const rows = rowsWith({ accepted: upload.rows.length })
      const duplicates = behaviour.duplicates.get(id) ?? 0
      const nothing = { rejectedRows: 0, rejected: [], excludedReasons: [], failure: null }
      return { id, name: id, state: 'complete', rows, duplicates, ...nothing }
    },
    asking: () => [...behaviour.duplicates.keys()],
    rows: async () => ({ total: 0, rows: [] }),
  } as unknown as Uploads
  const notices: SystemNotification[] = []
  const folders = createFolders(storage, {
    dataFolder,
    drafts,
    uploads,
    notifier: { show: (notice) => void notices.push(notice) },
  })
  folders.life.start()
  onTestFinished(async () => {
    await folders.life.close()
    database.close()
    rmSync(root, { recursive: true, force: true })
  })
  const realTurn = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2))
  const only = async () => {
    const [one] = (await folders.handlers.list({}, signal)).folders
    if (!one) throw new Error('No folder is watched')
    return one
  }
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += 500) {
      await clock.advance(500)
      await realTurn()
    }
  }
  return {
    folder,
    database,
    folders,
    behaviour,
    sent,
    notices,
    only,
    pass,
    async watch(settings = {}) {
      await folders.handlers.chooseFolder({ path: folder }, signal)
      const added = await folders.handlers.add(
        {
          path: folder,
          connectionId,
          region: 'au',
          templateId: 'template',
          sendByItself: true,
          lookUpMissingVins: false,
          maxPaidLookups: 0,
          ...settings,
        },
        signal,
      )
      return added.id
    },
    async until(isSo) {
      for (let turn = 0; !(await isSo()); turn += 1) {
        if (turn === mostTurns) throw new Error(`It is never so: ${JSON.stringify(await only())}`)
        await clock.advance(500)
        await realTurn()
      }
    },
    files: async () => (await folders.handlers.files({ id: (await only()).id, offset: 0, limit: 200 }, signal)).files,
    list: (sub = '') => (existsSync(join(folder, sub)) ? readdirSync(join(folder, sub)).toSorted() : []),
    sendDraft: (draftId) => send(draftId, (uploadId) => noteDraftSent(database, draftId, uploadId)),
    withdraw(draftId) {
      const { uploadId } = sent.pop() ?? fail('not-found', 'Nothing was sent.')
      database.run(
        `INSERT INTO draft (id, connection_id, region, file_name, created_at, changed_at, step, source, counts)
         VALUES (?, ?, 'au', '', '', '', 'columns', '{}', '{}')`,
        [draftId, connectionId],
      )
      noteUploadWithdrawn(database, draftId, uploadId)
    },
  }
}

/** A spreadsheet with these rows. */
export const file = (...rows: string[]): string => ['Rego,State,Customer Name', ...rows, ''].join('\n')
export const put = ({ folder }: FoldersRun, name: string, text: string): void => writeFileSync(join(folder, name), text)
/** How many files have ended. */
export const ended = async ({ files }: FoldersRun): Promise<number> =>
  (await files()).filter(({ endedAt }) => endedAt !== null).length

/** A folder whose first file was sent by the user, so that the usual number of rows is known. */
export async function startUsed(settings: Parameters<FoldersRun['watch']>[0] = {}): Promise<FoldersRun> {
  const run = startFolders()
  await run.watch(settings)
  put(run, 'first.csv', file('1AA000', '1AA001'))
  await run.until(async () => (await ended(run)) === 1)
  run.sendDraft((await run.files())[0]?.draftId ?? '')
  return run
}
