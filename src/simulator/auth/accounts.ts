import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { ServiceClock } from '../service-clock.ts'
import type { Store } from '../store.ts'

export interface Credentials {
  readonly apiKey: string
  readonly clientId: string
  readonly clientSecret: string
}

/** The accounts that the service knows, their credentials and their tokens. */
export interface Accounts {
  /** The account of the dealership that practises. */
  readonly own: Credentials
  /** Another account, as another dealership would hold it: what belongs to it is refused to the first. */
  add(): Credentials
  byApiKey(apiKey: string): number | undefined
  byClient(clientId: string, clientSecret: string): number | undefined
  /** A new token that lives for `lifetimeSeconds`. */
  makeToken(accountId: number, lifetimeSeconds: number): string
  byToken(token: string): number | undefined
  /** Every token made so far is refused from now on. */
  expireTokens(): void
}

/** The account of the dealership that practises: the first. */
export const ownAccountId = 1

interface AccountRow {
  id: number
  api_key: string
  client_id: string
  client_secret: string
}

const mostTokens = 1_000

/** `secrets` gives the words for new credentials: by chance, or following from a seed. */
export function createAccounts(store: Store, clock: ServiceClock, secrets: (name: string) => string): Accounts {
  const rowOf = (id: number): AccountRow | undefined => store.get<AccountRow>('SELECT * FROM accounts WHERE id = ?', id)
  const credentials = (row: AccountRow): Credentials => ({
    apiKey: row.api_key,
    clientId: row.client_id,
    clientSecret: row.client_secret,
  })
  const make = (id: number): AccountRow => {
    const row: AccountRow = {
      id,
      api_key: `practice-${secrets(`api-key-${id}`)}`,
      // Letters and digits alone: OAuth libraries percent-encode the rest within Basic (RFC 6749, 2.3.1), of which the
      // interface says nothing.
      client_id: `practice${secrets(`client-id-${id}`).slice(0, 12)}`,
      client_secret: secrets(`client-secret-${id}`),
    }
    store.run(
      'INSERT INTO accounts (id, api_key, client_id, client_secret) VALUES (?, ?, ?, ?)',
      row.id,
      row.api_key,
      row.client_id,
      row.client_secret,
    )
    return row
  }
  return {
    own: credentials(rowOf(ownAccountId) ?? make(ownAccountId)),
    add: () => {
      const last = store.get<{ id: number }>('SELECT max(id) AS id FROM accounts')
      return credentials(make((last?.id ?? 0) + 1))
    },
    byApiKey: (apiKey) => store.get<{ id: number }>('SELECT id FROM accounts WHERE api_key = ?', apiKey)?.id,
    byClient: (clientId, clientSecret) => {
      const row = store.get<AccountRow>('SELECT * FROM accounts WHERE client_id = ?', clientId)
      return row && sameSecret(row.client_secret, clientSecret) ? row.id : undefined
    },
    makeToken: (accountId, lifetimeSeconds) => {
      const token = randomBytes(32).toString('base64url')
      store.transaction(() => {
        store.run('DELETE FROM tokens WHERE expires_at_ms <= ?', clock.nowMs())
        store.run(
          `DELETE FROM tokens WHERE token_hash IN
            (SELECT token_hash FROM tokens ORDER BY expires_at_ms DESC LIMIT -1 OFFSET ${mostTokens})`,
        )
        store.run(
          'INSERT INTO tokens (token_hash, account_id, expires_at_ms) VALUES (?, ?, ?)',
          digest(token),
          accountId,
          clock.nowMs() + lifetimeSeconds * 1_000,
        )
      })
      return token
    },
    byToken: (token) =>
      store.get<{ account_id: number }>(
        'SELECT account_id FROM tokens WHERE token_hash = ? AND expires_at_ms > ?',
        digest(token),
        clock.nowMs(),
      )?.account_id,
    expireTokens: () => void store.run('DELETE FROM tokens'),
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function sameSecret(left: string, right: string): boolean {
  return timingSafeEqual(Buffer.from(digest(left)), Buffer.from(digest(right)))
}
