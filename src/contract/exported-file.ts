import { z } from 'zod'

/** What follows the first part of a long file: parts that are fetched one by one, from 0. */
const FileRest = z.object({ file: z.string(), parts: z.number().int().min(1) })

export const FilePart = {
  input: z.object({ file: z.string().max(64), part: z.number().int().min(0) }),
  output: z.object({ content: z.string() }),
}

/** An exported file. The window offers it as a download with this name. */
export const ExportedFile = z.object({
  fileName: z.string(),
  mimeType: z.string(),
  /** `utf8`: `content` is the text (a byte order mark included); `base64`: the bytes. */
  encoding: z.enum(['utf8', 'base64']),
  content: z.string(),
  /** Absent: `content` is the whole file. */
  rest: FileRest.optional(),
  /** The number of records, without the header. */
  rows: z.number().int(),
})
export type ExportedFile = z.infer<typeof ExportedFile>
