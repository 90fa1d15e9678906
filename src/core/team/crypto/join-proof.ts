import { sign, verify, type KeyObject } from 'node:crypto'
import type { Join } from '../log/membership.ts'
import { publicKeyOf } from './device-keys.ts'

type Joining = Pick<Join, 'name' | 'signKey' | 'boxKey' | 'grant'>

const proofText = (teamId: string, device: string, { name, signKey, boxKey, grant }: Joining): Buffer =>
  Buffer.from(JSON.stringify(['forecourt team join', teamId, device, name, signKey, boxKey, grant]))

/** Proves that whoever joins has the invitation. `grantKey`: its private key. */
export const proveJoin = (teamId: string, device: string, joining: Joining, grantKey: KeyObject): string =>
  sign(null, proofText(teamId, device, joining), grantKey).toString('base64url')

/** Whether the proof is by the invitation with this public key, for this device and its keys. */
export function isJoinProved(teamId: string, device: string, join: Join, grantKey: string): boolean {
  const key = publicKeyOf('Ed25519', grantKey)
  return key !== null && verify(null, proofText(teamId, device, join), key, Buffer.from(join.proof, 'base64url'))
}
