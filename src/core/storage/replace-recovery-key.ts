import type { StartStep, StorageStatus } from '../../contract/storage.ts'
import type { DatabaseKey } from './database-key.ts'
import type { DataFiles } from './data-files.ts'
import type { WrongTries } from './wrong-tries.ts'
import { keyNotReplaced, replaceKey, requireReplaceable } from './replace-key.ts'
import type { StorageOptions } from './storage-options.ts'

interface ReplaceParts extends StorageOptions {
  readonly files: DataFiles
  readonly tries: WrongTries
  /** The key of data that is stored and open, with its protection. Throws `conflict` otherwise. */
  requireOpen(): { readonly key: DatabaseKey; readonly protection: 'keychain' | 'password' }
  /** Ends everything that uses the database, and closes it. */
  closeParts(): Promise<void>
  showStep(step: StartStep, progress: number): void
  setStatus(next: StorageStatus): StorageStatus
  orUnavailable(work: () => Promise<StorageStatus>): Promise<StorageStatus>
  open(key: DatabaseKey, protection: 'keychain' | 'password'): Promise<StorageStatus>
}

/** Gives the open data another key, so that the earlier recovery key opens nothing. `current`: the password that protects it. */
export async function replaceRecoveryKey(parts: ReplaceParts, current: string | null): Promise<StorageStatus> {
  const { setStatus } = parts
  const open = parts.requireOpen()
  await requireReplaceable(parts, current)
  await parts.closeParts()
  setStatus({ state: 'starting', step: 'rekeying' })
  let problem: unknown = null
  const next = await parts.orUnavailable(async () => {
    await parts.stopPractice()
    const password = open.protection === 'password' ? current : null
    const answer = await replaceKey(parts, open.key, password, (share) => parts.showStep('rekeying', share))
    problem = answer.problem
    return parts.open(answer.key, open.protection)
  })
  setStatus(next)
  if (problem !== null) throw keyNotReplaced(problem)
  return next
}
