import { forwardHandlers } from '../../contract/methods.ts'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { RetentionKind } from '../../contract/retention-kinds.ts'
import type { Database } from '../database/database.ts'
import type { OpenStorage } from '../open-storage.ts'
import { errorFields, type Log } from '../ports/log.ts'
import { createLatePart } from '../scheduling/late-part.ts'
import { backupPaths } from '../storage/backup.ts'
import type { RetentionPart } from './retention.ts'
import { isRetentionOn, savedRetention } from './retention-state.ts'

type Handlers = RetentionPart['handlers']

/** Retention, loaded when it is first used, or at the start when something is deleted by its age. */
export function createLateRetention(
  storage: OpenStorage,
  { dataFolder, sightings }: { readonly dataFolder: string; readonly sightings: { reload(): void } },
): RetentionPart {
  const { database, log, announcer } = storage
  const onDeleted = (kind: RetentionKind): void => {
    if (kind === 'lookups' || kind === 'notes') sightings.reload()
    if (kind === 'lookups') announcer.announce('lookup.changed')
    if (kind === 'lookups') announcer.announce('bulkLookups.changed')
    if (kind === 'uploads') announcer.announce('uploads.changed')
  }
  const parts = { logFolder: join(dataFolder, 'log'), onDeleted }
  const part = createLatePart(
    async () => (await import('./retention.ts')).createRetention(storage, parts),
    (retention) => retention,
    { log, failure: 'retention.notLoaded' },
  )
  return {
    handlers: forwardHandlers<{ retention: Handlers }, 'retention', AbortSignal>('retention', async () => ({
      retention: (await part.load()).handlers,
    })),
    start() {
      part.start(isRetentionOn(database))
    },
    close: part.close,
  }
}

/**
 * Writes the database again without the room of what retention deleted, and removes the program's own backups, which still have it. The
 * next one is made when Forecourt closes. A failure changes nothing.
 */
export function compactAtClose(
  database: Database,
  { dataFolder, log }: { readonly dataFolder: string; readonly log: Log },
): void {
  try {
    const saved = savedRetention(database)
    if (!saved.get().compactAtClose) return
    database.compact()
    for (const backup of backupPaths(join(dataFolder, 'forecourt.db'))) rmSync(backup)
    saved.set({ compactAtClose: false })
  } catch (error) {
    log.write('warning', 'retention.notCompacted', errorFields(error))
  }
}
