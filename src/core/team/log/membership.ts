import { z } from 'zod'
import { TeamRole } from '../../../contract/team-role.ts'

/** 32 bytes as base64url: a public key. */
const publicKey = z.string().regex(/^[\w-]{43}$/)
const DeviceId = z.string().regex(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)

const Member = z.object({
  device: DeviceId,
  name: z.string().max(200),
  role: TeamRole,
  /** Ed25519: verifies what the device signs. */
  signKey: publicKey,
  /** X25519: team keys are sealed for it. */
  boxKey: publicKey,
  /** The last entry of a removed device that counts; null: not removed. */
  until: z.number().int().min(0).nullable(),
})
export type Member = z.infer<typeof Member>

/** The list of members as an owner signs it, with what a new key of the team or a new invitation needs. */
export const MemberList = z.object({
  version: z.number().int().min(1).max(1_000_000_000),
  members: z.array(Member).max(200),
  /** Invitations: who proves the private key of one may join once. */
  grants: z
    .array(
      z.object({
        id: z.string().regex(/^[\w-]{1,22}$/),
        publicKey,
        role: TeamRole,
        /** Milliseconds since 1970. */
        expiresAt: z.number().int(),
        /** Devices that joined by it are in `members`; no others are accepted any more. */
        closed: z.boolean(),
      }),
    )
    .max(200),
  /** Keys of the team: a new one, sealed for each member that stays, or those that a new member lacks. */
  keys: z
    .array(
      z.object({
        id: z.string().regex(/^[0-9a-f]{16}$/),
        version: z.number().int().min(1).max(1_000_000),
        sealed: z.array(z.object({ device: DeviceId, box: z.string().max(400) })).max(200),
      }),
    )
    .max(100),
})
export type MemberList = z.infer<typeof MemberList>

/** A device joins by an invitation. */
export const Join = z.object({
  name: z.string().max(200),
  signKey: publicKey,
  boxKey: publicKey,
  grant: z.string().max(22),
  /** Signature of the grant over team, device and keys, as base64url. */
  proof: z.string().max(120),
})
export type Join = z.infer<typeof Join>
