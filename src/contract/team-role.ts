import { z } from 'zod'

export const TeamRole = z.enum(['owner', 'member'])
export type TeamRole = z.infer<typeof TeamRole>
