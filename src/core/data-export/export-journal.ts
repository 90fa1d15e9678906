import { z } from 'zod'
import { DataExport, ExportedTable } from '../../contract/data-export.ts'
import { Failure } from '../../contract/failure.ts'
import type { Database } from '../database/database.ts'
import { exportJournalSetting } from '../storage/settings-of-this-pc.ts'
import { readSetting, writeSetting } from '../database/settings.ts'

/** An export as it is stored. Its finished files are never written again, unless they were changed. */
const StoredExport = z.object({
  ...DataExport.pick({
    id: true,
    form: true,
    format: true,
    connectionId: true,
    connectionNames: true,
    includeDoNotContactNumbers: true,
    path: true,
    startedAt: true,
    endedAt: true,
  }).shape,
  /** `open`: it runs, or was interrupted. */
  state: z.enum(['open', 'failed', 'done']),
  failure: Failure.nullable(),
  /** The folder did not exist before. */
  madeFolder: z.boolean(),
  /** Finished files by the key of their content. */
  finished: z.array(z.object({ key: z.string(), file: ExportedTable })),
})
export type StoredExport = z.infer<typeof StoredExport>

/** The exports of this PC, the newest last. Each change is durable when it returns. */
export type ExportJournal = ReturnType<typeof createExportJournal>

export function createExportJournal(database: Database) {
  const all = (): StoredExport[] => {
    const saved = readSetting(database, exportJournalSetting)
    return saved === null ? [] : (z.array(StoredExport).safeParse(JSON.parse(saved)).data ?? [])
  }
  const write = (exports: readonly StoredExport[]): void =>
    writeSetting(database, exportJournalSetting, exports.length === 0 ? null : JSON.stringify(exports))
  return {
    all,
    find: (id: string): StoredExport | null => all().find((stored) => stored.id === id) ?? null,
    save(stored: StoredExport): void {
      const saved = all()
      const isNew = saved.every(({ id }) => id !== stored.id)
      write(isNew ? [...saved, stored] : saved.map((one) => (one.id === stored.id ? stored : one)))
    },
    remove: (id: string): void => write(all().filter((stored) => stored.id !== id)),
    /** When a person was deleted last (ISO 8601); null: never. */
    lastDeletion: (): string | null => database.value<string>('SELECT max(at) FROM person_deletion'),
  }
}
