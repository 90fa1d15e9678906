import { createCipheriv, createDecipheriv, createHash, randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { TeamRole } from '../../../contract/team-role.ts'
import { scryptCost } from '../../storage/scrypt-cost.ts'
import { ScryptCost, stretchPassword } from '../../storage/stretch-password.ts'

const text = z.string().min(1).max(200)

/** What an invitation hands over. */
const Content = z.object({
  /** The address of the database, with what a member needs to sign in. */
  address: z.string().max(4_000),
  /** Certificates of a CA in PEM format, when the team's database has one of its own. */
  certificates: z.string().max(8_000).nullish(),
  teamId: text,
  teamName: text,
  keys: z.array(z.object({ id: text, version: z.number().int().min(1), key: z.string().length(43) })).max(100),
  /** The PC that made the team, and its public key (Ed25519): member lists are verified with it. */
  founder: z.object({ device: text, signKey: text }),
  /** Lets one PC join. */
  grant: z.object({ id: text, privateKey: text, role: TeamRole }),
})
export type InvitationContent = z.infer<typeof Content>

/** `damaged`: not the whole text. `wrong-passphrase`: also for a text that was changed on purpose. */
export type OpenedInvitation =
  | { readonly state: 'open'; readonly content: InvitationContent; readonly expiresAtMs: number }
  | { readonly state: 'damaged' | 'expired' | 'wrong-passphrase' | 'newer' }

/*
 * The text: a prefix with the version, and base64url of: a checksum (4 bytes), when it expires (milliseconds, 8), log2 of the cost of
 * scrypt (1), salt (16), nonce (12), content as JSON, encrypted by AES-256-GCM, with its tag (16). What is before the salt is
 * additional data.
 */
const prefix = 'forecourt-team-'
const version = 1
const [expiresAt, costAt, saltAt, nonceAt, contentAt, tagBytes] = [4, 12, 13, 29, 41, 16]

/** Without letters and digits that look or sound alike. */
const letters = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
/** 99 random bits in groups that can be read out on the phone. */
export function newPassphrase(): string {
  const group = (): string => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('')
  return Array.from({ length: 5 }, group).join('-')
}
/** Case and separators do not matter. */
const plainPassphrase = (typed: string): string =>
  typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')

const checksumOf = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest().subarray(0, 4)

export async function sealInvitation(
  content: InvitationContent,
  passphrase: string,
  expiresAtMs: number,
  costLog2 = Math.log2(scryptCost.n),
): Promise<string> {
  const header = Buffer.alloc(saltAt - expiresAt)
  header.writeBigUInt64BE(BigInt(expiresAtMs))
  header.writeUInt8(costLog2, costAt - expiresAt)
  const [salt, nonce] = [randomBytes(16), randomBytes(12)]
  const cipher = createCipheriv('aes-256-gcm', await keyOf(passphrase, salt, costOf(costLog2)), nonce)
  cipher.setAAD(Buffer.concat([Buffer.from(`${prefix}${version}`), header]))
  const parts = [header, salt, nonce, cipher.update(JSON.stringify(content)), cipher.final(), cipher.getAuthTag()]
  const body = Buffer.concat(parts)
  return `${prefix}${version}.${Buffer.concat([checksumOf(body), body]).toString('base64url')}`
}

const costOf = (costLog2: number): ScryptCost => ({ ...scryptCost, n: 2 ** costLog2 })

const keyOf = (passphrase: string, salt: Uint8Array, cost: ScryptCost): Promise<Buffer> =>
  stretchPassword(plainPassphrase(passphrase), salt, cost)

/** Opens an invitation. Blanks and line breaks in it do not matter. */
export async function openInvitation(typed: string, passphrase: string, nowMs: number): Promise<OpenedInvitation> {
  const [, typedVersion = '', encoded = ''] =
    new RegExp(`^${prefix}(\\d{1,3})\\.([\\w-]+)$`).exec(typed.replaceAll(/\s/g, '')) ?? []
  if (Number(typedVersion) > version) return { state: 'newer' }
  const bytes = Buffer.from(encoded, 'base64url')
  const body = bytes.subarray(expiresAt)
  if (bytes.length < contentAt + tagBytes || !checksumOf(body).equals(bytes.subarray(0, expiresAt)))
    return { state: 'damaged' }
  const cost = ScryptCost.safeParse(costOf(bytes.readUInt8(costAt)))
  if (!cost.success) return { state: 'damaged' }
  const expiresAtMs = Number(bytes.readBigUInt64BE(expiresAt))
  if (nowMs >= expiresAtMs) return { state: 'expired' }
  const key = await keyOf(passphrase, bytes.subarray(saltAt, nonceAt), cost.data)
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(nonceAt, contentAt), { authTagLength: tagBytes })
  decipher.setAAD(Buffer.concat([Buffer.from(`${prefix}${version}`), bytes.subarray(expiresAt, saltAt)]))
  decipher.setAuthTag(bytes.subarray(-tagBytes))
  let json: string
  try {
    json = Buffer.concat([decipher.update(bytes.subarray(contentAt, -tagBytes)), decipher.final()]).toString()
  } catch {
    // `final` throws only when the tag does not match.
    return { state: 'wrong-passphrase' }
  }
  const content = Content.safeParse(JSON.parse(json))
  return content.success ? { state: 'open', content: content.data, expiresAtMs } : { state: 'damaged' }
}
