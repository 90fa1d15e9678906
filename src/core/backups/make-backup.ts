import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CopyState } from '../database/copy-database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { DatabaseFile, StartDatabaseWorker } from '../ports/host.ts'
import { writeBackupFile, headerBytes, headerOf, type BackupHeader } from '../storage/backup-file.ts'
import { isFolder } from '../storage/chosen-folder.ts'
import { keyFromHex } from '../storage/database-key.ts'
import { runOnThread } from '../storage/run-on-thread.ts'
import { settingsOfThisPc } from '../storage/settings-of-this-pc.ts'
import type { StoredPlan } from './backup-plan.ts'
import { backupsText as text } from './backups-text.ts'
import { backupFileEnding } from '../../contract/backup-file.ts'
import { localDate } from '../../contract/calendar-date.ts'
import { errorCode } from '../storage/refusals.ts'

/**
 * Writes a backup of the database `from` to the plan's folder and reads it back. Returns its file name. What a failed one leaves is removed
 * by the next.
 */
export async function makeBackup(
  from: DatabaseFile,
  plan: StoredPlan,
  { clock, startDatabaseWorker }: { readonly clock: Clock; readonly startDatabaseWorker: StartDatabaseWorker },
  signal: AbortSignal,
): Promise<string> {
  const { folder, protection } = plan
  if (!(await isFolder(folder))) fail('not-found', text.missing(folder), { kept: text.kept, next: text.missingNext })
  for (const { path } of (await ownBackups(folder, protection.keyId)).unfinished) await rm(path, { force: true })
  const copy = { path: join(dirname(from.path), 'forecourt.backup-automatic'), key: plan.key }
  const key = keyFromHex(plan.key) ?? fail('storage-damaged', text.damaged, { kept: text.kept, next: text.damagedNext })
  try {
    const task = { do: 'copy', ...from, copy, forget: settingsOfThisPc } as const
    await runOnThread(startDatabaseWorker, task, { signal })
    const copied = await runOnThread<CopyState>(startDatabaseWorker, { do: 'inspect', ...copy }, { signal })
    if (copied.state !== 'sound') fail('storage-damaged', text.damaged, { kept: text.kept, next: text.damagedNext })
    const now = clock.now()
    const name = await newBackupName(folder, now)
    const header = { madeAt: now.toISOString(), protection }
    await writeBackupFile(join(folder, name), copy.path, key, header, {
      signal,
      async verify(temporary, sha256) {
        if ((await digestOf(temporary, signal)) === sha256) return
        fail('storage-damaged', text.different(folder), { kept: text.kept, next: text.differentNext })
      },
    })
    await syncFolder(folder)
    return name
  } finally {
    for (const ending of ['', '-journal']) await rm(`${copy.path}${ending}`, { force: true })
  }
}

/** Deletes the backups that the plan does not keep, when there is a newer one. */
export async function deleteSurplus(plan: StoredPlan, newest: string, now: Date): Promise<void> {
  const { finished } = await ownBackups(plan.folder, plan.protection.keyId)
  for (const path of surplusOf(finished, plan.keep, join(plan.folder, newest), now)) await rm(path)
}

async function digestOf(path: string, signal: AbortSignal): Promise<string> {
  const digest = createHash('sha256')
  await pipeline(createReadStream(path), digest, { signal })
  return digest.digest('hex')
}

const nameStart = 'Forecourt automatic '
/** The ending of a file that is being written. */
const unfinishedEnding = `${backupFileEnding}.new`

/** The name of an automatic backup: `Forecourt automatic 2026-11-22 1405.forecourt-backup`, with a number when it exists. */
async function newBackupName(folder: string, now: Date): Promise<string> {
  const present = new Set(await readdir(folder))
  const two = (value: number): string => String(value).padStart(2, '0')
  const start = `${nameStart}${localDate(now)} ${two(now.getHours())}${two(now.getMinutes())}`
  for (let number = 1; ; number += 1) {
    const name = `${start}${number === 1 ? '' : ` (${number})`}${backupFileEnding}`
    if (!present.has(name)) return name
  }
}

interface OwnBackup {
  readonly path: string
  readonly madeAt: Date
}

/**
 * The files in a folder that were made with a key: those of other PCs, and those that the user saved, are never among them.
 * `unfinished`: files that a killed run left.
 */
async function ownBackups(
  folder: string,
  keyId: string,
): Promise<{ readonly finished: readonly OwnBackup[]; readonly unfinished: readonly OwnBackup[] }> {
  const finished: OwnBackup[] = []
  const unfinished: OwnBackup[] = []
  for (const name of await readdir(folder)) {
    const isUnfinished = name.endsWith(unfinishedEnding)
    if (!name.startsWith(nameStart) || !(isUnfinished || name.endsWith(backupFileEnding))) continue
    const path = join(folder, name)
    const header = await readHeader(path)
    if (header?.protection.keyId !== keyId) continue
    ;(isUnfinished ? unfinished : finished).push({ path, madeAt: new Date(header.madeAt) })
  }
  return { finished, unfinished }
}

/**
 * Those that are more than `keep`, the oldest first. Backups that are dated in the future count as the oldest: the clock of the PC was
 * ahead when they were made. `newest`, which was just made, is never among them.
 */
function surplusOf(backups: readonly OwnBackup[], keep: number, newest: string, now: Date): readonly string[] {
  return backups
    .filter(({ path }) => path !== newest)
    .toSorted((a, b) => Number(a.madeAt > now) - Number(b.madeAt > now) || b.madeAt.getTime() - a.madeAt.getTime())
    .slice(keep - 1)
    .map(({ path }) => path)
    .toReversed()
}

/** The header of a backup file; null when it is none, or when it cannot be read. */
async function readHeader(path: string): Promise<BackupHeader | null> {
  const pieces: Buffer[] = []
  try {
    for await (const piece of createReadStream(path, { end: headerBytes - 1 })) pieces.push(piece as Buffer)
  } catch (error) {
    if (errorCode(error) === null) throw error
    // A file that another program has locked is not deleted.
    return null
  }
  const answer = headerOf(Buffer.concat(pieces))
  return answer.state === 'whole' ? answer.header : null
}

/** Waits until the name of a file is on the disk. Windows cannot open a folder, and some network drives refuse it. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } catch (error) {
    if (errorCode(error) === null) throw error
  } finally {
    await folder.close()
  }
}
