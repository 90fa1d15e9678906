import { z } from 'zod'
import { CallNote, OutcomeCode, Recorder } from './call-note.ts'
import { Region } from './region.ts'

export const TeamRole = z.enum(['owner', 'member'])
export type TeamRole = z.infer<typeof TeamRole>

/** A PC that is a member of the team. */
const TeamMember = z.object({
  /** UUID of the PC. */
  device: z.string(),
  name: z.string(),
  role: TeamRole,
  isThisPc: z.boolean(),
  removed: z.boolean(),
})
export type TeamMember = z.infer<typeof TeamMember>

/** What a new member needs: the text and, given in another way, the passphrase. */
const TeamInvitation = z.object({
  text: z.string(),
  passphrase: z.string(),
  role: TeamRole,
  /** ISO 8601. */
  expiresAt: z.string(),
})
export type TeamInvitation = z.infer<typeof TeamInvitation>

/** How old the data of the team is on this PC, and what of this PC the others do not have. */
const TeamDataAge = z.object({
  /** ISO 8601: when this PC last had all entries of the server; null: never. */
  syncedAt: z.string().nullable(),
  /** Entries of this PC that the server does not have. */
  waiting: z.number().int(),
  /** Entries that a later version of Forecourt wrote: they appear after an update. */
  newer: z.number().int(),
  /** Entries that were refused because they are forged, damaged or of a removed member. */
  refused: z.number().int(),
})
export type TeamDataAge = z.infer<typeof TeamDataAge>

const TeamStatus = z.object({
  /** `removed`: an owner removed this PC from the team. */
  state: z.enum(['none', 'member', 'removed']),
  team: z
    .object({ id: z.string(), name: z.string(), address: z.string(), role: TeamRole, members: z.array(TeamMember) })
    .nullable(),
  age: TeamDataAge.nullable(),
})
export type TeamStatus = z.infer<typeof TeamStatus>

/** Someone who is calling the owner of a car. */
const TeamLock = z.object({
  by: Recorder.nullable(),
  device: z.string(),
  /** ISO 8601: it ends by itself then. */
  until: z.string(),
  isThisPc: z.boolean(),
})
export type TeamLock = z.infer<typeof TeamLock>

/** An outcome of a car, of any PC of the team. */
const TeamOutcome = CallNote.omit({ id: true, pc: true }).extend({ ref: z.string(), device: z.string() })
export type TeamOutcome = z.infer<typeof TeamOutcome>

const TeamNote = z.object({
  ref: z.string(),
  device: z.string(),
  at: z.string(),
  text: z.string(),
  person: Recorder.nullable(),
})
export type TeamNote = z.infer<typeof TeamNote>

/** What the team knows about one car. */
const TeamCarWork = z.object({
  /** Newest first. */
  outcomes: z.array(TeamOutcome),
  notes: z.array(TeamNote),
  assignedTo: Recorder.nullable(),
  lock: TeamLock.nullable(),
})
export type TeamCarWork = z.infer<typeof TeamCarWork>

/** The week of one person on all PCs, by name: each PC has its own list of people. */
const TeamPersonWeek = z.object({
  /** Null: not recorded. */
  name: z.string().nullable(),
  /** Outcomes by code. */
  outcomes: z.partialRecord(OutcomeCode, z.number().int()),
  /** Cars with an outcome. */
  cars: z.number().int(),
})
export type TeamPersonWeek = z.infer<typeof TeamPersonWeek>

/** An upload of any PC of the team. */
const TeamUpload = z.object({
  id: z.string(),
  device: z.string(),
  at: z.string(),
  person: Recorder.nullable(),
  name: z.string(),
  fileName: z.string(),
  rows: z.number().int(),
  created: z.number().int(),
  finished: z.boolean(),
})
export type TeamUpload = z.infer<typeof TeamUpload>

const address = z.string().trim().min(1).max(2_000)
const name = z.string().trim().min(1).max(80)
const passphrase = z.string().max(200)

export const team = {
  status: { input: z.object({}), output: TeamStatus },
  /** Makes the tables and the team, with this PC as its owner. `conflict`: this PC is in a team already. */
  create: {
    input: z.object({ address, name, pcName: name }),
    output: z.object({ status: TeamStatus, invitation: TeamInvitation }),
  },
  /** `invalid-input`: a damaged or expired invitation, or a wrong passphrase. `conflict`: this PC is in a team already. */
  join: {
    input: z.object({ invitation: z.string().max(20_000), passphrase, pcName: name }),
    output: z.object({ status: TeamStatus }),
  },
  invite: { input: z.object({ role: TeamRole, days: z.number().int().min(1).max(30) }), output: TeamInvitation },
  removeMember: { input: z.object({ device: z.string().max(36) }), output: TeamStatus },
  leave: { input: z.object({}), output: TeamStatus },
  /** The car of a customer in the current connection. */
  car: { input: z.object({ customerId: z.string().max(200) }), output: TeamCarWork },
  week: { input: z.object({ from: z.string().max(40), to: z.string().max(40) }), output: z.array(TeamPersonWeek) },
  sameFile: { input: z.object({ fileHash: z.string().max(64), region: Region }), output: z.array(TeamUpload) },
} as const
