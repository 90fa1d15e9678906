import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { CopyState } from '../database/copy-database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { DatabaseFile, StartDatabaseWorker } from '../ports/host.ts'
import { writeBackupFile } from '../storage/backup-file.ts'
import { isFolder } from '../storage/chosen-folder.ts'
import { keyFromHex } from '../storage/database-key.ts'
import { runOnThread } from '../storage/run-on-thread.ts'
import { settingsOfThisPc } from '../storage/settings-of-this-pc.ts'
import { newBackupName, ownBackups, surplusOf, syncFolder } from './backup-folder.ts'
import type { StoredPlan } from './backup-plan.ts'
import { backupsText as text } from './backups-text.ts'

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
