import { z } from 'zod'

export const SightingView = z.enum(['to-call', 'new', 'price-drops', 'open', 'closed', 'all'])
export type SightingView = z.infer<typeof SightingView>
