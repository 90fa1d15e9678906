import { z } from 'zod'
import { ExportedFile } from './exported-file.ts'

/** What is logged: methods that make a file or show a hidden number, and their names. */
export const loggedActions = {
  'dataExport.start': 'Everything exported',
  'customers.export': 'Customers exported',
  'sightings.exportSheet': 'Call sheet exported',
  'sightings.exportReport': 'Call report exported',
  'lookup.exportSpecs': 'Specs exported',
  'bulkLookups.export': 'Bulk look-up exported',
  'market.exportCsv': 'Market listings exported',
  'drafts.export': 'Checked rows exported',
  'drafts.exportTemplate': 'Template exported',
  'uploads.exportRemainder': 'Rows of an upload exported',
  'uploads.dryRun': 'Dry run saved',
  'inspector.export': 'Webhook events exported',
  'privacy.exportPerson': 'One person exported',
  'exportLog.export': 'This list exported',
  'app.report': 'Report for support made',
  'storage.saveBackup': 'Backup saved',
  'backups.runNow': 'Automatic backup made',
  'customers.revealMobile': 'Hidden number shown',
  'customers.copyNumbers': 'Hidden numbers copied',
  'app.openLink': 'Call, SMS or email opened',
} as const
export type LoggedAction = keyof typeof loggedActions
const actionNames = Object.keys(loggedActions) as [LoggedAction, ...LoggedAction[]]

export const ExportLogEntry = z.object({
  number: z.number().int(),
  /** ISO 8601. */
  at: z.string(),
  action: z.enum(actionNames),
  /** Who was working; null: nobody was picked, or Forecourt did it by itself. */
  person: z.string().nullable(),
  /** Records, or numbers that were shown. Null: it has no number of records. */
  rows: z.number().int().nullable(),
  fileName: z.string().nullable(),
  /** Hidden numbers of Do Not Contact people were included. */
  hasHiddenNumbers: z.boolean(),
})
export type ExportLogEntry = z.infer<typeof ExportLogEntry>

const ExportLogFilter = z.object({
  /** A part of the action, the person or the file name. Empty: all. */
  search: z.string().max(200).default(''),
  /** The first and last calendar date of this PC (YYYY-MM-DD); null: without a limit. */
  from: z.iso.date().nullable().default(null),
  to: z.iso.date().nullable().default(null),
})
export type ExportLogFilter = z.infer<typeof ExportLogFilter>

export const exportLog = {
  /** The newest first. */
  list: {
    input: ExportLogFilter.extend({ limit: z.number().int().min(1).max(1_000).default(50) }),
    output: z.object({ total: z.number().int(), entries: z.array(ExportLogEntry) }),
  },
  /** The list as CSV. */
  export: { input: ExportLogFilter, output: ExportedFile },
  /** The window has saved a file that it made itself. */
  addDryRun: {
    input: z.object({ fileName: z.string().max(300), rows: z.number().int().min(0) }),
    output: z.object({}),
  },
} as const
