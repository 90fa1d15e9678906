import { z } from 'zod'
import { TeamRole } from '../../../contract/team-role.ts'
import type { Database } from '../../database/database.ts'
import { readJsonSetting, writeSetting } from '../../database/settings.ts'
import { teamMembershipSetting } from '../../storage/settings-of-this-pc.ts'

const Membership = z.object({
  teamId: z.string(),
  name: z.string(),
  /** Server and database, without user name and password. */
  place: z.string(),
  /** UUID of this PC. */
  device: z.string(),
  founder: z.object({ device: z.string(), signKey: z.string() }),
  /** What the invitation gave, until the list of members says it. */
  role: TeamRole,
  /** PEM; null: those of the system are trusted. */
  certificates: z.string().nullable(),
  /** The name of the secrets in the keychain. Two data folders of one user can be in the same team: each has secrets of its own. */
  secretsName: z.string(),
  /** How many items of the keychain have the secrets. */
  secretParts: z.number().int(),
  /** ISO 8601. */
  syncedAt: z.string().nullable(),
  /** Grants whose logins an owner's PC has removed from the database. */
  endedGrants: z.array(z.string()).default([]),
  /** By device, the number of its last `erased` entry that was carried out at the server. */
  erasedTo: z.record(z.string(), z.number().int()).default({}),
  isPractice: z.boolean().default(false),
  /**
   * This PC leaves the team: the others are told (`telling`), then everything is removed from it (`removing`). A start continues there.
   */
  leaving: z.enum(['telling', 'removing']).nullable().default(null),
})
/** What this PC knows of its team, besides the secrets and the log. */
export type Membership = z.infer<typeof Membership>

/** Null: this PC is in no team. */
export const readMembership = (database: Database): Membership | null =>
  readJsonSetting(database, teamMembershipSetting, Membership)

export function saveMembership(database: Database, membership: Membership | null): void {
  writeSetting(database, teamMembershipSetting, membership === null ? null : JSON.stringify(membership))
}

/** Changes what is saved; nothing when the team was left meanwhile. */
export function changeMembership(database: Database, changes: Partial<Membership>): void {
  const membership = readMembership(database)
  if (membership) saveMembership(database, { ...membership, ...changes })
}
