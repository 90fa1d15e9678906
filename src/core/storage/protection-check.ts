import { checkOf, isSameCheck, unwrapKey } from './database-key.ts'
import { dataFilesOf, readProtection } from './data-files.ts'
import { fromRecoveryKey } from './recovery-key.ts'

/** What protects the data of a folder, and whether a password is that of the data. Nothing is opened or changed. */
export function createProtectionCheck(dataFolder: string): {
  hasPassword(): boolean
  isPassword(password: string): Promise<boolean>
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
    isRecoveryKey(text) {
      const [key, found] = [fromRecoveryKey(text), readProtection(files)]
      return key !== null && found.state === 'found' && isSameCheck(checkOf(key), found.protection.check)
    },
  }
}
