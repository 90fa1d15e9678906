import { addDays } from '../../contract/calendar-date.ts'
import type { ExportLogEntry, ExportLogFilter } from '../../contract/export-log.ts'
import { type LoggedAction, loggedActions } from '../../contract/logged-actions.ts'
import type { DomainHandlers } from '../../contract/methods.ts'
import type { Database, SqlValue } from '../database/database.ts'
import { tableFile } from '../export/table-file.ts'
import { FailureError } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { exportLogText as text } from './export-log-text.ts'

export interface NewExportLogEntry extends Pick<ExportLogEntry, 'action' | 'rows' | 'fileName' | 'hasHiddenNumbers'> {
  readonly at: Date
  /** Who is working; null: not known. */
  readonly personId: string | null
}

/** Adds to the log of exports. Entries have no name and no number of a customer; a file's name is as it was saved. */
export function addToExportLog(
  database: Database,
  { at, personId, action, rows, fileName, hasHiddenNumbers }: NewExportLogEntry,
): void {
  database.run(
    'INSERT INTO export_log (at, person_id, action, row_count, file_name, hidden_numbers) VALUES (?, ?, ?, ?, ?, ?)',
    [at.toISOString(), personId, action, rows, fileName, hasHiddenNumbers ? 1 : 0],
  )
}

export type ExportLog = ReturnType<typeof createExportLog>

/**
 * The log of exports of the open data. On a full disk an entry waits in memory for the next one: the user must be able to take the data
 * to another disk. Other failures are thrown.
 */
export function createExportLog(database: () => Database | null) {
  let waiting: readonly NewExportLogEntry[] = []

  function write(): void {
    const opened = database()
    if (!opened) return
    try {
      opened.transaction(() => waiting.forEach((entry) => addToExportLog(opened, entry)))
    } catch (error) {
      if (error instanceof FailureError && error.failure.kind === 'disk-full') return
      waiting = []
      throw error
    }
    waiting = []
  }

  return {
    add(entry: NewExportLogEntry): void {
      waiting = [...waiting, entry]
      write()
    },
    /** Writes what waited for room on the disk. Call before the data closes; never fails. */
    flush(): void {
      try {
        if (waiting.length > 0) write()
      } catch {
        // The data closes all the same.
      }
    },
    /** Drops what waits: all data was deleted. */
    clear(): void {
      waiting = []
    },
  }
}

interface Row {
  readonly number: number
  readonly at: string
  readonly action: string
  readonly person: string | null
  readonly row_count: number | null
  readonly file_name: string | null
  readonly hidden_numbers: number
}

/** The moment at which a calendar date begins on this PC. */
const startOf = (date: string): string => new Date(`${date}T00:00:00`).toISOString()

function conditionOf({ search, from, to }: ExportLogFilter): { readonly where: string; readonly params: SqlValue[] } {
  const wanted = search.trim().toLowerCase()
  const actions = Object.entries(loggedActions)
    .filter(([, label]) => label.toLowerCase().includes(wanted))
    .map(([action]) => action)
  return {
    where: `at >= ? AND at < ? AND (? = '' OR action IN (SELECT value FROM json_each(?))
      OR instr(lower(ifnull(person.name, '')), ?) > 0 OR instr(lower(ifnull(file_name, '')), ?) > 0)`,
    params: [
      from === null ? '' : startOf(from),
      to === null ? '~' : startOf(addDays(to, 1)),
      wanted,
      JSON.stringify(actions),
      wanted,
      wanted,
    ],
  }
}

const tables = 'export_log LEFT JOIN person ON person.id = person_id'

/** Entries of a later version are not shown by this one. */
const isKnown = (action: string): action is LoggedAction => Object.hasOwn(loggedActions, action)

function readExportLog(database: Database, filter: ExportLogFilter, limit: number): ExportLogEntry[] {
  const { where, params } = conditionOf(filter)
  return database
    .all<Row>(
      `SELECT export_log.number, at, action, person.name AS person, row_count, file_name, hidden_numbers
       FROM ${tables} WHERE ${where} ORDER BY export_log.number DESC LIMIT ?`,
      [...params, limit],
    )
    .flatMap(({ number, at, action, person, ...row }) =>
      isKnown(action)
        ? [
            {
              number,
              at,
              action,
              person,
              rows: row.row_count,
              fileName: row.file_name,
              hasHiddenNumbers: row.hidden_numbers === 1,
            },
          ]
        : [],
    )
}

const mostExported = 100_000

/** Files with all numbers of what they were made from, of Do Not Contact people too, if there are any. */
const filesWithAllNumbers: ReadonlySet<LoggedAction> = new Set([
  'drafts.export',
  'uploads.exportRemainder',
  'privacy.exportPerson',
  'storage.saveBackup',
  'backups.runNow',
])

/** The log of exports and revealed numbers, for the Privacy screen. */
export function createExportLogHandlers({
  database,
}: Pick<OpenStorage, 'database'>): DomainHandlers<'exportLog', AbortSignal> {
  return {
    async list({ limit, ...filter }) {
      const { where, params } = conditionOf(filter)
      const total = database.value<number>(`SELECT count(*) FROM ${tables} WHERE ${where}`, params)!
      return { total, entries: readExportLog(database, filter, limit) }
    },
    export: (filter) =>
      tableFile(
        {
          name: text.name,
          columns: text.columns,
          rows: readExportLog(database, filter, mostExported).map((entry) => [
            entry.at,
            loggedActions[entry.action],
            entry.person ?? '',
            entry.rows ?? '',
            entry.fileName ?? '',
            entry.hasHiddenNumbers ? text.yes : filesWithAllNumbers.has(entry.action) ? text.notRemoved : text.no,
          ]),
        },
        'csv',
      ),
  }
}
