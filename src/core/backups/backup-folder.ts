import { createReadStream } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFileEnding } from '../../contract/backup-file.ts'
import { localDate } from '../../contract/calendar-date.ts'
import { headerBytes, headerOf, type BackupHeader } from '../storage/backup-file.ts'
import { errorCode } from '../storage/refusals.ts'

const nameStart = 'Forecourt automatic '
/** The ending of a file that is being written. */
const unfinishedEnding = `${backupFileEnding}.new`

/** The name of an automatic backup: `Forecourt automatic 2026-11-22 1405.forecourt-backup`, with a number when it exists. */
export async function newBackupName(folder: string, now: Date): Promise<string> {
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
export async function ownBackups(
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
export function surplusOf(backups: readonly OwnBackup[], keep: number, newest: string, now: Date): readonly string[] {
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
export async function syncFolder(path: string): Promise<void> {
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
