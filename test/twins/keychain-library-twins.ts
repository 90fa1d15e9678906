import type { KeychainLibrary } from '../../src/core/vault/keychain-vault.ts'

export interface KeychainLibraryTwin extends KeychainLibrary {
  /** The items of a service by account, which a test can change. */
  itemsOf(service: string): Map<string, string>
  /** With a reason, the keychain refuses everything, as while it is locked. Null: it works. */
  refuses: string | null
}

const maxPasswordBytes = 2_560
/** CRED_MAX_USERNAME_LENGTH of Windows, in characters. */
const maxAccountLength = 513

/** Windows ends its messages with a line break. */
const windowsError = (message: string): Error => new Error(`${message}\r\n`)

/** The checks of keytar itself: they throw at once, and never reject. */
function requireTexts(texts: Readonly<Record<string, unknown>>): void {
  for (const [name, text] of Object.entries(texts)) {
    const isEmpty = !text || (text as { readonly length?: unknown }).length === 0
    if (isEmpty) throw new Error(`${name} is required.`)
  }
  for (const [name, text] of Object.entries(texts)) {
    const parameter = name === 'Account' ? 'username' : name.toLowerCase()
    if (typeof text !== 'string') throw new TypeError(`Parameter '${parameter}' must be a string`)
  }
}

/** Half of a surrogate pair has no form in UTF-8, and comes back as another character. */
const inUtf8 = (text: string): string => text.toWellFormed()
/** Windows ends names at a NUL. */
const nameOf = (text: string): string => inUtf8(text).split('\0')[0] ?? ''

/**
 * keytar on Windows: the strictest of the three keychains. Names are the same in capitals, and items are listed by the beginning of their
 * service. `keychain/keytar.test.ts` compares it with a real keychain where the systems do not differ.
 */
export function createWindowsKeychainTwin(): KeychainLibraryTwin {
  const services = new Map<string, Map<string, string>>()
  const itemsOf = (service: string): Map<string, string> => {
    const items = services.get(service) ?? new Map<string, string>()
    services.set(service, items)
    return items
  }
  const find = (service: string, account: string): { items: Map<string, string>; name: string } => {
    const items = itemsOf(nameOf(service))
    const sought = nameOf(account)
    return { items, name: [...items.keys()].find((each) => each.toLowerCase() === sought.toLowerCase()) ?? sought }
  }
  const answer = async <Value>(work: () => Value): Promise<Value> => {
    await Promise.resolve()
    if (twin.refuses !== null) throw new Error(twin.refuses)
    return work()
  }

  const twin: KeychainLibraryTwin = {
    refuses: null,
    itemsOf,
    getPassword(service, account) {
      requireTexts({ Service: service, Account: account })
      return answer(() => {
        const { items, name } = find(service, account)
        return items.get(name) ?? null
      })
    },
    setPassword(service, account, password) {
      requireTexts({ Service: service, Account: account, Password: password })
      return answer(() => {
        if (Buffer.byteLength(password) > maxPasswordBytes) throw windowsError('The stub received bad data.')
        if (account.length > maxAccountLength) throw windowsError('The parameter is incorrect.')
        const { items, name } = find(service, account)
        items.set(name, inUtf8(password))
      })
    },
    deletePassword(service, account) {
      requireTexts({ Service: service, Account: account })
      return answer(() => {
        const { items, name } = find(service, account)
        return items.delete(name)
      })
    },
    findCredentials(service) {
      requireTexts({ Service: service })
      return answer(() =>
        [...services]
          .filter(([name]) => name.toLowerCase().startsWith(nameOf(service).toLowerCase()))
          .flatMap(([, items]) => [...items].map(([account, password]) => ({ account, password }))),
      )
    },
  }
  return twin
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
export const forgetfulKeychain: KeychainLibrary = { ...nullAnsweringKeychain, setPassword: async () => {} }

/** A keychain that never answers, as while a prompt is open on another screen. */
export const silentKeychain: KeychainLibrary = {
  getPassword: () => new Promise(() => {}),
  setPassword: () => new Promise(() => {}),
  deletePassword: () => new Promise(() => {}),
  findCredentials: () => new Promise(() => {}),
}
