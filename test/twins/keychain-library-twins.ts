import type { KeychainLibrary } from '../../src/core/vault/keychain-vault.ts'

export interface KeychainLibraryTwin extends KeychainLibrary {
  readonly items: Map<string, string>
}

/** Windows' Credential Manager: an item can have 2,560 bytes, and this is the text of its error. */
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
    // By the beginning of the name, as Windows lists them.
    findCredentials: async (service) =>
      [...items.keys()]
        .filter((name) => name.startsWith(service))
        .map((name) => ({ account: name.slice(service.length + 1) })),
  }
}

/** A Secret Service without a login collection: it refuses to write, and answers `null` to every query. */
export const nullAnsweringKeychain: KeychainLibrary = {
  getPassword: async () => null,
  setPassword: async () => {
    throw new Error('Object does not exist at path "/org/freedesktop/secrets/collection/login"')
  },
  deletePassword: async () => false,
  findCredentials: async () => [],
}

/** A keychain that loses data: writing seems to work, but nothing is stored. */
export const forgetfulKeychain: KeychainLibrary = {
  getPassword: async () => null,
  setPassword: async () => {},
  deletePassword: async () => false,
  findCredentials: async () => [],
}

/** A keychain that never answers, as while a prompt is open on another screen. */
export const silentKeychain: KeychainLibrary = {
  getPassword: () => new Promise(() => {}),
  setPassword: () => new Promise(() => {}),
  deletePassword: () => new Promise(() => {}),
  findCredentials: () => new Promise(() => {}),
}
