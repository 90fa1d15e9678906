import type { StartStep } from '../../contract/storage.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Vault } from '../ports/vault.ts'
import { readProtection, writeProtection, type DataFiles, type ProtectionAnswer } from './data-files.ts'
import {
  checkOf,
  isSameCheck,
  keyFromHex,
  keyIdOfFolder,
  keyName,
  newDatabaseKey,
  newKeyId,
  type DatabaseKey,
} from './database-key.ts'
import { unreadable, type StoredDataOpener, type UnlockAnswer } from './open-stored.ts'
import { saveProtection } from './protect-key.ts'
import { storageText } from './storage-text.ts'
import type { WrongTries } from './wrong-tries.ts'

export interface UnlockOptions {
  readonly dataFolder: string
  readonly files: DataFiles
  readonly vault: Vault
  readonly tries: Pick<WrongTries, 'clear'>
  readonly onStep: (step: StartStep) => void
  readonly withKey: StoredDataOpener['withKey']
}

export type DatabaseUnlocker = ReturnType<typeof createDatabaseUnlocker>

/** Finds the key of the data in the keychain or a recovery key. Never overwrites a database that exists. */
export function createDatabaseUnlocker(options: UnlockOptions) {
  const { dataFolder, files, vault, withKey } = options
  return {
    /** Opens existing data with the key from the keychain. */
    async fromKeychain(protection: ProtectionAnswer): Promise<UnlockAnswer> {
      const known = protection.state === 'found' ? protection.protection : null
      const keyId = known?.keyId ?? keyIdOfFolder(dataFolder)
      options.onStep('keychain')
      const stored = await vault.get(keyName(keyId))
      if (stored.state === 'unavailable') {
        // Without the file nobody knows whether a password or the keychain has the key.
        return protection.state === 'damaged'
          ? unreadable(storageText.protectionDamaged)
          : { state: 'vault-locked', reason: stored.reason }
      }
      const key = stored.state === 'found' ? keyFromHex(stored.secret) : null
      if (!key) {
        return protection.state === 'damaged'
          ? unreadable(storageText.protectionDamaged)
          : { state: 'key-lost', reason: storageText.keyMissing }
      }
      if (known && !isSameCheck(checkOf(key), known.check)) return { state: 'key-lost', reason: storageText.keyDiffers }
      const answer = await withKey(key, 'keychain')
      if (answer.state === 'ready' && !known) {
        writeProtection(files, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
      }
      return answer
    },
    /** Creates a database in an empty folder, if the keychain can store its key. */
    async create(protection: ProtectionAnswer): Promise<UnlockAnswer> {
      options.onStep('keychain')
      const health = await vault.probe()
      if (health.state !== 'ok') return { state: 'needs-choice', reason: health.reason }
      const wantedId = protection.state === 'found' ? protection.protection.keyId : keyIdOfFolder(dataFolder)
      const stored = await vault.get(keyName(wantedId))
      if (stored.state === 'unavailable') return { state: 'needs-choice', reason: stored.reason }
      // A stored key may belong to a database that was set aside: it is used again, never replaced.
      const storedKey = stored.state === 'found' ? keyFromHex(stored.secret) : null
      const keyId = stored.state === 'found' && !storedKey ? newKeyId() : wantedId
      const key = storedKey ?? newDatabaseKey()
      writeProtection(files, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
      if (!storedKey) {
        try {
          await vault.set(keyName(keyId), key.toString('hex'))
        } catch (error) {
          if (!(error instanceof FailureError)) throw error
          return { state: 'needs-choice', reason: error.failure.message }
        }
      }
      return withKey(key, 'keychain')
    },
    /**
     * Opens existing data with the key of a recovery key, and protects it again by a password or the keychain (null). Throws
     * `invalid-input` for a key of other data and `vault-unreadable` for a keychain that refuses; nothing is changed then.
     */
    async recover(key: DatabaseKey, password: string | null): Promise<UnlockAnswer> {
      const known = readProtection(files)
      const isOther = known.state === 'found' && !isSameCheck(checkOf(key), known.protection.check)
      if (isOther) throw otherKey()
      const keyId = newKeyId()
      if (password === null && (await vault.probe()).state !== 'ok') {
        throw new FailureError({ kind: 'vault-unreadable', message: storageText.passwordNeeded })
      }
      const answer = await withKey(key, password === null ? 'keychain' : 'password')
      if (answer.state !== 'ready') {
        const isForeign = answer.state === 'unreadable' && answer.reason === storageText.damagedOrForeign
        // Without the file that names the check, only the database itself can tell.
        if (isForeign && known.state !== 'found') throw otherKey()
        return answer
      }
      try {
        await saveProtection({ files, vault }, key, password, keyId)
      } catch (error) {
        answer.database.close()
        throw error
      }
      options.tries.clear()
      return answer
    },
  }
}

const otherKey = (): FailureError =>
  new FailureError({
    kind: 'invalid-input',
    message: storageText.recoveryKeyOther,
    next: storageText.recoveryKeyNext,
  })
