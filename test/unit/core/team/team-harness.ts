import { randomUUID, type KeyObject } from 'node:crypto'
import {
  newDeviceKeys,
  newSignKey,
  publicKeyText,
  type DeviceKeys,
} from '../../../../src/core/team/crypto/device-keys.ts'
import { proveJoin } from '../../../../src/core/team/crypto/join-proof.ts'
import { sealEntry } from '../../../../src/core/team/crypto/sealed-entry.ts'
import { newTeamKey, type TeamKey } from '../../../../src/core/team/crypto/team-keys.ts'
import type { TeamContent } from '../../../../src/core/team/log/entry-kinds.ts'
import { entryText, type EntryHead, type LogEntry } from '../../../../src/core/team/log/entry.ts'
import type { Join, Member, MemberList } from '../../../../src/core/team/log/membership.ts'
import type { SealedEntry } from '../../../../src/core/team/team-server.ts'
import { sampleHead } from './sample-entries.ts'

/** A PC that writes whatever a test wants. */
export interface WritingPc {
  readonly device: string
  readonly keys: DeviceKeys
  /** As a list of members names it. */
  member(more?: Partial<Member>): Member
  /** An entry as other PCs have it after they opened it. */
  entry(n: number, content: TeamContent, head?: Partial<EntryHead>): LogEntry
  seal(n: number, content: TeamContent, key: TeamKey, head?: Partial<EntryHead>): SealedEntry
  sealText(n: number, text: string, key: TeamKey): SealedEntry
  join(grantId: string, grantKey: KeyObject, more?: Partial<Join>): Join
}

export const teamId = 'b3c1d9a0-0000-4000-8000-000000000000'

export function createPc(name: string): WritingPc {
  const [device, keys] = [randomUUID(), newDeviceKeys()]
  const publicKeys = { signKey: publicKeyText(keys.sign), boxKey: publicKeyText(keys.box) }
  const sealText: WritingPc['sealText'] = (n, text, key) => ({
    device,
    n,
    body: sealEntry(text, { teamId, device, n }, key, keys.sign),
  })
  return {
    device,
    keys,
    member: (more = {}) => ({ device, name, role: 'member', ...publicKeys, until: null, ...more }),
    entry: (n, content, head) => ({ ...sampleHead(head), ...content, device, n }),
    seal: (n, content, key, head) => sealText(n, entryText({ ...sampleHead(head), ...content }), key),
    sealText,
    join(grantId, grantKey, more = {}) {
      const joining = { name, ...publicKeys, grant: grantId }
      return { ...joining, proof: proveJoin(teamId, device, joining, grantKey), ...more }
    },
  }
}

export const emptyList = (more: Partial<MemberList>): MemberList => ({
  version: 1,
  members: [],
  grants: [],
  keys: [],
  ...more,
})

export const newGrant = (id: string, expiresAt = Date.UTC(2027, 0, 1)) => {
  const key = newSignKey()
  const grant = { id, publicKey: publicKeyText(key), role: 'member', expiresAt, closed: false } as const
  return { key, grant }
}

export const firstKey = newTeamKey(1)
