import { TeamRole } from './team-role.ts'
import { z } from 'zod'
import { Recorder } from './call-note.ts'
import { ConnectionRegion } from './connection-region.ts'
import { Region } from './region.ts'
import { Failure } from './failure.ts'

/** A PC that is a member of the team. */
const TeamMember = z.object({
  /** UUID of the PC. */
  device: z.string(),
  name: z.string(),
  role: TeamRole,
  isThisPc: z.boolean(),
  removed: z.boolean(),
  /** ISO 8601: when the PC wrote its last entry, by its own clock but not in the future; null: nothing has arrived. */
  lastActiveAt: z.string().nullable(),
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
    .object({
      id: z.string(),
      name: z.string(),
      /** Server and database, without user name and password. */
      address: z.string(),
      role: TeamRole,
      /** Empty while the keys of the team cannot be read. */
      members: z.array(TeamMember),
      /** A team with a simulated colleague. It ends when Forecourt closes. */
      isPractice: z.boolean(),
    })
    .nullable(),
  age: TeamDataAge.nullable(),
  /** Why entries are not exchanged at the moment; null: they are. */
  failure: Failure.nullable(),
  /** ISO 8601: the next attempt after a failure. */
  retryAt: z.string().nullable(),
  /** Entries of the others that arrive; null: all that is known of is here. `secondsLeft`: null until it can be estimated. */
  progress: z
    .object({ done: z.number().int(), total: z.number().int(), secondsLeft: z.number().int().nullable() })
    .nullable(),
  /**
   * Until this PC, which was invited, has had all entries once. `losesWork`: something was done on it since that leaving would remove.
   */
  joining: z.object({ losesWork: z.boolean() }).optional(),
  /** This PC is leaving: the others are told, and what was received is removed. */
  leaving: z.boolean().optional(),
})
export type TeamStatus = z.infer<typeof TeamStatus>

const TeamServerStep = z.enum(['address', 'network', 'certificate', 'credentials', 'tables'])

/** A test of an address in five steps. */
const TeamServerTest = z.object({
  ok: z.boolean(),
  /** Whether the database has the tables of a team. False also when the test did not get that far. */
  hasTables: z.boolean(),
  steps: z.array(
    z.object({
      step: TeamServerStep,
      state: z.enum(['passed', 'failed', 'not-reached']),
      words: z.string(),
      /** Technical text for support. */
      details: z.string().optional(),
    }),
  ),
})
export type TeamServerTest = z.infer<typeof TeamServerTest>

/** Someone who is calling the owner of a car. */
const TeamLock = z.object({
  by: Recorder.nullable(),
  device: z.string(),
  /** ISO 8601: it ends by itself then. */
  until: z.string(),
  isThisPc: z.boolean(),
})

/** An upload of any PC of the team. */
const TeamUploadRow = z.object({
  id: z.string(),
  device: z.string(),
  at: z.string(),
  person: Recorder.nullable(),
  name: z.string(),
  fileName: z.string(),
  rows: z.number().int(),
  created: z.number().int(),
  finished: z.boolean(),
  region: Region,
  pcName: z.string(),
  isThisPc: z.boolean(),
  /** The name of the connection on this PC, or else the address of the service. */
  connectionName: z.string(),
})
export type TeamUploadRow = z.infer<typeof TeamUploadRow>

const address = z.string().trim().min(1).max(2_000)
const name = z.string().trim().min(1).max(80)
const passphrase = z.string().max(200)
/** Certificates in PEM format that are trusted instead of those of the system; null: those of the system. */
const certificates = z.string().max(500_000).nullable().default(null)

/** The team of this PC. */
export const team = {
  status: { input: z.object({}), output: TeamStatus },
  testServer: { input: z.object({ address, certificates }), output: TeamServerTest },
  /** Makes the tables and the team, with this PC as its owner. `conflict`: this PC is in a team already. */
  create: {
    input: z.object({ address, certificates, name, pcName: name }),
    output: z.object({ status: TeamStatus, invitation: TeamInvitation }),
  },
  /** `invalid-input`: a damaged or expired invitation, or a wrong passphrase. `conflict`: this PC is in a team already. */
  join: {
    /** `certificates`: null for those in the invitation, if it has any. */
    input: z.object({ invitation: z.string().max(40_000), passphrase, certificates, pcName: name }),
    output: z.object({ status: TeamStatus }),
  },
  /**
   * Makes a team with a simulated colleague, in memory: it ends when Forecourt closes. `rejected`: practice is not in use. `conflict`:
   * this PC is in a team already.
   */
  startPractice: { input: z.object({ name, pcName: name }), output: z.object({ status: TeamStatus }) },
  invite: { input: z.object({ role: TeamRole, days: z.number().int().min(1).max(30) }), output: TeamInvitation },
  removeMember: { input: z.object({ device: z.string().max(36) }), output: TeamStatus },
  /** Removes what was received from this PC. Its own work stays. */
  leave: { input: z.object({}), output: TeamStatus },
  /** Ends the wait after a failure and tries again. */
  syncNow: { input: z.object({}), output: TeamStatus },
} as const

/** What the team knows about a car beside its call notes and who it is assigned to, and how old that is. */
const TeamCarState = z.object({
  lock: TeamLock.nullable(),
  /** The assignment that another PC made at the same time and that does not count: to a person, by a person or PC (empty: not known). */
  replaced: z.object({ to: z.string(), by: z.string() }).nullable(),
  /** The names of the PCs that the lock and the call notes name. */
  pcNames: z.record(z.string(), z.string()),
  /** As in `TeamDataAge`. */
  syncedAt: z.string().nullable(),
  waiting: z.number().int(),
})
export type TeamCarState = z.infer<typeof TeamCarState>

/** `source`: the connection and region of the customer; absent: those in use. */
const car = z.object({ customerId: z.string().max(200), source: ConnectionRegion.optional() })
const Work = z.object({ work: TeamCarState })

/** The work of the team. Without a team, reading answers that there is nothing, and the others fail with `not-found`. */
export const teamWork = {
  /** Null: there is no team, or the connection is not shared with it. */
  car: { input: car, output: z.object({ work: TeamCarState.nullable() }) },
  /** Takes the car ("being called by ...") for ten minutes, or for ten more. `conflict`: another PC has taken it. */
  take: { input: car, output: Work },
  /** Releases the car if this PC has taken it. */
  release: { input: car, output: Work },
  /** The uploads of all PCs of the team, newest first. `person`: null for everyone, empty for those of nobody known. */
  uploads: {
    input: z.object({
      person: z.string().max(200).nullable().default(null),
      offset: z.number().int().min(0).default(0),
      limit: z.number().int().min(0).max(200).default(50),
    }),
    output: z.object({
      /** False: this PC is in no team, or the team isn't open. */
      hasTeam: z.boolean(),
      /** How many there are of the person. */
      total: z.number().int(),
      /** The names to filter by; an empty one: there are uploads of nobody known. */
      people: z.array(z.string()),
      uploads: z.array(TeamUploadRow),
    }),
  },
} as const
