import { ImportOptions } from './import-options.ts'
import { KnownCustomers } from './column-choices.ts'
import { z } from 'zod'
import { Detail } from './details.ts'
import { Region } from './region.ts'

/** Where an upload came from, and how it was sent. Null: not known, for example of records of the bin. */
export const UploadOrigin = z.object({
  /** SHA-256 of the file, in hexadecimal. */
  fileHash: z.string().nullable(),
  /** The name of the user in the operating system. */
  userName: z.string().nullable(),
  /** The watched folder that sent it without a person; null or absent: none. */
  folderName: z.string().nullable().optional(),
  /** The name that the connection had then. */
  connectionName: z.string().nullable(),
  /** The key of the row references in `additional_fields`; null: the rows have none. */
  referenceKey: z.string().nullable(),
  knownCustomers: KnownCustomers.nullable(),
  options: ImportOptions.nullable(),
})
export type UploadOrigin = z.infer<typeof UploadOrigin>

/** The service's own record of a batch, as last read. */
export const ServiceUpload = z.object({
  batch: z.number().int(),
  id: z.string(),
  /** As the service wrote it; null: it gave none. */
  createdAt: z.string().nullable(),
  /** The fields that the interface does not name. */
  details: z.array(Detail),
})
export type ServiceUpload = z.infer<typeof ServiceUpload>

/**
 * The user has undone the upload. `left`: its customers that are still in the list; `deleting` of them are being deleted. It
 * is partly undone while `left` is not 0.
 */
export const UploadUndone = z.object({ at: z.string(), left: z.number().int(), deleting: z.number().int() })
export type UploadUndone = z.infer<typeof UploadUndone>

/** An earlier upload of the same file, of any connection and region, that has or may have created customers. */
export const SameFileUpload = z.object({
  id: z.string(),
  name: z.string(),
  /** The file may have been renamed since. */
  fileName: z.string(),
  createdAt: z.string(),
  connectionName: z.string(),
  region: Region,
  finished: z.boolean(),
  customers: z.number().int(),
  undone: UploadUndone.nullable(),
  /** How far it came before the user cancelled it, in rows; absent: it was not cancelled, or that is not known. */
  cancelled: z.object({ sent: z.number().int(), all: z.number().int() }).optional(),
  /** The person or PC of the team who sent it; absent: this PC. */
  sentBy: z.string().optional(),
})
export type SameFileUpload = z.infer<typeof SameFileUpload>
