import { fail, FailureError } from '../failures/failure-error.ts'
import { errorFields, type Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { readProtection, writeProtection, type DataFiles, type PasswordProtection } from './data-files.ts'
import { checkOf, keyName, newKeyId, unwrapKey, wrapKey, type DatabaseKey } from './database-key.ts'
import { storageText } from './storage-text.ts'
import type { WrongTries } from './wrong-tries.ts'

export interface ProtectionPlaces {
  readonly files: DataFiles
  readonly vault: Vault
}

/** The key that the password protects. Throws `invalid-input` for a wrong password, and while a wait after wrong ones lasts. */
export async function requirePassword(
  tries: WrongTries,
  protection: PasswordProtection,
  password: string | null,
): Promise<DatabaseKey> {
  return (
    (await tries.attempt(() => unwrapKey(protection, password ?? ''))) ??
    fail('invalid-input', storageText.wrongPassword, { next: storageText.wrongPasswordNext })
  )
}

/** Writes how the key is protected: by a password, or by the keychain (null). Throws `vault-unreadable` for a keychain that refuses. */
export async function saveProtection(
  { files, vault }: ProtectionPlaces,
  key: DatabaseKey,
  password: string | null,
  keyId: string,
): Promise<void> {
  if (password === null) await vault.set(keyName(keyId), key.toString('hex'))
  writeProtection(
    files,
    password === null
      ? { version: 1, by: 'keychain', keyId, check: checkOf(key) }
      : await wrapKey(key, password, keyId),
  )
}

/**
 * Protects the key of open data by a new password or the keychain (null). `current`: the password that protects it now. Throws
 * `invalid-input` for a wrong one and `vault-unreadable` for a keychain that refuses; nothing is changed then.
 */
export async function changeProtection(
  places: ProtectionPlaces & { readonly log: Log; readonly tries: WrongTries },
  key: DatabaseKey,
  { current, password }: { readonly current: string | null; readonly password: string | null },
): Promise<void> {
  const known = readProtection(places.files)
  if (known.state === 'found' && known.protection.by === 'password') {
    await requirePassword(places.tries, known.protection, current)
  }
  if (password === null && (await places.vault.probe()).state !== 'ok') {
    fail('vault-unreadable', storageText.noKeychain)
  }
  await saveProtection(places, key, password, newKeyId())
  if (known.state !== 'found' || known.protection.by !== 'keychain') return
  try {
    // Last: a crash before it leaves an item that nothing names, never data without a key.
    await places.vault.delete(keyName(known.protection.keyId))
  } catch (error) {
    // A keychain that refuses is a reason to move to a password.
    if (!(error instanceof FailureError)) throw error
    places.log.write('warning', 'storage.old-key-left', errorFields(error))
  }
}
