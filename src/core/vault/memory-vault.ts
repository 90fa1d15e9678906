import type { Vault } from '../ports/vault.ts'
import { checkSecret } from './secret-limits.ts'

/** Stores secrets in memory until the program closes, for a PC without a keychain. Never writes to disk. */
export function createMemoryVault(): Vault {
  const secrets = new Map<string, string>()
  return {
    async probe() {
      return { state: 'ok' }
    },
    async get(name) {
      const secret = secrets.get(name)
      return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
    },
    async set(name, secret) {
      checkSecret(secret)
      secrets.set(name, secret)
    },
    async delete(name) {
      secrets.delete(name)
    },
    names: async () => [...secrets.keys()],
  }
}
