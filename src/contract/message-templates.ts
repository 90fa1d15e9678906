import { MessageChannel, mergeFields } from './merge-fields.ts'
import { z } from 'zod'
import { ConnectionRegion } from './connection-region.ts'

/** The text of each field for one customer; null where nothing is known. */
export const MergeValues = z.record(z.enum(mergeFields), z.string().nullable())
export type MergeValues = z.infer<typeof MergeValues>

const templateName = z.string().trim().min(1).max(80)
const subject = z.string().max(200)
const text = z.string().max(2_000)

export const MessageTemplate = z.object({
  id: z.string(),
  channel: MessageChannel,
  name: z.string(),
  /** Of an email; empty for an SMS. */
  subject: z.string(),
  text: z.string(),
  /** It came with the program and was not changed. */
  isDefault: z.boolean(),
})
export type MessageTemplate = z.infer<typeof MessageTemplate>

const MessageTemplates = z.object({
  templates: z.array(MessageTemplate),
  /** Deleted or changed templates of the program can be restored. */
  canRestore: z.boolean(),
})
export type MessageTemplates = z.infer<typeof MessageTemplates>

const id = z.string().max(64)
/** Absent: the connection and region in use. */
const source = ConnectionRegion.optional()

export const messageTemplates = {
  /** The templates of both channels, and what the fields stand for in messages to this customer. */
  templates: { input: z.object({}), output: MessageTemplates },
  mergeValues: { input: z.object({ customerId: id, source }), output: z.object({ values: MergeValues }) },
  /** Adds a template (id null) or changes one. Fails with `invalid-input` for an unknown field in braces and an empty text. */
  saveTemplate: {
    input: z.object({ id: id.nullable(), channel: MessageChannel, name: templateName, subject, text }),
    output: MessageTemplates.extend({ savedId: z.string() }),
  },
  deleteTemplate: { input: z.object({ id }), output: MessageTemplates },
  /** Brings back the program's own templates as they were. Other templates stay. */
  restoreTemplates: { input: z.object({}), output: MessageTemplates },
  /** Who signs the messages of this connection. An empty text clears a value. */
  setSender: {
    input: z.object({
      source,
      dealership: z.string().trim().max(80).optional(),
      salesperson: z.string().trim().max(80).optional(),
    }),
    output: z.object({}),
  },
} as const
