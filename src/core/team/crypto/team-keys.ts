import {
  createCipheriv,
  createDecipheriv,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'
import { publicKeyOf, publicKeyText } from './device-keys.ts'

/** A key that encrypts entries of the team. Each removal of a member makes a new version. */
export interface TeamKey {
  /** 16 hexadecimal digits. Two owners can make the same version at once, so the version alone names no key. */
  readonly id: string
  readonly version: number
  readonly key: Uint8Array
}

/** All keys that a member has, by id: entries from before a removal need the earlier ones. */
export type KeyRing = ReadonlyMap<string, TeamKey>

/** The keys as the keychain and invitations have them, as base64url. */
type KeyTexts = readonly { readonly id: string; readonly version: number; readonly key: string }[]

export const keyTexts = (ring: KeyRing): { id: string; version: number; key: string }[] =>
  [...ring.values()].map(({ id, version, key }) => ({ id, version, key: Buffer.from(key).toString('base64url') }))

export const keyRingOf = (texts: KeyTexts): KeyRing =>
  new Map(texts.map(({ id, version, key }) => [id, { id, version, key: Buffer.from(key, 'base64url') }]))

export const newTeamKey = (version: number): TeamKey => ({
  id: randomBytes(8).toString('hex'),
  version,
  key: randomBytes(32),
})

/** The key for new entries. */
export function currentKey(ring: KeyRing): TeamKey {
  const [first, ...others] = ring.values()
  if (!first) throw new Error('The team has no key')
  const isLater = (one: TeamKey, other: TeamKey): boolean =>
    one.version > other.version || (one.version === other.version && one.id > other.id)
  return others.reduce((latest, each) => (isLater(each, latest) ? each : latest), first)
}

/** The key that every member has. */
export function firstKey(ring: KeyRing): TeamKey {
  const first = [...ring.values()].find(({ version }) => version === 1)
  if (!first) throw new Error('The first key of the team is missing')
  return first
}

/** What binds a sealed key to its use: another team, member or key does not open it. */
export interface SealingPlace {
  readonly teamId: string
  /** The member who opens it. */
  readonly device: string
  readonly keyId: string
  readonly version: number
}

const infoOf = ({ teamId, device, keyId, version }: SealingPlace): Buffer =>
  Buffer.from(`forecourt team key 1 ${teamId} ${device} ${keyId} ${version}`)

function secretOf(own: KeyObject, other: KeyObject, publicKeys: Uint8Array, info: Buffer): Uint8Array {
  const shared = diffieHellman({ privateKey: own, publicKey: other })
  return new Uint8Array(hkdfSync('sha256', shared, publicKeys, info, 32))
}

/** The nonce may be fixed: each secret encrypts one key, because the sender's key pair is used once. */
const nonce = Buffer.alloc(12)

/** Seals a team key for a member: X25519 with a key pair for this once, HKDF-SHA256, AES-256-GCM. `boxKey`: the member's public key. */
export function sealTeamKey({ key }: TeamKey, boxKey: string, place: SealingPlace): string {
  const recipient = publicKeyOf('X25519', boxKey)
  if (!recipient) throw new Error('The member has no valid key')
  const { privateKey } = generateKeyPairSync('x25519')
  const sender = Buffer.from(publicKeyText(privateKey), 'base64url')
  const info = infoOf(place)
  const secret = secretOf(privateKey, recipient, Buffer.concat([sender, Buffer.from(boxKey, 'base64url')]), info)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce)
  cipher.setAAD(info)
  return Buffer.concat([sender, cipher.update(key), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

/** Opens a key that was sealed for this PC; null when it was sealed for another one or is damaged. */
export function openSealedTeamKey(sealed: string, box: KeyObject, place: SealingPlace): TeamKey | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length !== 80) return null
  const sender = publicKeyOf('X25519', bytes.subarray(0, 32).toString('base64url'))
  if (!sender) return null
  const info = infoOf(place)
  const own = Buffer.from(publicKeyText(createPublicKey(box)), 'base64url')
  try {
    const secret = secretOf(box, sender, Buffer.concat([bytes.subarray(0, 32), own]), info)
    const decipher = createDecipheriv('aes-256-gcm', secret, nonce, { authTagLength: 16 })
    decipher.setAAD(info)
    decipher.setAuthTag(bytes.subarray(64))
    const key = Buffer.concat([decipher.update(bytes.subarray(32, 64)), decipher.final()])
    return { id: place.keyId, version: place.version, key }
  } catch {
    // OpenSSL refuses a public key of low order, and `final` a tag that does not match.
    return null
  }
}

/**
 * The key of the hashes that recognise erased persons, as `core/privacy/person.ts` makes them. It is derived from the first key
 * of the team, which every member has, so that all PCs make the same hashes.
 */
export function personMarkKey(teamId: string, ring: KeyRing): Buffer {
  return Buffer.from(hkdfSync('sha256', firstKey(ring).key, teamId, 'forecourt team erased persons', 32))
}
