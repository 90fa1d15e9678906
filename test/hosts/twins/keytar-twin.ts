import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { keychainService, type KeychainLibrary } from '../../../src/core/vault/keychain-vault.ts'
import { createWindowsKeychainTwin } from '../../twins/keychain-library-twins.ts'

const kind = process.env.TWIN_KEYCHAIN
/** A keychain that is the same at the next start of the program lies beside its data folder. */
const file = join(process.env.TWIN_FOLDER ?? '', 'keychain-of-the-test.json')

const library = createWindowsKeychainTwin()
if (kind === 'refusing') library.refuses = 'locked'
const kept = library.itemsOf(keychainService)
if (kind === 'file' && existsSync(file)) {
  for (const item of JSON.parse(readFileSync(file, 'utf8')) as [string, string][]) kept.set(...item)
}

let answers = (): void => undefined
const answered = kind === 'slow' ? new Promise<void>((done) => (answers = done)) : Promise.resolve()
/** Ends the wait of a slow keychain. */
export const keychainAnswers = (): void => answers()

/** What a call gives once the keychain answers. What it changed is in the file then. */
const late = async <Value>(call: () => Promise<Value>): Promise<Value> => {
  await answered
  const value = await call()
  if (kind === 'file') writeFileSync(file, JSON.stringify([...kept]))
  return value
}

/** A working keychain for a host under test: the keychain of the user who runs the tests is not changed. */
const keychain: KeychainLibrary = {
  getPassword: (...item) => late(() => library.getPassword(...item)),
  setPassword: (...item) => late(() => library.setPassword(...item)),
  deletePassword: (...item) => late(() => library.deletePassword(...item)),
  findCredentials: (...item) => late(() => library.findCredentials(...item)),
}

export default keychain
