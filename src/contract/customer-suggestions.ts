import { CustomerSuggestion } from './customer-suggestion.ts'
import { z } from 'zod'

export const customerSuggestions = {
  /** The customers that fit a typed text best, of the connections and regions that are shown, from the lists in memory. Empty for a text without letters and digits. */
  suggest: {
    input: z.object({ text: z.string().max(200), limit: z.number().int().min(1).max(50) }),
    output: z.object({ total: z.number().int(), customers: z.array(CustomerSuggestion) }),
  },
} as const
