import type { Credentials } from '../../contract/connections.ts'
import { fail, FailureError } from '../failures/failure-error.ts'
import type { Log } from '../ports/log.ts'
import type { SecretAnswer, Vault } from '../ports/vault.ts'
import { connectionMessages } from './connection-messages.ts'

export type CredentialPlace = 'keychain' | 'memory'

export type CredentialsAnswer =
  | { readonly state: 'found'; readonly credentials: Credentials }
  | { readonly state: 'missing' }
  | { readonly state: 'unavailable'; readonly reason: string }

export type CredentialVault = ReturnType<typeof createCredentialVault>

const fields = ['api-key', 'client-id', 'client-secret'] as const
type Field = (typeof fields)[number]

const itemName = (connectionId: string, field: Field): string => `connection/${connectionId}/${field}`

/** All items that a connection can have in the keychain. */
export const credentialItems = (connectionId: string): string[] => fields.map((field) => itemName(connectionId, field))

const itemsOf = (credentials: Credentials): readonly (readonly [Field, string])[] =>
  credentials.scheme === 'api-key'
    ? [['api-key', credentials.apiKey]]
    : [
        ['client-id', credentials.clientId],
        ['client-secret', credentials.clientSecret],
      ]

/** Credentials in the vault, one item per field. `keychain` is null when the user chose to store nothing. */
export function createCredentialVault(keychain: Vault | null, memory: Vault, log: Log) {
  const putAll = async (vault: Vault, connectionId: string, credentials: Credentials): Promise<void> => {
    for (const [field, secret] of itemsOf(credentials)) await vault.set(itemName(connectionId, field), secret)
  }

  const removeFrom = async (vault: Vault, connectionId: string): Promise<void> => {
    for (const item of credentialItems(connectionId)) await vault.delete(item)
  }

  return {
    /**
     * Saves all fields in the keychain, or in memory when the keychain refuses. Throws `invalid-input` for a key that
     * cannot be sent.
     */
    async put(connectionId: string, credentials: Credentials): Promise<CredentialPlace> {
      checkSendable(credentials)
      await removeFrom(memory, connectionId)
      if (keychain) {
        try {
          await putAll(keychain, connectionId, credentials)
          return 'keychain'
        } catch (error) {
          if (!(error instanceof FailureError) || error.failure.kind !== 'vault-unreadable') throw error
          log.write('warning', 'connections.credentials-not-kept', { connectionId })
        }
      }
      await putAll(memory, connectionId, credentials)
      return 'memory'
    },
    async get(connectionId: string, scheme: Credentials['scheme'], place: CredentialPlace): Promise<CredentialsAnswer> {
      const vault = place === 'memory' ? memory : keychain
      if (!vault) return { state: 'missing' }
      const read = (field: Field): Promise<SecretAnswer> => vault.get(itemName(connectionId, field))
      const answers =
        scheme === 'api-key' ? [await read('api-key')] : [await read('client-id'), await read('client-secret')]
      for (const answer of answers) if (answer.state === 'unavailable') return answer
      const [first, second] = answers.map((answer) => (answer.state === 'found' ? answer.secret : null))
      if (scheme === 'api-key') {
        return first ? { state: 'found', credentials: { scheme, apiKey: first } } : { state: 'missing' }
      }
      return first && second
        ? { state: 'found', credentials: { scheme, clientId: first, clientSecret: second } }
        : { state: 'missing' }
    },
    /** Removes them from memory and the keychain. A keychain that refuses is logged. */
    async remove(connectionId: string): Promise<void> {
      await removeFrom(memory, connectionId)
      if (!keychain) return
      try {
        await removeFrom(keychain, connectionId)
      } catch (error) {
        if (!(error instanceof FailureError)) throw error
        log.write('warning', 'connections.credentials-not-removed', { connectionId })
      }
    },
  }
}

/** An API key is sent in a header, so it can only have the characters of a header. */
export function checkSendable(credentials: Credentials): void {
  if (credentials.scheme === 'api-key' && !/^[\x20-\x7e]+$/.test(credentials.apiKey)) {
    const { message, next } = connectionMessages.invalidApiKey
    fail('invalid-input', message, { next })
  }
}
