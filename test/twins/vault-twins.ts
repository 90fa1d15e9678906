import type { Vault } from '../../src/core/ports/vault.ts'
import { createKeychainVault, keychainService } from '../../src/core/vault/keychain-vault.ts'
import { createWindowsKeychainTwin } from './keychain-library-twins.ts'

/** The vault of the program over the twin of keytar, which the test can disable and change. */
export interface VaultTwin extends Vault {
  /** `refusing`: locked or absent, says so. `ok`: works. */
  condition: 'ok' | 'refusing'
  readonly items: Map<string, string>
}

export function createVaultTwin(): VaultTwin {
  const library = createWindowsKeychainTwin()
  return {
    ...createKeychainVault({ load: async () => library }),
    items: library.itemsOf(keychainService),
    get condition() {
      return library.refuses === null ? 'ok' : 'refusing'
    },
    set condition(condition) {
      library.refuses = condition === 'ok' ? null : 'locked'
    },
  }
}
