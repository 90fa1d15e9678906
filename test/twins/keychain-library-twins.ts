import type { KeychainLibrary } from '../../src/core/vault/keychain-vault.ts'

export interface KeychainLibraryTwin extends KeychainLibrary {
  readonly items: Map<string, string>
}

/** Windows' Credential Manager: an item takes 2,560 bytes, and the text of its refusal is this one. */
export function createWindowsKeychainTwin(): KeychainLibraryTwin {
  const items = new Map<string, string>()
  const target = (service: string, account: string): string => `${service}/${account}`
  return {
    items,
    async getPassword(service, account) {
      return items.get(target(service, account)) ?? null
    },
    async setPassword(service, account, password) {
      if (password === '') throw new Error('Password is required.')
      if (Buffer.byteLength(password) > 2_560) throw new Error('The stub received bad data.')
      items.set(target(service, account), password)
    },
    async deletePassword(service, account) {
      return items.delete(target(service, account))
    },
  }
}

/** A Secret Service without a login collection: it refuses to write, and answers `null` to every question. */
export const nullAnsweringKeychain: KeychainLibrary = {
  getPassword: async () => null,
  setPassword: async () => {
    throw new Error('Object does not exist at path "/org/freedesktop/secrets/collection/login"')
  },
  deletePassword: async () => false,
}

/** One that swallows: writing seems to work, and nothing is there afterwards. */
export const forgetfulKeychain: KeychainLibrary = {
  getPassword: async () => null,
  setPassword: async () => {},
  deletePassword: async () => false,
}

/** One that never answers, as while a prompt stands open on another screen. */
export const silentKeychain: KeychainLibrary = {
  getPassword: () => new Promise(() => {}),
  setPassword: () => new Promise(() => {}),
  deletePassword: () => new Promise(() => {}),
}
