import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultAdvanced } from '../src/core/service/assumptions.ts'
import { openDatabase, type Database } from '../src/core/database/database.ts'
import { createAnnouncer } from '../src/core/events/announcer.ts'
import { systemClock } from '../src/core/ports/clock.ts'
import type { Fetch } from '../src/core/ports/host.ts'
import { createAuthoriser } from '../src/core/service/authoriser.ts'
import { createServiceClient } from '../src/core/service/create-service-client.ts'
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

/** What the parts of core get, with every assumption as it is shipped. Without a service every call to it is an error. */
export function openBenchStorage(
  database: Database,
  ended: AbortSignal,
  service: ServicePlace | null = null,
): OpenStorage {
  const log = { write: () => undefined }
  const plainFetch: Fetch = (url, init) => fetch(url, init)
  const active = { id: connectionId, region: 'au' as const, advanced: defaultAdvanced }
  return {
    database,
    clock: systemClock,
    log,
    announcer: createAnnouncer(),
    connections: {
      active: () => active,
      find: (id) => (id === connectionId ? active : null),
      async client(_, region) {
        if (!service) throw new Error('This measurement has no service')
        const credentials = { scheme: 'api-key' as const, apiKey: service.apiKey }
        const wire = { baseUrl: service.url, fetch: plainFetch, clock: systemClock, log }
        const authoriser = createAuthoriser({ ...wire, credentials })
        return {
          ok: true,
          value: createServiceClient({ ...wire, region, regionCode: region, authoriser, onOutcome: () => undefined }),
        }
      },
    },
    ended,
  }
}
