import { z } from 'zod'

/** Where the program can have something about a person. */
export const PersonPlace = z.enum([
  'customers',
  'bin',
  'changes',
  'uploads',
  'drafts',
  'calls',
  'sightings',
  'do-not-contact',
  'reveals',
  'lookups',
  'bulk-lookups',
  'known-vins',
  'events',
  'team',
  'texts',
  'logs',
  'backups',
])
export type PersonPlace = z.infer<typeof PersonPlace>

/** Their names, on the screen and in the file of a person. */
export const personPlaceNames: Readonly<Record<PersonPlace, string>> = {
  customers: 'Customers',
  bin: 'Bin',
  changes: 'Edits and history',
  uploads: 'Uploads',
  drafts: 'Drafts',
  calls: 'Call notes and outcomes',
  sightings: 'Sightings and price comparisons',
  'do-not-contact': 'Do Not Contact list',
  reveals: 'Log of revealed numbers',
  lookups: 'Saved look-ups',
  'bulk-lookups': 'Bulk look-ups',
  'known-vins': 'VINs known for a rego',
  events: 'Webhook events',
  team: 'Data shared with the team',
  texts: 'Views, templates and other texts',
  logs: 'Log',
  backups: 'Backups',
}

export const PlaceCount = z.object({ place: PersonPlace, count: z.number().int() })
export type PlaceCount = z.infer<typeof PlaceCount>
