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
export interface TeamTrust {
  members(): MergedMembers
  keys(): KeyRing
  entryTrust(): EntryTrust
  /** Computes both again. Returns the devices whose membership changed, or all when a new key came. */
  refresh(): readonly string[]
}

/** `entries`: those about the members. */
export function createTeamTrust(identity: TeamIdentity, entries: () => readonly LogEntry[]): TeamTrust {
  let members = mergeMembers(identity, [])
  let keys = identity.keyRing

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
  return {
    members: () => members,
    keys: () => keys,
    entryTrust: () => ({ teamId: identity.teamId, keys, members: members.members }),
    refresh() {
      const before = members
      members = mergeMembers(identity, entries())
      const ring = openKeys(members)
      const hasNewKey = ring.size !== keys.size
      keys = ring
      const devices = new Set([...before.members.keys(), ...members.members.keys()])
      return [...devices].filter((device) => {
        const [one, other] = [before.members.get(device), members.members.get(device)]
        return hasNewKey || one?.until !== other?.until || one?.signKey !== other?.signKey
      })
    },
  }
}
