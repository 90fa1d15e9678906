import { randomUUID } from 'node:crypto'
import type { ConnectionState } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Database } from '../database/database.ts'
import { fail } from '../failures/failure-error.ts'
import type { Clock } from '../ports/clock.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import { readServiceAddress } from '../service/service-address.ts'
import { connectionMessages } from './connection-messages.ts'
import type { ConnectionRow, ConnectionRows } from './connection-rows.ts'
import type { CredentialVault } from './credential-vault.ts'

export interface ConnectionChangesParts {
  readonly database: Database
  readonly clock: Clock
  readonly rows: ConnectionRows
  readonly credentialVault: CredentialVault
  makeCurrent(id: string): void
  requireCurrent(): ConnectionRow
  requireConnection(id: string): ConnectionRow
  /** The next call reads the address, the credentials and the settings again. */
  forgetEndpoint(connectionId: string): void
  /** Call when a connection has other credentials or another address: it is called again without waiting. */
  handleNewSignIn(connectionId: string): void
  setShowsAll(showsAll: boolean): void
  /** Call when records are read in another way from now on. */
  handleNewReading(connectionId: string): void
  changed(): Promise<ConnectionState>
}

/** A new account, and changes of saved connections. Each takes effect at the next call. */
export function createConnectionChanges(parts: ConnectionChangesParts) {
  const { database, clock, rows, makeCurrent, credentialVault, requireCurrent, requireConnection, changed } = parts

  const requireAccount = (row: ConnectionRow, message: string): ConnectionRow =>
    row.kind === 'account' ? row : fail('invalid-input', message)

  return {
    async connect({ name, baseUrl, region, credentials }) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) fail('wrong-address', address.reason, { next: address.next })
      const id = randomUUID()
      const credentialsIn = await credentialVault.put(id, credentials)
      database.transaction(() => {
        rows.save({
          id,
          name: name || new URL(address.url).hostname,
          kind: 'account',
          baseUrl: address.url,
          scheme: credentials.scheme,
          region,
          advanced: defaultAdvanced,
          createdAt: clock.now().toISOString(),
          credentialsIn,
        })
        makeCurrent(id)
      })
      return changed()
    },
    async rename({ id, name }) {
      rows.save({ ...requireConnection(id), name })
      return changed()
    },
    async setAddress({ id, baseUrl, credentials }) {
      const { practiceHasNoAddress, otherServer } = connectionMessages
      const before = requireAccount(requireConnection(id), practiceHasNoAddress)
      const address = readServiceAddress(baseUrl)
      if (!address.ok) fail('wrong-address', address.reason, { next: address.next })
      // A key for one server must never reach another one.
      if (!credentials && new URL(address.url).origin !== new URL(before.baseUrl).origin) {
        fail('invalid-input', otherServer.message, { next: otherServer.next })
      }
      const credentialsIn = credentials ? await credentialVault.put(id, credentials) : before.credentialsIn
      rows.save({
        ...requireConnection(id),
        baseUrl: address.url,
        scheme: credentials?.scheme ?? before.scheme,
        credentialsIn,
      })
      parts.handleNewSignIn(id)
      return changed()
    },
    async setRegion({ region }) {
      rows.save({ ...requireCurrent(), region })
      return changed()
    },
    async setShowsAll({ showsAll }) {
      parts.setShowsAll(showsAll)
      return changed()
    },
    async setAdvanced(settings) {
      const row = requireCurrent()
      const advanced = { ...row.advanced, ...settings }
      const keys = [advanced.referenceKey, advanced.chassisKey, advanced.secondMobileKey]
      if (new Set(keys).size < keys.length) {
        const { message, next } = connectionMessages.sameKeys
        fail('invalid-input', message, { next })
      }
      rows.save({ ...row, advanced })
      parts.forgetEndpoint(row.id)
      if (advanced.dates !== row.advanced.dates) parts.handleNewReading(row.id)
      return changed()
    },
    async setCredentials(credentials) {
      const row = requireAccount(requireCurrent(), connectionMessages.practiceNeedsNoCredentials)
      const credentialsIn = await credentialVault.put(row.id, credentials)
      rows.save({ ...requireConnection(row.id), scheme: credentials.scheme, credentialsIn })
      parts.handleNewSignIn(row.id)
      return changed()
    },
  } satisfies Partial<DomainHandlers<'connections', AbortSignal>>
}
