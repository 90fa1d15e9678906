import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { localDate } from '../../contract/calendar-date.ts'
import type { StorageStatus } from '../../contract/storage.ts'
import { openDatabase, type Database } from '../database/database.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import type { Log } from '../ports/log.ts'
import type { Vault } from '../ports/vault.ts'
import { backUp } from './backup.ts'
import { setAside, sizeOf, writeProtection, type DataFiles, type ProtectionAnswer } from './data-files.ts'
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
import { storageText } from './storage-text.ts'

/** An open database with its key, or the state of storage that says why it is not open. */
export type UnlockAnswer =
  | {
      readonly state: 'ready'
      readonly database: Database
      readonly protection: 'keychain' | 'password'
      readonly key: DatabaseKey
    }
  | Exclude<StorageStatus, { state: 'open' }>

export interface UnlockOptions {
  readonly dataFolder: string
  readonly files: DataFiles
  readonly vault: Vault
  readonly clock: Clock
  readonly log: Log
  /** The migrations of the database; the default is those of this version. */
  readonly migrations?: readonly string[]
}

export interface DatabaseUnlocker {
  withKey(key: DatabaseKey, protection: 'keychain' | 'password'): UnlockAnswer
  /** Opens existing data with the key from the keychain. */
  fromKeychain(protection: ProtectionAnswer): Promise<UnlockAnswer>
  /** Creates a database in an empty folder, if the keychain can store its key. */
  create(protection: ProtectionAnswer): Promise<UnlockAnswer>
  /** Whether damage was found since the last opening. */
  damageFound(): boolean
}

/** SQLCipher's page size. A file that is not a whole number of pages was truncated. */
const pageBytes = 4_096

/** Opens the database with a key of the keychain or of a password. Never overwrites a database that exists. */
export function createDatabaseUnlocker(options: UnlockOptions): DatabaseUnlocker {
  const { dataFolder, files, vault, clock, log } = options
  let damageFound = false

  /** Leaves a mark for the next start, which then checks every page. */
  const onDamaged = (): void => {
    damageFound = true
    log.write('error', 'storage.damaged')
    try {
      writeFileSync(files.lookThrough, '')
    } catch (error) {
      const code = errorCode(error)
      if (code === null) throw error
      log.write('error', 'storage.refused', { code })
    }
  }

  const withKey: DatabaseUnlocker['withKey'] = (key, protection) => {
    damageFound = false
    // A process that was killed and a damaged disk both leave one of these; every page is checked before the data is used.
    const mustCheck =
      sizeOf(`${files.database}-wal`) > 0 || sizeOf(files.database) % pageBytes !== 0 || existsSync(files.lookThrough)
    const answer = openDatabase(files.database, key.toString('hex'), {
      onDamaged,
      beforeMigration: (version) => backUp(files.database, version, localDate(clock.now())),
      ...(options.migrations ? { migrations: options.migrations } : {}),
    })
    switch (answer.state) {
      case 'ready':
        if (mustCheck && !isSound(answer.database)) {
          answer.database.close()
          return unreadable(storageText.damaged)
        }
        rmSync(files.lookThrough, { force: true })
        return { state: 'ready', database: answer.database, protection, key }
      case 'wrong-key':
        return unreadable(storageText.damagedOrForeign)
      case 'newer':
        return unreadable(storageText.newerVersion)
      case 'busy':
        return { state: 'unavailable', reason: storageText.alreadyOpen }
    }
  }

  return {
    withKey,
    async fromKeychain(protection) {
      const known = protection.state === 'found' ? protection.protection : null
      const keyId = known?.keyId ?? keyIdOfFolder(dataFolder)
      const stored = await vault.get(keyName(keyId))
      if (stored.state === 'unavailable') return { state: 'vault-locked', reason: stored.reason }
      const key = stored.state === 'found' ? keyFromHex(stored.secret) : null
      if (!key) {
        return protection.state === 'damaged'
          ? unreadable(storageText.protectionDamaged)
          : { state: 'key-lost', reason: storageText.keyMissing }
      }
      if (known && !isSameCheck(checkOf(key), known.check)) return { state: 'key-lost', reason: storageText.keyDiffers }
      const answer = withKey(key, 'keychain')
      if (answer.state === 'ready' && !known) {
        writeProtection(files.protection, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
      }
      return answer
    },
    async create(protection) {
      // A write-ahead log without its database may be all that is left of the data; a new database would delete it.
      if (sizeOf(`${files.database}-wal`) > 0) setAside(files, localDate(clock.now()))
      const health = await vault.probe()
      if (health.state !== 'ok') return { state: 'needs-choice', reason: health.reason }
      const wantedId = protection.state === 'found' ? protection.protection.keyId : keyIdOfFolder(dataFolder)
      const stored = await vault.get(keyName(wantedId))
      if (stored.state === 'unavailable') return { state: 'needs-choice', reason: stored.reason }
      // A stored key may belong to a database that was set aside: it is used again, never replaced.
      const storedKey = stored.state === 'found' ? keyFromHex(stored.secret) : null
      const keyId = stored.state === 'found' && !storedKey ? newKeyId() : wantedId
      const key = storedKey ?? newDatabaseKey()
      writeProtection(files.protection, { version: 1, by: 'keychain', keyId, check: checkOf(key) })
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
    damageFound: () => damageFound,
  }
}

export const unreadable = (reason: string): Extract<StorageStatus, { state: 'unreadable' }> => ({
  state: 'unreadable',
  reason,
  setAside: null,
})

/** The code of an error of Node or SQLite; null for any other error, which is a defect. */
export function errorCode(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null
}

function isSound(database: Database): boolean {
  const result = database.get<{ quick_check: string }>('PRAGMA quick_check(1)')
  return result?.quick_check === 'ok'
}
