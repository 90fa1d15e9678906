import { z } from 'zod'

/**
 * Events announce, they do not carry: "uploads changed, version 41". The window fetches again. `subject` names what changed (a
 * draft's or an upload's id) when it is one thing. `sightings.spotted` is news for her where the host shows no notices of its own: the subject is its words.
 */
export const EventName = z.enum([
  'app.commanded',
  'storage.changed',
  'connections.changed',
  'drafts.changed',
  'drafts.progressed',
  'uploads.changed',
  'customers.changed',
  'sightings.changed',
  'sightings.spotted',
  'lookup.changed',
  'webhooks.changed',
  'inspector.changed',
])
export type EventName = z.infer<typeof EventName>

export const ProgramEvent = z.object({
  name: EventName,
  version: z.number().int(),
  subject: z.string().nullable(),
  /** Only for `drafts.progressed`: how far a long piece of work is, 0 to 1, and what it is doing. */
  progress: z.object({ part: z.number(), words: z.string() }).nullable(),
})
export type ProgramEvent = z.infer<typeof ProgramEvent>
