import { z } from 'zod'
import { CustomerField } from './draft-rows.ts'

/** Which columns the grid of a draft shows, for all drafts: hidden fields, shown columns of the file by their header, and pinned ones of both. */
export const GridColumns = z.object({
  hidden: z.array(CustomerField),
  headers: z.array(z.string().max(200)).max(300),
  pinned: z
    .object({ fields: z.array(CustomerField), headers: z.array(z.string().max(200)).max(300) })
    .default({ fields: [], headers: [] }),
})
export type GridColumns = z.infer<typeof GridColumns>
