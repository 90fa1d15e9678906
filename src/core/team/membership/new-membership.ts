import { randomUUID } from 'node:crypto'
import { newDeviceKeys, privateKeyOf, publicKeyText } from '../crypto/device-keys.ts'
import type { InvitationContent } from '../crypto/invitation.ts'
import { proveJoin } from '../crypto/join-proof.ts'
import { keyRingOf, newTeamKey } from '../crypto/team-keys.ts'
import type { TeamContent } from '../log/entry-kinds.ts'
import type { ServerAddress } from '../server/server-address.ts'
import { parseAddress, raise } from './invitations.ts'
import { founderList } from './member-lists.ts'
import type { Membership } from './membership-state.ts'
import { teamMessages } from './team-messages.ts'
import type { TeamSecrets } from './team-secrets.ts'

/** What makes this PC a member: all of it is saved at once. */
export interface NewMembership {
  readonly membership: Omit<Membership, 'secretParts'>
  readonly secrets: TeamSecrets
  readonly address: ServerAddress
  /** The first entry of this PC. */
  readonly entry: TeamContent
}

const newMembership = (
  given: Pick<Membership, 'teamId' | 'name' | 'device' | 'founder' | 'role' | 'certificates'>,
  { host, port, database }: ServerAddress,
): NewMembership['membership'] => ({
  ...given,
  place: `${host}:${port}/${database}`,
  secretsName: given.device,
  syncedAt: null,
  endedGrants: [],
  erasedTo: {},
  isPractice: false,
  leaving: null,
})

/** A new team with this PC as its owner. */
export function newTeam(options: {
  readonly address: string
  readonly certificates: string | null
  readonly name: string
  readonly pcName: string
}): NewMembership {
  const { certificates, name, pcName } = options
  const address = parseAddress(options.address)
  const [teamId, device, keys, firstKey] = [randomUUID(), randomUUID(), newDeviceKeys(), newTeamKey(1)]
  const publicKeys = { signKey: publicKeyText(keys.sign), boxKey: publicKeyText(keys.box) }
  const founder = { device, signKey: publicKeys.signKey }
  return {
    membership: newMembership({ teamId, name, device, founder, role: 'owner', certificates }, address),
    secrets: { address: options.address, keys, keyRing: new Map([[firstKey.id, firstKey]]) },
    address,
    entry: { kind: 'members', data: founderList({ device, name: pcName, ...publicKeys }) },
  }
}

/** A new member of the team that has invited this PC. `chosen`: certificates instead of those in the invitation. */
export function newMember(content: InvitationContent, chosen: string | null, pcName: string): NewMembership {
  const { teamId, teamName: name, founder, grant } = content
  const address = parseAddress(content.address)
  const grantKey = privateKeyOf('Ed25519', grant.privateKey) ?? raise(teamMessages.damagedInvitation)
  const [device, keys] = [randomUUID(), newDeviceKeys()]
  const joining = { name: pcName, signKey: publicKeyText(keys.sign), boxKey: publicKeyText(keys.box), grant: grant.id }
  return {
    membership: newMembership(
      { teamId, name, device, founder, role: grant.role, certificates: chosen ?? content.certificates ?? null },
      address,
    ),
    secrets: { address: content.address, keys, keyRing: keyRingOf(content.keys) },
    address,
    entry: { kind: 'join', data: { ...joining, proof: proveJoin(teamId, device, joining, grantKey) } },
  }
}
