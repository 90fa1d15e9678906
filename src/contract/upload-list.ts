import { z } from 'zod'

/** The part of the uploads that a list shows. `open`: not ended. A removed upload whose duplicates wait for an answer is not `removed`. */
export const UploadListPart = z.enum(['open', 'ended', 'removed'])
export type UploadListPart = z.infer<typeof UploadListPart>

/** Uploads that a list returns at most: about 50 KB. */
export const mostListedUploads = 100

/** Rejected rows that `uploads.get` names at most. */
export const mostRejectedShown = 100
