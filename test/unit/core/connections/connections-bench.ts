import { ConnectionState } from '../../../../src/contract/connections.ts'
import { requireConnection } from '../../../../src/core/connections/connection-region.ts'
import { createConnections, type Connections } from '../../../../src/core/connections/connections.ts'
import { openDatabase, type Database } from '../../../../src/core/database/database.ts'
import { createAnnouncer } from '../../../../src/core/events/announcer.ts'
import type { Practice } from '../../../../src/core/ports/host.ts'
import type { Vault } from '../../../../src/core/ports/vault.ts'
import { createMemoryVault } from '../../../../src/core/vault/memory-vault.ts'
import { createClockTwin } from '../../../twins/clock-twin.ts'
import { createFetchTwin, json, type Behaviour } from '../../../twins/fetch-twin.ts'
import { createLogTwin } from '../../../twins/log-twin.ts'
import { createVaultTwin } from '../../../twins/vault-twins.ts'

export const { signal } = new AbortController()
export const apiKey = 'planted-key'
export const account = {
  baseUrl: 'api.example.com.au/',
  region: 'au',
  credentials: { scheme: 'api-key', apiKey },
} as const

export function memoryDatabase(): Database {
  const answer = openDatabase(':memory:', null)
  if (answer.state !== 'ready') throw new Error('No database')
  return answer.database
}

/** A practice service with a new address at each start. */
export function practiceAt(...addresses: string[]): Practice & { readonly stops: number[] } {
  const stops: number[] = []
  return {
    stops,
    start: async () => ({
      url: addresses[stops.length] ?? 'http://127.0.0.1:1',
      apiKey: 'practice-key',
      controls: {
        state: () => ({ customersPerSecond: 40, outage: 'none', customers: 0, waiting: 0 }),
        setSpeed: () => undefined,
        setOutage: async () => undefined,
        makeSighting: () => null,
        makeUpload: () => ({ id: 'upload', customers: 20 }),
      },
    }),
    stop: async () => void stops.push(1),
    erase: async () => void stops.push(1),
  }
}

interface Setting {
  readonly database?: Database
  readonly keychain?: Vault | null
  readonly memory?: Vault
  readonly practice?: Practice
  readonly answers?: readonly Behaviour[]
}

export function begin({
  database = memoryDatabase(),
  keychain = createVaultTwin(),
  memory = createMemoryVault(),
  practice = practiceAt('http://127.0.0.1:4001', 'http://127.0.0.1:4002'),
  answers = [json({ success: true, customers: [] })],
}: Setting = {}) {
  const far = createFetchTwin(...answers)
  const clock = createClockTwin(new Date('2026-11-21T00:00:00Z'))
  const announcer = createAnnouncer()
  const announced: string[] = []
  announcer.listen((event) => void announced.push(event.name))
  const connections: Connections = createConnections({
    database,
    clock,
    log: createLogTwin(),
    announcer,
    fetch: far.fetch,
    keychain,
    memory,
    practice,
    practicePlace: null,
  })
  return {
    connections,
    clock,
    database,
    far,
    announced,
    state: async () => ConnectionState.parse(await connections.state({}, signal)),
  }
}

export async function clientOf(connections: Connections) {
  const { id, region } = requireConnection({ connections: connections.access })
  const answer = await connections.access.client(id, region)
  if (!answer.ok) throw new Error(answer.error.failure.message)
  return answer.value
}
