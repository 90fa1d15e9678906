import type { DomainHandlers } from '../../contract/methods.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { fail } from '../failures/failure-error.ts'
import { readProtection, writeProtection, type DataFiles } from './data-files.ts'
import { newDatabaseKey, newKeyId, wrapKey } from './database-key.ts'
import type { OpenData } from './open-data.ts'
import { changeProtection, requirePassword } from './protect-key.ts'
import { confirmRecoveryKey, fromRecoveryKey, toRecoveryKey } from './recovery-key.ts'
import type { StorageOptions } from './storage-options.ts'
import { storageText } from './storage-text.ts'
import type { DatabaseUnlocker } from './unlock-database.ts'
import type { WrongTries } from './wrong-tries.ts'

interface ProtectionParts extends StorageOptions {
  readonly files: DataFiles
  readonly tries: WrongTries
  readonly unlocker: Pick<DatabaseUnlocker, 'recover'>
  openFolder(): Promise<StorageStatus>
}

/** What the user does with the password and the recovery key of the data. */
export function createProtectionHandlers(
  data: OpenData,
  enqueue: <T>(work: () => Promise<T>) => Promise<T>,
  parts: ProtectionParts,
) {
  const { files, tries, unlocker, openFolder } = parts
  return {
    protectBy: ({ current, password }) =>
      enqueue(async () => {
        await changeProtection(parts, data.requireOpen().key, { current, password })
        const status = data.status()
        return status.state === 'open'
          ? data.setStatus({ ...status, protection: password === null ? 'keychain' : 'password' })
          : status
      }),
    setPassword: ({ password }) =>
      enqueue(async () => {
        data.requireState('needs-choice')
        return data.setStatus(
          await data.orUnavailable(async () => {
            const newKey = newDatabaseKey()
            writeProtection(files, await wrapKey(newKey, password, newKeyId()))
            return data.open(newKey, 'password')
          }),
        )
      }),
    unlock: ({ password }) =>
      enqueue(async () => {
        data.requireState('needs-password')
        return data.setStatus(
          await data.orUnavailable(async () => {
            const answer = readProtection(files)
            if (answer.state !== 'found' || answer.protection.by !== 'password') return openFolder()
            const unwrapped = await requirePassword(tries, answer.protection, password)
            return data.open(unwrapped, 'password')
          }),
        )
      }),
    recoveryKey: async () => ({ recoveryKey: toRecoveryKey(data.requireOpen().key) }),
    confirmRecoveryKey: () =>
      enqueue(async () => {
        data.requireState('open')
        const [database, status] = [data.database(), data.status()]
        if (database) confirmRecoveryKey(database)
        return status.state === 'open' ? data.setStatus({ ...status, needsRecoveryKey: false }) : status
      }),
    recover: ({ recoveryKey, password }) =>
      enqueue(async () => {
        data.requireState('needs-password', 'vault-locked', 'key-lost', 'unreadable')
        const recovered = fromRecoveryKey(recoveryKey)
        if (!recovered) fail('invalid-input', storageText.recoveryKeyTyped, { next: storageText.recoveryKeyNext })
        return data.setStatus(
          await data.orUnavailable(async () => data.finish(await unlocker.recover(recovered, password))),
        )
      }),
  } satisfies Partial<DomainHandlers<'storage', AbortSignal>>
}
