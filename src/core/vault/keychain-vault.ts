import { randomBytes } from 'node:crypto'
import { fail } from '../failures/failure-error.ts'
import { systemClock, type Clock } from '../ports/clock.ts'
import type { SecretAnswer, Vault, VaultHealth } from '../ports/vault.ts'
import { checkSecret } from './secret-limits.ts'
import { sharedSecrets } from './shared-secrets.ts'

/** The part of keytar that is used. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
  findCredentials(service: string): Promise<{ readonly account: string }[]>
}

export interface KeychainOptions {
  /** Loads keytar. A PC without libsecret fails here, not when the program starts. */
  readonly load?: () => Promise<KeychainLibrary>
  readonly clock?: Clock
  /** How long the system may take, including its own password prompt. */
  readonly answerWithinMs?: number
}

/** The service of all items in the keychain. No other service may begin with this name: Windows lists by prefix. */
export const keychainService = 'au.com.forecourt.desktop'

const loadKeytar = async (): Promise<KeychainLibrary> => (await import('keytar')).default

type KeychainAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/**
 * The keychain of the system: Credential Manager, macOS Keychain, Secret Service. The answer `null` counts only when a value that was
 * just written can be read: a Secret Service without a collection answers `null` to every query.
 */
export function createKeychainVault(options: KeychainOptions = {}): Vault {
  const { load = loadKeytar, clock = systemClock, answerWithinMs = 90_000 } = options
  let library: Promise<KeychainLibrary> | null = null

  const request = async <T>(query: (keychain: KeychainLibrary) => Promise<T>): Promise<KeychainAnswer<T>> => {
    const answered = new AbortController()
    const tooLong = clock.sleep(answerWithinMs, answered.signal).then(
      (): KeychainAnswer<T> => ({ ok: false, reason: 'it did not answer in time' }),
      (): KeychainAnswer<T> => ({ ok: false, reason: 'the wait was cancelled' }),
    )
    const answer = (async (): Promise<KeychainAnswer<T>> => {
      try {
        library ??= load()
        return { ok: true, value: await query(await library) }
      } catch (error) {
        // The next query loads the library again: libsecret may be installed by then.
        library = null
        // Windows ends its messages with a line break, and some of keytar's errors have none.
        const message = error instanceof Error ? error.message.trim().replace(/\.$/, '') : ''
        return { ok: false, reason: message || 'it returned an error' }
      }
    })()
    const first = await Promise.race([answer, tooLong])
    answered.abort()
    return first
  }

  const describeProblem = (reason: string): string => `The keychain on this PC isn't available (${reason}).`

  const probe = async (): Promise<VaultHealth> => {
    const account = `${sharedSecrets.probe}${randomBytes(8).toString('hex')}`
    const value = randomBytes(16).toString('hex')
    const answered = await request(async (keychain) => {
      await keychain.setPassword(keychainService, account, value)
      const found = await keychain.getPassword(keychainService, account)
      await keychain.deletePassword(keychainService, account)
      return found
    })
    if (!answered.ok) return { state: 'unavailable', reason: describeProblem(answered.reason) }
    if (answered.value !== value)
      return { state: 'unavailable', reason: describeProblem('it does not return what was stored') }
    return { state: 'ok' }
  }

  const get = async (name: string): Promise<SecretAnswer> => {
    const answered = await request((keychain) => keychain.getPassword(keychainService, name))
    if (!answered.ok) return { state: 'unavailable', reason: describeProblem(answered.reason) }
    if (answered.value !== null) return { state: 'found', secret: answered.value }
    const health = await probe()
    return health.state === 'ok' ? { state: 'absent' } : health
  }

  return {
    probe,
    get,
    async set(name, secret) {
      checkSecret(secret)
      const answered = await request(async (keychain) => {
        await keychain.setPassword(keychainService, name, secret)
        return keychain.getPassword(keychainService, name)
      })
      const problem = answered.ok
        ? answered.value === secret
          ? null
          : 'it does not return what was stored'
        : answered.reason
      if (problem !== null)
        fail('vault-unreadable', describeProblem(problem), { next: 'Unlock the keychain and try again.' })
    },
    async delete(name) {
      const answered = await request((keychain) => keychain.deletePassword(keychainService, name))
      if (!answered.ok)
        fail('vault-unreadable', describeProblem(answered.reason), { next: 'Unlock the keychain and try again.' })
    },
    async names() {
      const answered = await request((keychain) => keychain.findCredentials(keychainService))
      return answered.ok ? answered.value.map(({ account }) => account) : null
    },
  }
}
