import type { EntryTrust } from './accept-entry.ts'
import type { DeviceKeys } from './crypto/device-keys.ts'
import { openSealedTeamKey, type KeyRing, type TeamKey } from './crypto/team-keys.ts'
import { mergeMembers, type MergedMembers, type TeamRoot } from './merge/merge-members.ts'
import type { LogEntry } from './log/entry.ts'

/** What makes this PC a member: it is in the keychain. */
export interface TeamIdentity extends TeamRoot {
  /** UUID of this PC in the team. */
  readonly device: string
  readonly keys: DeviceKeys
  /** The keys of the invitation, or the first one. Later ones come with the lists of members. */
  readonly keyRing: KeyRing
}

/** Who is a member, and which keys this PC has. */
export type TeamTrust = ReturnType<typeof createTeamTrust>

/** `entries`: those about the members, whether they count or not. */
export function createTeamTrust(identity: TeamIdentity, entries: () => readonly LogEntry[]) {
  const openKeys = ({ keys: lists }: MergedMembers): Map<string, TeamKey> => {
    const ring = new Map(identity.keyRing)
    for (const { id, version, sealed } of lists) {
      if (ring.has(id)) continue
      for (const { device, box } of sealed) {
        if (device !== identity.device) continue
        const place = { teamId: identity.teamId, device, keyId: id, version }
        const key = openSealedTeamKey(box, identity.keys.box, place)
        if (key) ring.set(id, key)
      }
    }
    return ring
  }
  let members = mergeMembers(identity, entries())
  let keys: KeyRing = openKeys(members)
  const lastCounted = (device: string): number => {
    const member = members.members.get(device)
    return member ? (member.until ?? Number.MAX_SAFE_INTEGER) : 0
  }
  return {
    members: (): MergedMembers => members,
    keys: (): KeyRing => keys,
    entryTrust: (): EntryTrust => ({ teamId: identity.teamId, keys, members: members.members }),
    /** The number of the last entry of a device that counts: 0 for one that is no member, the greatest one for one that was not removed. */
    lastCounted,
    /** Whether the device was removed, or has left. */
    isRemoved: (device: string): boolean => (members.members.get(device)?.until ?? null) !== null,
    isOwner(device: string): boolean {
      const member = members.members.get(device)
      return member?.role === 'owner' && member.until === null
    },
    /**
     * Computes both again. Calls `onCounted` for each device of which other entries count than before: those after one number up to
     * another. Returns whether other entries can be accepted than before.
     */
    refresh(onCounted: (device: string, after: number, to: number) => void): boolean {
      const before = members.members
      const counted = new Map([...before.keys()].map((device) => [device, lastCounted(device)]))
      members = mergeMembers(identity, entries())
      const ring = openKeys(members)
      let hasChanged = ring.size !== keys.size
      keys = ring
      for (const device of new Set([...before.keys(), ...members.members.keys()])) {
        const [one, other] = [counted.get(device) ?? 0, lastCounted(device)]
        if (one !== other) onCounted(device, Math.min(one, other), Math.max(one, other))
        hasChanged ||= one !== other || before.get(device)?.signKey !== members.members.get(device)?.signKey
      }
      return hasChanged
    },
  }
}
