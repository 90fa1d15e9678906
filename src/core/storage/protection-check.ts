import { checkOf, isSameCheck, unwrapKey } from './database-key.ts'
import { fail } from '../failures/failure-error.ts'
import { dataFilesOf, readProtection } from './data-files.ts'
import { requirePassword } from './protect-key.ts'
import { fromRecoveryKey } from './recovery-key.ts'
import { storageText } from './storage-text.ts'
import type { WrongTries } from './wrong-tries.ts'

/** What protects the data of a folder, and whether a password is that of the data. Nothing is opened or changed. */
export function createProtectionCheck(
  dataFolder: string,
  tries: WrongTries,
): {
  hasPassword(): boolean
  /** Whether it is, without counting a wrong one. */
  isPassword(password: string): Promise<boolean>
  /** Throws `invalid-input` when it is not, and while a wait after wrong ones lasts. */
  requirePassword(password: string | null): Promise<void>
  isRecoveryKey(text: string): boolean
} {
  const files = dataFilesOf(dataFolder)
  const passwordProtection = () => {
    const found = readProtection(files)
    return found.state === 'found' && found.protection.by === 'password' ? found.protection : null
  }
  return {
    hasPassword: () => passwordProtection() !== null,
    async isPassword(password) {
      const protection = passwordProtection()
      return protection !== null && (await unwrapKey(protection, password)) !== null
    },
    async requirePassword(password) {
      const protection = passwordProtection() ?? fail('conflict', storageText.protectionDamaged)
      await requirePassword(tries, protection, password)
    },
    isRecoveryKey(text) {
      const [key, found] = [fromRecoveryKey(text), readProtection(files)]
      return key !== null && found.state === 'found' && isSameCheck(checkOf(key), found.protection.check)
    },
  }
}
