import { z } from 'zod'

/**
 * An event says that something changed ("uploads changed, version 41"); the window then fetches again. `subject` is the id of what
 * changed, when it is one draft, upload or bulk look-up. `app.fileOpened`: the user opened a file with Forecourt outside its
 * window. `app.commanded`: a menu of the host asks for a command; the subject is its name, or its
 * name, a blank and an argument. `uploads.corrected` is a notice: its subject is the text. `uploads.noticed` is for hosts without system
 * notifications: the upload has ended or needs the user. `uploads.selected`: the user clicked its notification. `folders.noticed` is for hosts without system
 * notifications: its subject is the text. `folders.selected`: the user clicked a notification about a watched folder. `sightings.spotted` is for hosts without system notifications: its subject is the text. `sightings.reminded`: `sightings.takeReminders` has new ones.
 */
export const eventNames = [
  'app.commanded',
  'app.fileOpened',
  'storage.changed',
  'storage.progressed',
  'lock.changed',
  'backups.changed',
  'dataExport.changed',
  'updates.changed',
  'connections.changed',
  'network.changed',
  'usage.changed',
  'drafts.changed',
  'drafts.progressed',
  'uploads.changed',
  'uploads.corrected',
  'uploads.noticed',
  'uploads.selected',
  'folders.changed',
  'folders.noticed',
  'folders.selected',
  'customers.changed',
  'people.changed',
  'sightings.changed',
  'sightings.spotted',
  'sightings.digested',
  'sightings.reminded',
  'lookup.changed',
  'bulkLookups.changed',
  'webhooks.changed',
  'inspector.changed',
  'retention.changed',
  'exportLog.changed',
  'team.changed',
] as const
export const EventName = z.enum(eventNames)
export type EventName = z.infer<typeof EventName>

export const ProgramEvent = z.object({
  name: EventName,
  version: z.number().int(),
  subject: z.string().nullable(),
  /** Only for `drafts.progressed` and `storage.progressed` (a backup that is saved or restored): the progress of a long operation, 0 to 1, and a description of its step. */
  progress: z
    .object({
      part: z.number(),
      words: z.string(),
      /** An estimate; null or absent while there is none. */
      secondsLeft: z.number().int().nullable().optional(),
      /** The first rows of a file that is being opened, as texts: once, as soon as they are read. */
      firstRows: z.array(z.array(z.string())).optional(),
    })
    .nullable(),
})
export type ProgramEvent = z.infer<typeof ProgramEvent>
