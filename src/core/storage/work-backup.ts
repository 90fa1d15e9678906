import { randomUUID } from 'node:crypto'
import { createReadStream, readdirSync, rmSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { backupFileEnding } from '../../contract/backup-file.ts'
import { localDate } from '../../contract/calendar-date.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { PageState } from '../database/check-pages.ts'
import type { CopyState } from '../database/copy-database.ts'
import { fail } from '../failures/failure-error.ts'
import type { FileIntake, IntakeFile } from '../intake/file-intake.ts'
import type { Clock } from '../ports/clock.ts'
import type { SettingValues, StartDatabaseWorker } from '../ports/host.ts'
import { isSealed, takeDatabase, writeBackupFile, type BackupHeader } from './backup-file.ts'
import { createBackupProgress, type BackupProgress, type ReportPart } from './backup-progress.ts'
import { newDatabaseKey, newKeyId, unwrapKey, wrapKey, type DatabaseKey } from './database-key.ts'
import { sizeOf } from './data-files.ts'
import { runOnThread } from './run-on-thread.ts'
import { settingsOfThisPc } from './settings-of-this-pc.ts'
import { storageText } from './storage-text.ts'

const { backupFile: text } = storageText

export interface WorkBackupParts {
  /** The database of this PC. */
  readonly databasePath: string
  readonly clock: Clock
  readonly intake: Pick<FileIntake, 'take'>
  readonly startDatabaseWorker: StartDatabaseWorker
  /** The key of the open data. Throws `conflict` when the data is not open, or nothing is stored. */
  requireKey(): DatabaseKey
  /** Settings of this PC that stay when a backup takes the place of its data. */
  settingsToKeep(): SettingValues
  readonly onProgress?: Parameters<typeof createBackupProgress>[1]
}

/** A checked backup, as a database with the key of this PC. */
export interface CheckedBackup {
  readonly path: string
  readonly madeAt: string
}

export interface WorkBackup {
  readonly handlers: Pick<
    DomainHandlers<'storage', AbortSignal>,
    'saveBackup' | 'backupPart' | 'chooseBackup' | 'checkBackup' | 'cancelBackup' | 'dropBackup'
  >
  /** The checked backup, which is no longer chosen then. Throws `not-found` for one that was not checked. */
  takeChecked(backupId: string): Promise<CheckedBackup>
  /** Forgets the file that was chosen and the one that was made, and removes what an earlier run left in the data folder. */
  clean(): void
}

interface Chosen {
  readonly backupId: string
  readonly header: BackupHeader
  readonly key: DatabaseKey | null
}

/** Bytes of a part that crosses to the window: 384 KB as base64. */
const bytesPerPart = 294_912
/** The share of the copy in the time that a backup takes; the rest is the writing of the file. */
const copyShare = 0.8
/** The share of the new key in the time that a restore takes; the rest is the check of the result. Its journal gets every page. */
const encryptShare = 0.75

/** All work on this PC as one file with a password, and the way back. */
export function createWorkBackup(parts: WorkBackupParts): WorkBackup {
  const folder = dirname(parts.databasePath)
  const placeOf = (name: string): string => join(folder, `forecourt.${name}`)
  const chosenPath = placeOf('backup-chosen')
  let chosen: Chosen | null = null

  const progress = createBackupProgress(parts.clock, parts.onProgress)
  const made = createMadeBackup(parts, progress, [placeOf('backup-copy'), placeOf('backup-made')])
  const requireChosen = (backupId: string): Chosen =>
    chosen?.backupId === backupId ? chosen : fail('not-found', text.gone, { next: text.chooseAgain })
  const drop = (): void => {
    chosen = null
    for (const ending of ['', '-journal', '-wal', '-shm']) rmSync(`${chosenPath}${ending}`, { force: true })
  }

  return {
    handlers: {
      ...made.handlers,

      async chooseBackup({ fileId }) {
        parts.requireKey()
        const file = parts.intake.take(fileId)
        drop()
        const answer = await progress
          .run(text.reading, (signal, report) =>
            takeDatabase(counted(piecesOf(file), file.sizeBytes, signal, report), chosenPath),
          )
          .catch((error: unknown) => {
            drop()
            throw error
          })
        if (answer.state !== 'whole') {
          const message = answer.state === 'damaged' ? text.damaged : text.noBackup(file.name)
          return fail('invalid-input', message, { next: text.chooseAnother })
        }
        const backupId = randomUUID()
        chosen = { backupId, header: answer.header, key: null }
        return { backupId, madeAt: answer.header.madeAt, sizeBytes: file.sizeBytes }
      },

      async checkBackup({ backupId, password }) {
        const { header } = requireChosen(backupId)
        const [key, answer] = await progress.run(text.checking, async (signal, onShare) => {
          const unwrapped = await unwrapKey(header.protection, password)
          if (!unwrapped)
            return fail('invalid-input', storageText.wrongPassword, { next: storageText.wrongPasswordNext })
          if (!isSealed(header, unwrapped)) return fail('invalid-input', text.damaged, { next: text.chooseAnother })
          signal.throwIfAborted()
          const task = { do: 'inspect', path: chosenPath, key: unwrapped.toString('hex') } as const
          return [
            unwrapped,
            await runOnThread<CopyState>(parts.startDatabaseWorker, task, { signal, onShare }),
          ] as const
        })
        requireChosen(backupId)
        if (answer.state !== 'sound') return fail('invalid-input', text[answer.state], { next: text.chooseAnother })
        chosen = { backupId, header, key }
        return answer.contents
      },

      async cancelBackup() {
        progress.cancel()
        made.drop()
        return {}
      },

      async dropBackup({ backupId }) {
        if (chosen?.backupId === backupId) drop()
        return {}
      },
    },

    async takeChecked(backupId) {
      const { key, header } = requireChosen(backupId)
      if (!key) return fail('not-found', text.gone, { next: text.chooseAgain })
      const newKey = parts.requireKey().toString('hex')
      chosen = null
      const file = { path: chosenPath, key: key.toString('hex') }
      const settings = { forget: settingsOfThisPc, put: parts.settingsToKeep() }
      const task = { do: 'rekey', ...file, newKey, ...settings } as const
      const state = await progress
        .run(text.restoring, (signal, report) => {
          const onShare = (share: number): void => report(encryptShare + (1 - encryptShare) * share)
          return whileGrowing(`${chosenPath}-journal`, sizeOf(chosenPath), encryptShare, report, () =>
            runOnThread<PageState>(parts.startDatabaseWorker, task, { signal, onShare }),
          )
        })
        .catch((error: unknown) => {
          // The file may open with neither key.
          drop()
          throw error
        })
      if (state !== 'sound') return fail('invalid-input', text.damaged)
      return { path: chosenPath, madeAt: header.madeAt }
    },

    clean() {
      chosen = null
      made.drop()
      for (const name of readdirSync(folder)) {
        if (/^forecourt\.backup-(copy|made|chosen|automatic)/.test(name)) rmSync(join(folder, name), { force: true })
      }
    },
  }
}

/** A backup of the open data, until the window has all parts of its file. Nothing of `copyPath` stays, and `madePath` until `drop`. */
function createMadeBackup(
  { databasePath, clock, requireKey, startDatabaseWorker }: WorkBackupParts,
  progress: BackupProgress,
  [copyPath, madePath]: readonly [copyPath: string, madePath: string],
): { readonly handlers: Pick<WorkBackup['handlers'], 'saveBackup' | 'backupPart'>; drop(): void } {
  let made: { readonly file: string; readonly parts: number } | null = null

  const partOf = async (part: number): Promise<string> => {
    const file = await open(madePath)
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(bytesPerPart), 0, bytesPerPart, part * bytesPerPart)
      return buffer.toString('base64', 0, bytesRead)
    } finally {
      await file.close()
    }
  }
  const drop = (): void => {
    made = null
    rmSync(madePath, { force: true })
  }

  return {
    drop,
    handlers: {
      async saveBackup({ password }) {
        const key = requireKey()
        const copy = { path: copyPath, key: newDatabaseKey() }
        drop()
        const count = await progress.run(text.saving, async (signal, report) => {
          try {
            const size = sizeOf(databasePath)
            const copied = { path: copyPath, key: copy.key.toString('hex') }
            const task = { path: databasePath, key: key.toString('hex'), copy: copied, forget: settingsOfThisPc }
            await whileGrowing(copyPath, size, copyShare, report, () =>
              runOnThread(startDatabaseWorker, { do: 'copy', ...task }, { signal }),
            )
            const protection = await wrapKey(copy.key, password, newKeyId())
            const header = { madeAt: clock.now().toISOString(), protection }
            await whileGrowing(
              `${madePath}.new`,
              size,
              1 - copyShare,
              (part) => report(copyShare + part),
              () => writeBackupFile(madePath, copyPath, copy.key, header, { signal }),
            )
            signal.throwIfAborted()
            return Math.ceil((await stat(madePath)).size / bytesPerPart)
          } catch (error) {
            rmSync(madePath, { force: true })
            throw error
          } finally {
            for (const ending of ['', '-journal']) rmSync(`${copyPath}${ending}`, { force: true })
          }
        })
        const file = randomUUID()
        made = { file, parts: count - 1 }
        const content = await partOf(0)
        return {
          fileName: `Forecourt ${localDate(clock.now())}${backupFileEnding}`,
          mimeType: 'application/octet-stream',
          encoding: 'base64',
          content,
          ...(count > 1 && { rest: { file, parts: count - 1 } }),
        }
      },

      async backupPart({ file, part }) {
        if (made?.file !== file || part >= made.parts) fail('not-found', text.gone)
        const content = await partOf(part + 1)
        if (part + 1 === made.parts) drop()
        return { content }
      },
    },
  }
}

/** Reports how far the file has grown while it is written, as a share of `share`. */
async function whileGrowing<T>(
  path: string,
  size: number,
  share: number,
  report: ReportPart,
  work: () => Promise<T>,
): Promise<T> {
  const timer = setInterval(() => report(share * Math.min(1, sizeOf(path) / Math.max(1, size))), 250)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}

/** The pieces of a file, with their progress, until it is cancelled. */
async function* counted(
  pieces: AsyncIterable<Uint8Array>,
  sizeBytes: number,
  signal: AbortSignal,
  report: ReportPart,
): AsyncGenerator<Uint8Array, void> {
  let bytes = 0
  for await (const piece of pieces) {
    signal.throwIfAborted()
    yield piece
    bytes += piece.byteLength
    report(bytes / Math.max(1, sizeBytes))
  }
}

async function* piecesOf(file: IntakeFile): AsyncGenerator<Uint8Array, void> {
  if (file.path !== null) return yield* createReadStream(file.path) as AsyncIterable<Buffer>
  for (let piece = file.takeBytes(); piece; piece = file.takeBytes()) yield piece
}
