import { join } from 'node:path'
import type { Database } from '../../src/core/database/database.ts'
import { openDatabase } from '../../src/core/database/database.ts'
import { createCustomers } from '../../src/core/customers/customers.ts'
import { createDataExport, type DataExportParts, type DataExports } from '../../src/core/data-export/data-export.ts'
import { createAnnouncer, type EventListener } from '../../src/core/events/announcer.ts'
import { createLookup } from '../../src/core/lookup/lookup.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { systemClock } from '../../src/core/ports/clock.ts'
import { defaultAdvanced } from '../../src/core/service/assumptions.ts'
import { oneSource } from '../twins/one-source.ts'

export interface ExportRun {
  readonly database: Database
  readonly exports: DataExports
  listen(listener: EventListener): void
  close(): Promise<void>
}

/** Exports of everything over the data of a folder, without a service. */
export function openExports(
  folder: string,
  key: string,
  more: Pick<DataExportParts, 'showFolder' | 'chooseFolder'> = {},
): ExportRun {
  const opened = openDatabase(join(folder, 'forecourt.db'), key)
  if (opened.state !== 'ready') throw new Error(`The database is ${opened.state}`)
  const { database } = opened
  const announcer = createAnnouncer()
  const storage: OpenStorage = {
    database,
    clock: systemClock,
    log: { write: () => undefined },
    announcer,
    connections: {
      active: () => null,
      ...oneSource(() => null),
      find: (id) => ({ id, region: 'au', advanced: defaultAdvanced }),
      client: () => Promise.reject(new Error('An export asks the service nothing')),
    },
    ended: new AbortController().signal,
    dateFormat: () => 'region',
  }
  const customers = createCustomers(storage)
  const { cars } = createLookup(storage)
  const exports = createDataExport(storage, { customers, cars, version: '9.9.9', dataFolder: folder, ...more })
  return {
    database,
    exports,
    listen: (listener) => void announcer.listen(listener),
    async close() {
      await exports.close()
      await customers.close()
      database.close()
    },
  }
}
