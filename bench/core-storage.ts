import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Region } from '../src/contract/region.ts'
import { defaultAdvanced } from '../src/core/service/assumptions.ts'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { createAnnouncer } from '../src/core/events/announcer.ts'
import { systemClock } from '../src/core/ports/clock.ts'
import type { Fetch } from '../src/core/ports/host.ts'
import { createAuthoriser } from '../src/core/service/authoriser.ts'
import { createServiceClient } from '../src/core/service/create-service-client.ts'
import type { ServiceClient } from '../src/core/service/service-client.ts'
import type { OpenStorage } from '../src/core/open-storage.ts'

export const connectionId = 'connection-1'

/** Where a service is, and how to call it. */
export interface ServicePlace {
  readonly url: string
  readonly apiKey: string
}

/** A folder of the measurement's own, gone when its process ends. */
export function ownFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forecourt-bench-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export const newKey = (): string => randomBytes(32).toString('hex')

/** An encrypted database on the disk, as the program has it. */
export function openOnDisk(path: string, key: string): Database {
  const opened = openDatabase(path, key)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  opened.database.run(
    `INSERT OR IGNORE INTO connection (id, name, kind, base_url, scheme, region, advanced, created_at)
     VALUES (?, 'Bench', 'practice', 'http://127.0.0.1:1', 'api-key', 'au', '{}', '2026-11-20T00:00:00.000Z')`,
    [connectionId],
  )
  return opened.database
}

/**
 * What the parts of core get, with every assumption as it is shipped. `service`: where one is, or a list in its place that no change
 * reaches; without it every call is an error.
 */
export function openBenchStorage(
  database: Database,
  ended: AbortSignal,
  service: ServicePlace | Pick<ServiceClient, 'listCustomers'> | null = null,
): OpenStorage {
  const active = { id: connectionId, region: 'au' as const, advanced: defaultAdvanced }
  return {
    database,
    clock: systemClock,
    log: noLog,
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      inUse: () => [{ connectionId, region: active.region, name: 'Bench' }],
      known: () => [],
      find: (id) => (id === connectionId ? active : null),
      async client(_, region) {
        if (!service) throw new Error('This measurement has no service')
        if ('listCustomers' in service) return { ok: true, value: { ...clientOf(unreachable, region), ...service } }
        return { ok: true, value: clientOf(service, region) }
      },
    },
    ended,
    dateFormat: () => 'region',
  }
}

const noLog = { write: () => undefined }

/** A fetch that reaches nothing, as without a network. */
const offline: Fetch = () => Promise.reject(new TypeError('fetch failed'))
const unreachable: ServicePlace = { url: 'http://127.0.0.1:1', apiKey: 'none' }

function clientOf({ url, apiKey }: ServicePlace, region: Region): ServiceClient {
  const plainFetch: Fetch = url === unreachable.url ? offline : (address, init) => fetch(address, init)
  const wire = { baseUrl: url, fetch: plainFetch, clock: systemClock, log: noLog }
  const authoriser = createAuthoriser({ ...wire, credentials: { scheme: 'api-key', apiKey } })
  return createServiceClient({ ...wire, region, regionCode: region, authoriser, onOutcome: () => undefined })
}
