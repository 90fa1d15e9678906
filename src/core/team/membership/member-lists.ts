import type { TeamRole } from '../../../contract/team-role.ts'
import { currentKey, newTeamKey, sealTeamKey, type KeyRing, type TeamKey } from '../crypto/team-keys.ts'
import type { LogEntry } from '../log/entry.ts'
import type { Member, MemberList } from '../log/membership.ts'
import type { MergedMembers } from '../merge/merge-members.ts'

/*
 * Lists of members are added up (`merge-members.ts`), so each has only what changes. A list has to fit an entry: 64 KB.
 */

type Grant = MemberList['grants'][number]

const nextList = ({ version }: MergedMembers, more: Partial<MemberList>): MemberList => ({
  version: version + 1,
  members: [],
  grants: [],
  keys: [],
  ...more,
})

export const founderList = (founder: Omit<Member, 'role' | 'until'>): MemberList => ({
  version: 1,
  members: [{ ...founder, role: 'owner', until: null }],
  grants: [],
  keys: [],
})

/** Lets one PC join until the invitation expires (milliseconds since 1970). */
export const invitationList = (members: MergedMembers, grant: Omit<Grant, 'closed'>): MemberList =>
  nextList(members, { grants: [{ ...grant, closed: false }] })

const sealedFor = (key: TeamKey, recipients: readonly Member[], teamId: string): MemberList['keys'][number] => ({
  id: key.id,
  version: key.version,
  sealed: recipients.map(({ device, boxKey }) => ({
    device,
    box: sealTeamKey(key, boxKey, { teamId, device, keyId: key.id, version: key.version }),
  })),
})

/** By which invitation each PC joined. */
export function grantsOfJoins(entries: readonly LogEntry[]): ReadonlyMap<string, string> {
  const grants = new Map<string, string>()
  for (const entry of entries) if (entry.kind === 'join') grants.set(entry.device, entry.data.grant)
  return grants
}

/**
 * Confirms a PC that joined: its role, and the keys that were made after its invitation. Its invitation is closed.
 */
export function confirmationList(
  members: MergedMembers,
  member: Member,
  grant: Grant,
  { ring, teamId }: { readonly ring: KeyRing; readonly teamId: string },
): MemberList {
  const role: TeamRole = grant.role
  const later = [...ring.values()].filter(({ version }) => version > 1)
  return nextList(members, {
    members: [{ ...member, role }],
    grants: [{ ...grant, closed: true }],
    keys: later.map((key) => sealedFor(key, [member], teamId)),
  })
}

/** Ends a membership after entry `until`, and gives the others a new key. */
export function removalList(
  members: MergedMembers,
  removed: Member,
  until: number,
  { ring, teamId }: { readonly ring: KeyRing; readonly teamId: string },
): MemberList {
  const staying = [...members.members.values()].filter(
    (member) => member.device !== removed.device && member.until === null && member.boxKey !== '',
  )
  const key = newTeamKey(currentKey(ring).version + 1)
  return nextList(members, { members: [{ ...removed, until }], keys: [sealedFor(key, staying, teamId)] })
}
