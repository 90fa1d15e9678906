import { z } from 'zod'

/** An exported file. The window offers it as a download with this name. */
export const ExportedFile = z.object({
  fileName: z.string(),
  mimeType: z.string(),
  /** `utf8`: `content` is the text (a byte order mark included); `base64`: the bytes. */
  encoding: z.enum(['utf8', 'base64']),
  content: z.string(),
  /** The number of records, without the header. */
  rows: z.number().int(),
})
export type ExportedFile = z.infer<typeof ExportedFile>
