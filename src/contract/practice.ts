import { z } from 'zod'
import { FileTicket } from './app.ts'
import { ExportedFile } from './exported-file.ts'

/** Customers that the practice service processes per second; 0 pauses it: then it makes no sightings by itself either. */
export const PracticeSpeed = z.union([z.literal('at-once'), z.number().min(0).max(100_000)])
export type PracticeSpeed = z.infer<typeof PracticeSpeed>

/** The simulated problem: none, every call fails as without a network, or every call returns 503. */
export const PracticeOutage = z.enum(['none', 'no-network', 'service-down'])
export type PracticeOutage = z.infer<typeof PracticeOutage>

/** The state of the practice service. Speed and outage are reset when Forecourt starts. */
export const PracticeState = z.object({
  speed: PracticeSpeed,
  outage: PracticeOutage,
  /** Customers at the service, in all regions. */
  customers: z.number().int(),
  /** Uploaded customers that are not processed yet. */
  waiting: z.number().int(),
  /** Forecourt's uploads that are not finished. */
  openUploads: z.number().int(),
})
export type PracticeState = z.infer<typeof PracticeState>

/** Sample spreadsheets for a newcomer: one that needs no fixes, and one with the faults of a dealer's export. */
export const SampleSpreadsheet = z.enum(['clean', 'messy'])
export type SampleSpreadsheet = z.infer<typeof SampleSpreadsheet>

/** Every method but `sampleFile` fails with `invalid-input` unless practice is the active connection. */
export const practice = {
  state: { input: z.object({}), output: PracticeState },
  set: {
    input: z.object({ speed: PracticeSpeed.optional(), outage: PracticeOutage.optional() }),
    output: PracticeState,
  },
  /** Creates a sighting of this customer's car, or of any customer in the active region for null. */
  makeSighting: {
    input: z.object({ customerId: z.string().max(64).nullable().default(null) }),
    output: z.object({
      customerId: z.string(),
      clientName: z.string().nullable(),
      rego: z.string().nullable(),
      listingTitle: z.string(),
      /** Whether the list shows it already; otherwise it appears after the next sync. */
      shown: z.boolean(),
    }),
  },
  /** Makes an upload at the practice service as another PC would, in the active region. `id` is that of the service. */
  makeUpload: { input: z.object({}), output: z.object({ id: z.string(), customers: z.number().int() }) },
  /** A sample spreadsheet as a file that `drafts.open` opens like any other. */
  takeSample: { input: z.object({ sample: SampleSpreadsheet }), output: FileTicket },
  /** A sample spreadsheet to save, whatever the connection is. */
  sampleFile: {
    input: z.object({ sample: SampleSpreadsheet }),
    output: ExportedFile.omit({ rows: true }),
  },
  /**
   * Deletes the practice service's customers, uploads and keys, and the local cache and uploads of practice. Drafts
   * stay. Fails with `conflict` while uploads are running, unless `endUploads` is set.
   */
  reset: { input: z.object({ endUploads: z.boolean().default(false) }), output: PracticeState },
} as const
