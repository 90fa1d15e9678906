import { z } from 'zod'
import { Source } from './connection-region.ts'

/** A customer that fits a typed text, as a line of a list. */
export const CustomerSuggestion = z.object({
  id: z.string(),
  clientName: z.string().nullable(),
  rego: z.string().nullable(),
  state: z.string().nullable(),
  vehicleTitle: z.string().nullable(),
  /** Null also for a person who is not to be contacted. */
  mobileNumber: z.string().nullable(),
  doNotContact: z.boolean(),
  /** `exact`: the text is the name, rego, VIN or mobile. `start`: one of them begins with it. `word`: a word of it does. */
  fit: z.enum(['exact', 'start', 'word', 'within']),
  /** When several connections and regions are searched. */
  source: Source.optional(),
})
export type CustomerSuggestion = z.infer<typeof CustomerSuggestion>
