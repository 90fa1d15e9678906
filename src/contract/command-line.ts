import { z } from 'zod'
import { Region } from './region.ts'
import { Failure } from './result.ts'

/** What the command line writes to stdout with `--json`: one of these objects, by `command`. */

const Used = {
  /** The name of the connection; null when the command needs none. */
  connection: z.string().nullable(),
}

/** How a command ended, beside its exit code. `message`: what the user must know or do, as sentences. */
const Ended = {
  exitCode: z.number().int(),
  message: z.string().nullable(),
  failure: Failure.nullable(),
}

export const ImportReport = z.object({
  command: z.literal('import'),
  ...Used,
  file: z.string(),
  /** The draft that was left for a person; null when it was sent, or not kept. */
  draftId: z.string().nullable(),
  /** Rows of the file: `ready` and `warning` are sent, `error` and `leftOut` are not. Null: the file was refused. */
  rows: z
    .object({
      inFile: z.number().int(),
      ready: z.number().int(),
      warning: z.number().int(),
      error: z.number().int(),
      leftOut: z.number().int(),
      skipped: z.number().int(),
      paidLookups: z.number().int(),
    })
    .nullable(),
  /** Problems by kind, most rows first. */
  problems: z.array(z.object({ message: z.string(), severity: z.string(), rows: z.number().int() })),
  /** What a person has to decide before the rows can be sent, as sentences. */
  decisions: z.array(z.string()),
  /** Null: nothing was sent. */
  upload: z
    .object({
      id: z.string(),
      name: z.string(),
      state: z.string(),
      accepted: z.number().int(),
      failed: z.number().int(),
      notSent: z.number().int(),
      failures: z.array(z.object({ row: z.number().int(), reason: z.string().nullable() })),
    })
    .nullable(),
  ...Ended,
})
export type ImportReport = z.infer<typeof ImportReport>

export const StatusReport = z.object({
  command: z.literal('status'),
  ...Used,
  connections: z.array(z.object({ name: z.string(), region: Region, address: z.string(), credentials: z.string() })),
  customers: z
    .object({ total: z.number().int(), withSightings: z.number().int(), syncedAt: z.string().nullable() })
    .nullable(),
  toCall: z.number().int().nullable(),
  drafts: z.array(z.object({ id: z.string(), name: z.string(), rows: z.number().int(), errors: z.number().int() })),
  uploads: z.object({ open: z.number().int(), attention: z.number().int(), paused: z.number().int() }).nullable(),
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
  /** The folder or .zip file: absolute. */
  path: z.string(),
  files: z.number().int(),
  rows: z.number().int(),
  /** An export that was interrupted was continued. */
  continued: z.boolean(),
  ...Ended,
})
export type ExportReport = z.infer<typeof ExportReport>

/** A command that ended before it could report: wrong data, no connection, a refused file. `failure`: of the program. */
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
