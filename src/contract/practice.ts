import { z } from 'zod'

/** Customers that the practice service works through in a second; 0 stands still. */
export const PracticeSpeed = z.union([z.literal('at-once'), z.number().min(0).max(100_000)])
export type PracticeSpeed = z.infer<typeof PracticeSpeed>

/** What is made to go wrong: nothing, every call fails as on a PC without network, or every call is answered 503. */
export const PracticeOutage = z.enum(['none', 'no-network', 'service-down'])
export type PracticeOutage = z.infer<typeof PracticeOutage>

/** How the practice service stands. Speed and outage are back to normal whenever Forecourt starts. */
export const PracticeState = z.object({
  speed: PracticeSpeed,
  outage: PracticeOutage,
  /** Customers that the service holds, in all regions. */
  customers: z.number().int(),
  /** Uploaded customers that it has not worked through yet. */
  waiting: z.number().int(),
  /** Uploads of Forecourt that have not come to their end. */
  openUploads: z.number().int(),
})
export type PracticeState = z.infer<typeof PracticeState>

/** Every method answers `invalid-input` while the connection in use is not practice. */
export const practice = {
  state: { input: z.object({}), output: PracticeState },
  set: {
    input: z.object({ speed: PracticeSpeed.optional(), outage: PracticeOutage.optional() }),
    output: PracticeState,
  },
  /** A customer of the region in use is seen for sale now: one of her choice, or any for null. */
  makeSighting: {
    input: z.object({ customerId: z.string().max(64).nullable().default(null) }),
    output: z.object({
      customerId: z.string(),
      clientName: z.string().nullable(),
      rego: z.string().nullable(),
      listingTitle: z.string(),
      /** Whether the list shows it already; else it does as soon as the service is reached again. */
      shown: z.boolean(),
    }),
  },
  /**
   * The practice service begins anew: its customers, uploads and keys go, and so do the copy of its customers and the uploads on this
   * PC. Spreadsheets that are being prepared stay. With uploads under way it answers `conflict`, unless they are to end.
   */
  reset: { input: z.object({ endUploads: z.boolean().default(false) }), output: PracticeState },
} as const
