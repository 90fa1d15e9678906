import { isJoinProved } from '../crypto/join-proof.ts'
import type { EntryRef, LogEntry } from '../log/entry.ts'
import type { Member, MemberList } from '../log/membership.ts'
import { orderEntries, type Ordered } from './order-entries.ts'

/** Where trust begins: the team, and the PC that made it. They are in each invitation. */
export interface TeamRoot {
  readonly teamId: string
  readonly founder: { readonly device: string; readonly signKey: string }
}

type Grant = MemberList['grants'][number]

export interface MergedMembers {
  readonly members: ReadonlyMap<string, Member>
  readonly grants: ReadonlyMap<string, Grant>
  /** Of all lists that count. */
  readonly keys: readonly MemberList['keys'][number][]
  /** The version of the latest list: the next one has a higher version. */
  readonly version: number
  /** Devices that joined by an invitation and are in no list so far: an owner's PC confirms them by a new list. */
  readonly unconfirmed: readonly string[]
}

type ListEntry = Ordered<LogEntry & { readonly kind: 'members' }>

/**
 * The members of a team, from the lists of its owners and from who joined and left. It depends on the entries alone:
 *
 * 1. A list counts when its writer is an owner by lists that count, and was not removed before it. Lists of the founder are applied
 *    first, then those of the others by version and order.
 * 2. Lists are added up: who was removed stays removed, at the least number that any list gives; who is an owner stays one until
 *    removed; the keys of a device never change.
 * 3. Who joins by an invitation is a member, once for each invitation and before it expires or is closed. A list of an owner confirms
 *    this, and gives the role.
 */
export function mergeMembers(root: TeamRoot, entries: readonly LogEntry[]): MergedMembers {
  const ordered = orderEntries(entries)
  const all = inOrderOfTrust(root, ordered)
  const excluded = new Set<EntryRef>()
  for (;;) {
    const lists = all.filter(({ ref }) => !excluded.has(ref))
    const { state, applied } = applyLists(root, lists)
    // A list whose writer was removed before it, by a list that was applied later.
    const wrong = applied.find(({ entry }) => isAfterRemoval(state.members.get(entry.device), entry.n))
    if (!wrong) return applyJoins(root, state, ordered)
    excluded.add(wrong.ref)
  }
}

const isAfterRemoval = (member: Member | undefined, n: number): boolean =>
  member !== undefined && member.until !== null && n > member.until

function inOrderOfTrust({ founder }: TeamRoot, ordered: readonly Ordered<LogEntry>[]): ListEntry[] {
  const lists = ordered.filter((each): each is ListEntry => each.entry.kind === 'members')
  const rank = ({ entry }: ListEntry): number => (entry.device === founder.device ? 0 : 1)
  return lists.toSorted((one, other) => rank(one) - rank(other) || one.entry.data.version - other.entry.data.version)
}

interface ListState {
  readonly members: Map<string, Member & { readonly named: number }>
  readonly grants: Map<string, Grant>
  readonly keys: MemberList['keys'][number][]
  version: number
}

function applyLists({ founder }: TeamRoot, lists: readonly ListEntry[]) {
  const first = { ...founder, name: '', role: 'owner', boxKey: '', until: null, named: 0 } as const
  const state: ListState = { members: new Map([[founder.device, first]]), grants: new Map(), keys: [], version: 0 }
  const applied: ListEntry[] = []
  let open = [...lists]
  for (;;) {
    const next = open.find(({ entry }) => {
      const writer = state.members.get(entry.device)
      return writer?.role === 'owner' && !isAfterRemoval(writer, entry.n)
    })
    if (!next) return { state, applied }
    open = open.filter((each) => each !== next)
    applied.push(next)
    addList(state, next.entry.data)
  }
}

function addList(state: ListState, { version, members, grants, keys }: MemberList): void {
  state.version = Math.max(state.version, version)
  for (const member of members) {
    const known = state.members.get(member.device)
    if (!known) {
      state.members.set(member.device, { ...member, named: version })
      continue
    }
    state.members.set(member.device, {
      device: known.device,
      signKey: known.signKey,
      boxKey: known.boxKey || member.boxKey,
      name: version >= known.named ? member.name : known.name,
      role: known.role === 'owner' ? 'owner' : member.role,
      until: earliest(known.until, member.until),
      named: Math.max(known.named, version),
    })
  }
  for (const grant of grants) {
    const known = state.grants.get(grant.id)
    state.grants.set(grant.id, known ? { ...known, closed: known.closed || grant.closed } : grant)
  }
  state.keys.push(...keys)
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.min(one, other)

function applyJoins({ teamId }: TeamRoot, state: ListState, ordered: readonly Ordered<LogEntry>[]): MergedMembers {
  const members = new Map<string, Member>()
  for (const [device, { named: _, ...member }] of state.members) members.set(device, member)
  const used = new Set<string>()
  for (const { entry } of ordered) {
    if (entry.kind === 'join' && members.has(entry.device)) used.add(entry.data.grant)
  }
  const unconfirmed: string[] = []
  for (const { entry, time } of ordered) {
    if (entry.kind !== 'join' || members.has(entry.device)) continue
    const { grant: id, name, signKey, boxKey } = entry.data
    const grant = state.grants.get(id)
    if (!grant || grant.closed || used.has(id) || time[0] >= grant.expiresAt) continue
    if (!isJoinProved(teamId, entry.device, entry.data, grant.publicKey)) continue
    used.add(id)
    unconfirmed.push(entry.device)
    members.set(entry.device, { device: entry.device, name, role: 'member', signKey, boxKey, until: null })
  }
  for (const { entry } of ordered) {
    const member = members.get(entry.device)
    if (entry.kind !== 'leave' || !member) continue
    members.set(entry.device, { ...member, until: earliest(member.until, entry.n) })
  }
  return { members, grants: state.grants, keys: state.keys, version: state.version, unconfirmed }
}
