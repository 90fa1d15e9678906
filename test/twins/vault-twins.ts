import { FailureError } from '../../src/core/failures/failure-error.ts'
import type { Vault } from '../../src/core/ports/vault.ts'
import { createMemoryVault } from '../../src/core/vault/memory-vault.ts'

/** A keychain that the test can disable and change. */
export interface VaultTwin extends Vault {
  /** `refusing`: locked or absent, says so. `ok`: works. */
  condition: 'ok' | 'refusing'
  readonly items: Map<string, string>
}

const refusal = "The keychain on this PC isn't available (locked)."

export function createVaultTwin(): VaultTwin {
  const limits = createMemoryVault()
  const items = new Map<string, string>()
  const refuse = (): never => {
    throw new FailureError({ kind: 'vault-unreadable', message: refusal })
  }
  const twin: VaultTwin = {
    condition: 'ok',
    items,
    async probe() {
      return twin.condition === 'ok' ? { state: 'ok' } : { state: 'unavailable', reason: refusal }
    },
    async get(name) {
      if (twin.condition === 'refusing') return { state: 'unavailable', reason: refusal }
      const secret = items.get(name)
      return secret === undefined ? { state: 'absent' } : { state: 'found', secret }
    },
    async set(name, secret) {
      await limits.set(name, secret)
      if (twin.condition === 'refusing') refuse()
      items.set(name, secret)
    },
    async delete(name) {
      if (twin.condition === 'refusing') refuse()
      items.delete(name)
    },
    names: async () => (twin.condition === 'refusing' ? null : [...items.keys()]),
  }
  return twin
}
