import { z } from 'zod'
import { OutcomeCode } from './call-note.ts'

/** The values that the list can be filtered by, with counts. */
export const CustomerFacts = z.object({
  states: z.array(z.object({ state: z.string(), count: z.number().int() })),
  uploads: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
  /** Names in additional_fields, most frequent first, without upload references. */
  fields: z.array(z.object({ name: z.string(), count: z.number().int() })),
  missingVin: z.number().int(),
  missing: z.object({
    mobileNumber: z.number().int(),
    clientName: z.number().int(),
    rego: z.number().int(),
    saleDate: z.number().int(),
  }),
  doNotContact: z.number().int(),
  /** Outcomes of the last call. */
  outcomes: z.array(z.object({ outcome: OutcomeCode, count: z.number().int() })),
  /** Makes by name, each with its models. An empty model: not known. */
  makes: z.array(
    z.object({
      make: z.string(),
      count: z.number().int(),
      models: z.array(z.object({ model: z.string(), count: z.number().int() })),
    }),
  ),
})
export type CustomerFacts = z.infer<typeof CustomerFacts>

/** The customers that a filter finds, and how many of them lack something. */
export const FilterCounts = z.object({
  found: z.number().int(),
  withSightings: z.number().int(),
  missingMobile: z.number().int(),
  missingVin: z.number().int(),
  doNotContact: z.number().int(),
})
export type FilterCounts = z.infer<typeof FilterCounts>
