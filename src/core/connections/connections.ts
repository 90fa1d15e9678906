import { randomUUID } from 'node:crypto'
import type { Connection, ConnectionState, ConnectionTest } from '../../contract/connections.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import type { FailureKind } from '../../contract/result.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import type { Database } from '../database/database.ts'
import type { Announcer } from '../events/announcer.ts'
import { fail } from '../failures/failure-error.ts'
import type { PracticeLevers } from '../ports/host.ts'
import type { Vault } from '../ports/vault.ts'
import { readServiceAddress } from '../service/service-address.ts'
import type { Answer, CallOptions, ServiceClient } from '../service/service-client.ts'
import type { ActiveConnection, ConnectionAccess } from '../open-storage.ts'
import {
  createServiceEndpoints,
  notReached,
  type ClientTarget,
  type ServiceEndpoint,
  type ServiceEndpointParts,
} from './service-endpoints.ts'
import { createConnectionRows, type ConnectionRow } from './connection-rows.ts'
import { failNotConnected } from './connection-region.ts'
import { judgeConnection } from './connection-test.ts'
import { checkSendable, createCredentialVault } from './credential-vault.ts'
import { watchReachability } from './reachability.ts'

export interface ConnectionsParts extends Omit<ServiceEndpointParts, 'credentials'> {
  readonly database: Database
  readonly announcer: Announcer
  /** Null where she chose to keep nothing. */
  readonly keychain: Vault | null
  /** Where credentials go that no keychain takes: gone when the program ends. */
  readonly memory: Vault
  /** New credentials were given for a connection: what stopped for the old ones can go on. */
  readonly onCredentials?: (connectionId: string) => void
}

/** What the practice panel may know of connections. */
export interface PractisingAccess {
  /** The connection in use; throws `invalid-input` when it is not practice. */
  active(): ActiveConnection
  /** The levers of the running service; throws `service-down` when it cannot be started. */
  levers(): Promise<PracticeLevers>
  openUploads(connectionId: string): number
  /** Ends the service and removes what it keeps; it begins anew, with new keys, when it is next called. */
  erase(): Promise<void>
  /** Makes one short call, so that what is shown of the connection is true at once. */
  look(signal: AbortSignal): Promise<void>
}

export type Connections = DomainHandlers<'connections', AbortSignal> & {
  readonly access: ConnectionAccess
  readonly practising: PractisingAccess
  /** False also for a connection that is no longer there. */
  isPractice(connectionId: string): boolean
  /** Starts practice when it is what she worked with last. */
  start(): void
  close(): Promise<void>
}

/** A test answers while she waits. */
const testTimeoutMs = 15_000

/** One try, answered while somebody waits. */
const quickly = (signal: AbortSignal): CallOptions => ({ signal, timeoutMs: testTimeoutMs, attempts: 1 })

