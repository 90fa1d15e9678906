import { randomBytes } from 'node:crypto'
import { fail } from '../failures/failure-error.ts'
import { systemClock, type Clock } from '../ports/clock.ts'
import type { SecretAnswer, Vault, VaultHealth } from '../ports/vault.ts'
import { checkSecret } from './secret-limits.ts'

/** The part of keytar that is used. */
export interface KeychainLibrary {
  getPassword(service: string, account: string): Promise<string | null>
  setPassword(service: string, account: string, password: string): Promise<void>
  deletePassword(service: string, account: string): Promise<boolean>
}

export interface KeychainOptions {
  /** Loads keytar; a PC without libsecret fails here, and not at the program's start. */
  readonly load?: () => Promise<KeychainLibrary>
  readonly clock?: Clock
  /** How long the system may take, its own password prompt included. */
  readonly answerWithinMs?: number
}

/** Under which all items stand in the keychain. No other service may begin with it: Windows lists by prefix. */
export const keychainService = 'au.com.forecourt.desktop'

const loadKeytar = async (): Promise<KeychainLibrary> => (await import('keytar')).default

type Asked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly reason: string }

/**
 * The system's keychain: Credential Manager, macOS Keychain, Secret Service. An answer of `null` is believed only when a value
 * written just then can be read back: a Secret Service without a collection answers `null` to everything.
 */
export function createKeychainVault(options: KeychainOptions = {}): Vault {
  const { load = loadKeytar, clock = systemClock, answerWithinMs = 90_000 } = options
  let library: Promise<KeychainLibrary> | null = null

  const ask = async <T>(question: (keychain: KeychainLibrary) => Promise<T>): Promise<Asked<T>> => {
    const answered = new AbortController()
    const tooLong = clock.sleep(answerWithinMs, answered.signal).then(
      (): Asked<T> => ({ ok: false, reason: 'it did not answer in time' }),
      (): Asked<T> => ({ ok: false, reason: 'the wait was called off' }),
    )
    const answer = (async (): Promise<Asked<T>> => {
      try {
        library ??= load()
        return { ok: true, value: await question(await library) }
      } catch (error) {
        // A failed load is tried again at the next question: libsecret may be installed meanwhile.
        library = null
        return { ok: false, reason: error instanceof Error ? error.message : 'it refused' }
      }
    })()
    const first = await Promise.race([answer, tooLong])
    answered.abort()
    return first
  }

  const inWords = (reason: string): string => `The keychain of this PC is not available (${reason.replace(/\.$/, '')}).`

  const probe = async (): Promise<VaultHealth> => {
    const account = `probe/${randomBytes(8).toString('hex')}`
    const value = randomBytes(16).toString('hex')
    const asked = await ask(async (keychain) => {
      await keychain.setPassword(keychainService, account, value)
      const found = await keychain.getPassword(keychainService, account)
      await keychain.deletePassword(keychainService, account)
      return found
    })
    if (!asked.ok) return { state: 'unavailable', reason: inWords(asked.reason) }
    if (asked.value !== value)
      return { state: 'unavailable', reason: inWords('it does not give back what it is given') }
    return { state: 'ok' }
  }

  const get = async (name: string): Promise<SecretAnswer> => {
    const asked = await ask((keychain) => keychain.getPassword(keychainService, name))
    if (!asked.ok) return { state: 'unavailable', reason: inWords(asked.reason) }
    if (asked.value !== null) return { state: 'found', secret: asked.value }
    const health = await probe()
    return health.state === 'ok' ? { state: 'absent' } : health
  }

  return {
    probe,
    get,
    async set(name, secret) {
      checkSecret(secret)
      const asked = await ask(async (keychain) => {
        await keychain.setPassword(keychainService, name, secret)
        return keychain.getPassword(keychainService, name)
      })
      const problem = asked.ok
        ? asked.value === secret
          ? null
          : 'it does not give back what it is given'
        : asked.reason
      if (problem !== null) fail('vault-unreadable', inWords(problem), { next: 'Unlock the keychain and try again.' })
    },
    async delete(name) {
      const asked = await ask((keychain) => keychain.deletePassword(keychainService, name))
      if (!asked.ok) fail('vault-unreadable', inWords(asked.reason), { next: 'Unlock the keychain and try again.' })
    },
  }
}
