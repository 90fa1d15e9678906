import { z } from 'zod'
import { Ended, ImportReport, Used } from './import-report.ts'
import { Region } from './region.ts'
import { Failure } from './failure.ts'
import { UploadRow, UploadSummary } from './uploads.ts'

/** What the command line writes to stdout with `--json`: one of these objects, by `command`. */

export const StatusReport = z.object({
  command: z.literal('status'),
  ...Used,
  connections: z.array(z.object({ name: z.string(), region: Region, address: z.string(), credentials: z.string() })),
  customers: z
    .object({ total: z.number().int(), withSightings: z.number().int(), syncedAt: z.string().nullable() })
    .nullable(),
  toCall: z.number().int().nullable(),
  drafts: z.array(z.object({ id: z.string(), name: z.string(), rows: z.number().int(), errors: z.number().int() })),
  uploads: z
    .object({
      open: z.number().int(),
      attention: z.number().int(),
      paused: z.number().int(),
      /** The first open ones: what each waits for, and what a person has to decide. */
      list: z.array(
        UploadSummary.pick({
          id: true,
          name: true,
          state: true,
          waiting: true,
          duplicates: true,
          rejectedRows: true,
          failure: true,
        }).extend({
          done: z.number().int(),
          total: z.number().int(),
          /** The first rejected rows. */
          rejected: z.array(UploadRow.omit({ outcome: true, customerId: true })),
        }),
      ),
    })
    .nullable(),
  /** Changes and deletions of customers that the service has not confirmed. */
  unsaved: z.number().int().nullable(),
  ...Ended,
})
export type StatusReport = z.infer<typeof StatusReport>

export const SightingsReport = z.object({
  command: z.literal('sightings'),
  ...Used,
  cars: z.array(
    z.object({
      customerId: z.string(),
      name: z.string().nullable(),
      /** Null for a Do Not Contact person. */
      phone: z.string().nullable(),
      doNotContact: z.boolean(),
      rego: z.string().nullable(),
      vin: z.string().nullable(),
      vehicle: z.string().nullable(),
      price: z.number().nullable(),
      firstSeenAt: z.string(),
      lastSeenAt: z.string(),
      outcome: z.string(),
    }),
  ),
  ...Ended,
})
export type SightingsReport = z.infer<typeof SightingsReport>

export const CustomersReport = z.object({
  command: z.literal('customers'),
  ...Used,
  total: z.number().int(),
  syncedAt: z.string().nullable(),
  ...Ended,
})
export type CustomersReport = z.infer<typeof CustomersReport>

export const LookupReport = z.object({
  command: z.literal('lookup'),
  ...Used,
  results: z.array(
    z.object({
      query: z.string(),
      kind: z.enum(['plate', 'vin']).nullable(),
      state: z.string().nullable(),
      /** As in `VehicleLookup`; null: not looked up, see `failure`. */
      outcome: z.string().nullable(),
      title: z.string().nullable(),
      vin: z.string().nullable(),
      /** ISO 8601; a saved answer is older. */
      answeredAt: z.string().nullable(),
      failure: Failure.nullable(),
    }),
  ),
  ...Ended,
})
export type LookupReport = z.infer<typeof LookupReport>

export const BackupReport = z.object({
  command: z.literal('backup'),
  ...Used,
  file: z.string(),
  /** Null: nothing was written. */
  bytes: z.number().int().nullable(),
  ...Ended,
})
export type BackupReport = z.infer<typeof BackupReport>

export const ExportReport = z.object({
  command: z.literal('export'),
  ...Used,
  /** The folder: absolute. */
  path: z.string(),
  files: z.number().int(),
  rows: z.number().int(),
  ...Ended,
})
export type ExportReport = z.infer<typeof ExportReport>

/**
 * A command that ended before it could report: wrong words, no connection, a refused file. `command`: empty when the words name none.
 * `failure`: of the program.
 */
export const StoppedReport = z.object({ command: z.string(), ...Ended })
export type StoppedReport = z.infer<typeof StoppedReport>

export const CommandReport = z.discriminatedUnion('command', [
  ImportReport,
  StatusReport,
  SightingsReport,
  CustomersReport,
  LookupReport,
  BackupReport,
  ExportReport,
])
export type CommandReport = z.infer<typeof CommandReport>