/** The connections she has, the one in use, and the way from each to a client. */
export function createConnections(parts: ConnectionsParts): Connections {
  const { database, clock, log, announcer, practice } = parts
  const rows = createConnectionRows(database)
  const credentialVault = createCredentialVault(parts.keychain, parts.memory, log)
  const endpoints = createServiceEndpoints({ ...parts, credentials: credentialVault })
  /** Whether a connection's credentials are there, once it is known: a keychain is slow, and may ask her each time. */
  const hasCredentials = new Map<string, boolean>()
  let starting: Promise<unknown> = Promise.resolve()

  const currentRow = (): ConnectionRow | null => {
    const id = rows.currentId()
    return id === null ? null : rows.find(id)
  }

  const requireCurrent = (): ConnectionRow => currentRow() ?? failNotConnected()

  /** One short call of the connection in use, of whose end `heard` is told. */
  const look = async (signal: AbortSignal): Promise<void> => {
    const row = currentRow()
    const answer = row && (await client(row.id, row.region))
    if (answer?.ok) await answer.value.listCustomers({ offset: 0, limit: 1 }, quickly(signal))
  }

  const reachability = watchReachability({
    clock,
    log,
    onChanged: () => announcer.announce('connections.changed'),
    call: look,
  })

  const heard = (connectionId: string, failure: FailureKind | null): void => {
    if (rows.currentId() === connectionId) reachability.heard(failure)
  }

  const targetOf = (row: ConnectionRow, region: Region): ClientTarget => ({
    region,
    malaysiaRegionCode: row.advanced.malaysiaRegionCode,
    onOutcome: (failure) => heard(row.id, failure),
  })

  const client = async (connectionId: string, region: Region): Promise<Answer<ServiceClient>> => {
    const row = rows.find(connectionId)
    if (!row) {
      return notReached('sign-in-required', 'This connection is no longer on this PC.', 'Connect the account again.')
    }
    const endpoint = await endpoints.of(row)
    if (endpoint.ok) return { ok: true, value: endpoints.client(endpoint.value, targetOf(row, region)) }
    heard(connectionId, endpoint.error.failure.kind)
    return endpoint
  }

  const credentialsOf = async (row: ConnectionRow): Promise<Connection['credentials']> => {
    if (row.kind === 'practice') return 'kept'
    const there = row.credentialsIn === 'keychain' ? 'kept' : 'this-session'
    const known = hasCredentials.get(row.id)
    if (known !== undefined) return known ? there : 'missing'
    const { state: found } = await credentialVault.get(row.id, row.scheme, row.credentialsIn)
    // A keychain that is locked just now still has them; what it holds is asked again when it is open.
    if (found === 'unavailable') return there
    hasCredentials.set(row.id, found === 'found')
    return found === 'found' ? there : 'missing'
  }

  const shown = async (row: ConnectionRow): Promise<Connection> => {
    const { credentialsIn: _place, ...rest } = row
    return { ...rest, credentials: await credentialsOf(row) }
  }

  const state = async (): Promise<ConnectionState> => {
    const connections = await Promise.all(rows.all().map(shown))
    const id = rows.currentId()
    return { connections, current: connections.find((each) => each.id === id) ?? null, ...reachability.current() }
  }

  const changed = (): Promise<ConnectionState> => {
    announcer.announce('connections.changed')
    return state()
  }

  const makeCurrent = (id: string | null): void => {
    if (rows.currentId() !== id) reachability.reset()
    rows.setCurrent(id)
  }

  const test = async (
    endpoint: ServiceEndpoint,
    target: ClientTarget,
    signal: AbortSignal,
  ): Promise<ConnectionTest> => {
    const answer = await endpoints.client(endpoint, target).listCustomers({ offset: 0, limit: 1 }, quickly(signal))
    return judgeConnection(answer, endpoint.baseUrl.startsWith('https:'))
  }

  const existing = (id: string): ConnectionRow =>
    rows.find(id) ?? fail('not-found', 'This connection is no longer on this PC.')

  return {
    access: {
      active: () => {
        const row = currentRow()
        return row && active(row)
      },
      find: (connectionId) => {
        const row = rows.find(connectionId)
        return row && active(row)
      },
      client,
    },
    isPractice: (connectionId) => rows.find(connectionId)?.kind === 'practice',
    practising: {
      active() {
        const row = requireCurrent()
        if (row.kind !== 'practice') fail('invalid-input', `“${row.name}” is an account, not practice.`)
        return active(row)
      },
      async levers() {
        const running = await endpoints.practice()
        return running.ok ? running.value : fail('service-down', running.error.failure.message, { next: 'Try again.' })
      },
      openUploads: (connectionId) => rows.openUploads(connectionId),
      erase: () => endpoints.erasePractice(),
      look,
    },
    start() {
      const row = currentRow()
      if (row?.kind === 'practice') starting = endpoints.of(row)
    },
    async close() {
      await reachability.close()
      await starting
    },
    state,
    async startPractice({ region }) {
      const known = rows.all().find((row) => row.kind === 'practice')
      const row: ConnectionRow = known
        ? { ...known, region }
        : {
            id: randomUUID(),
            name: 'Practice',
            kind: 'practice',
            baseUrl: '',
            scheme: 'api-key',
            region,
            advanced: defaultAdvanced,
            createdAt: clock.now().toISOString(),
            credentialsIn: 'memory',
          }
      const started = await endpoints.of(row)
      if (!started.ok) fail('service-down', started.error.failure.message, { next: 'Try again.' })
      database.transaction(() => {
        rows.save(row)
        makeCurrent(row.id)
      })
      return changed()
    },
    async test({ baseUrl, region, credentials }, signal) {
      const address = readServiceAddress(baseUrl)
      if (!address.ok) return judgeConnection(notReached('wrong-address', address.reason, address.next), true)
      checkSendable(credentials)
      const { malaysiaRegionCode } = defaultAdvanced
      // What is only tried out says nothing about the connection in use.
      const target: ClientTarget = { region, malaysiaRegionCode, onOutcome: () => undefined }
      return test(endpoints.over(address.url, credentials), target, signal)
    },
    async testCurrent(_input, signal) {
      const row = requireCurrent()
      const endpoint = await endpoints.of(row)
      return endpoint.ok ? test(endpoint.value, targetOf(row, row.region), signal) : judgeConnection(endpoint, true)
    },
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
    async select({ id }) {
      const row = existing(id)
      makeCurrent(row.id)
      if (row.kind === 'practice') starting = endpoints.of(row)
      return changed()
    },
    async setRegion({ region }) {
      rows.save({ ...requireCurrent(), region })
      return changed()
    },
    async setAdvanced(settings) {
      const row = requireCurrent()
      rows.save({ ...row, advanced: { ...row.advanced, ...settings } })
      return changed()
    },
    async setCredentials(credentials) {
      const row = requireCurrent()
      if (row.kind === 'practice') fail('invalid-input', 'Practice needs no sign-in.')
      const credentialsIn = await credentialVault.put(row.id, credentials)
      rows.save({ ...existing(row.id), scheme: credentials.scheme, credentialsIn })
      endpoints.forget(row.id)
      hasCredentials.delete(row.id)
      reachability.reset()
      parts.onCredentials?.(row.id)
      return changed()
    },
    onlyHere: async ({ id }) => rows.onlyHere(existing(id).id),

    async forget({ id }) {
      const row = existing(id)
      const open = rows.openUploads(id)
      if (open > 0) {
        fail('conflict', `“${row.name}” still has ${open === 1 ? 'an upload' : `${open} uploads`} under way.`, {
          next: 'Wait for the end, or cancel it first.',
        })
      }
      const wasCurrent = rows.currentId() === id
      rows.remove(id)
      endpoints.forget(id)
      hasCredentials.delete(id)
      if (wasCurrent) makeCurrent(rows.all()[0]?.id ?? null)
      if (row.kind === 'practice') await practice.stop()
      else await credentialVault.remove(id)
      return changed()
    },
  }
}

const active = ({ id, region, advanced }: ConnectionRow): ActiveConnection => ({ id, region, advanced })
