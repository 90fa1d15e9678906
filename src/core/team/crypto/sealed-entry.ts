import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hash,
  randomBytes,
  sign,
  verify,
  type KeyObject,
} from 'node:crypto'
import type { TeamKey } from './team-keys.ts'

/** Where an entry is in the log of a team. A body is valid at its own place only. */
export interface EntryPlace {
  readonly teamId: string
  readonly device: string
  readonly n: number
}

/*
 * A body: format (1 byte), id of the team's key (8), nonce (12), SHA-256 of the body before it (32; zeros: none), text encrypted by
 * AES-256-GCM with its tag (16), signature by Ed25519 (64). Place and header are the additional data of the encryption, and everything
 * before the signature is signed with it. A signature costs thirty times a hash: of entries in a row that name each other, only the last
 * one has to be checked.
 */
const format = 1
const [keyIdAt, nonceAt, previousAt, textAt] = [1, 9, 21, 53]
const [tagBytes, signatureBytes] = [16, 64]
const smallestBody = textAt + tagBytes + signatureBytes

/** Texts are filled up with blanks, which JSON ignores: the length of a note says nothing about it. */
const blockBytes = 64

const additionalData = ({ teamId, device, n }: EntryPlace, header: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`forecourt team entry ${teamId} ${device} ${n} `), header])

/** Of the entries of one device: only their number and header differ. */
interface PreparedData {
  readonly teamId: string
  readonly device: string
  readonly bytes: Buffer
  readonly numberAt: number
}
const digits = 20
let prepared: PreparedData | null = null

/** The additional data of a body: valid until the next call. */
function additionalDataOf(body: Uint8Array, { teamId, device, n }: EntryPlace): Uint8Array {
  if (prepared?.teamId !== teamId || prepared.device !== device) {
    const start = Buffer.from(`forecourt team entry ${teamId} ${device} `)
    const bytes = Buffer.concat([start], start.length + digits + textAt)
    prepared = { teamId, device, bytes, numberAt: start.length }
  }
  const { bytes, numberAt } = prepared
  const headerAt = numberAt + bytes.write(`${n} `, numberAt, digits, 'latin1')
  for (let at = 0; at < textAt; at += 1) bytes[headerAt + at] = body[at] ?? 0
  return bytes.subarray(0, headerAt + textAt)
}

/** Ciphers start much faster with a key object than with its bytes. */
const secretKeys = new WeakMap<Uint8Array, KeyObject>()
function secretKeyOf(key: Uint8Array): KeyObject {
  const known = secretKeys.get(key)
  if (known) return known
  const made = createSecretKey(key)
  secretKeys.set(key, made)
  return made
}

/** Encrypts and signs the text of an entry (JSON). `previous`: the body before it; null: there is none, or it was erased. */
export function sealEntry(
  text: string,
  place: EntryPlace,
  { id, key }: TeamKey,
  signKey: KeyObject,
  previous: Uint8Array | null = null,
): Uint8Array {
  const plain = Buffer.from(text)
  const filled = Buffer.alloc(Math.ceil(plain.length / blockBytes) * blockBytes, ' ')
  plain.copy(filled)
  const nonce = randomBytes(12)
  const header = Buffer.concat([
    Buffer.of(format),
    Buffer.from(id, 'hex'),
    nonce,
    previous ? hash('sha256', previous, 'buffer') : Buffer.alloc(32),
  ])
  const cipher = createCipheriv('aes-256-gcm', secretKeyOf(key), nonce)
  cipher.setAAD(additionalData(place, header))
  const sealed = Buffer.concat([header, cipher.update(filled), cipher.final(), cipher.getAuthTag()])
  return Buffer.concat([sealed, sign(null, signedData(place, sealed), signKey)])
}

const signedData = (place: EntryPlace, sealed: Uint8Array): Buffer =>
  Buffer.concat([additionalData(place, Buffer.alloc(0)), sealed])

/** `newer`: a format of a later version of Forecourt. */
export type SealedState = 'sealed' | 'newer' | 'malformed'

export function sealedState(body: Uint8Array): SealedState {
  const first = body[0] ?? 0
  if (first > format) return 'newer'
  return first === format && body.length >= smallestBody ? 'sealed' : 'malformed'
}

/** The team key that a body of the state `sealed` is encrypted with. */
export const keyIdOf = (body: Uint8Array): string => Buffer.from(body.subarray(keyIdAt, nonceAt)).toString('hex')

/** Whether a body of the state `sealed` names the other one as the body before it. */
export function isAfter(body: Uint8Array, previous: Uint8Array): boolean {
  // A buffer takes twice as long as a text.
  const digest = hash('sha256', previous, 'binary')
  for (let at = 0; at < digest.length; at += 1) if (digest.charCodeAt(at) !== body[previousAt + at]) return false
  return true
}

/** Whether the device signed this body for this place. Runs beside the program's thread. */
export function isSignedBy(body: Uint8Array, place: EntryPlace, signKey: KeyObject): Promise<boolean> {
  const end = body.length - signatureBytes
  return new Promise((resolve, reject) => {
    verify(null, signedData(place, body.subarray(0, end)), signKey, body.subarray(end), (error, isSigned) =>
      error ? reject(error) : resolve(isSigned),
    )
  })
}

/** The text of a body; null: encrypted with another key or for another place, or damaged. */
export function openEntry(body: Uint8Array, place: EntryPlace, { key }: TeamKey): string | null {
  const tagAt = body.length - signatureBytes - tagBytes
  const decipher = createDecipheriv('aes-256-gcm', secretKeyOf(key), body.subarray(nonceAt, previousAt), {
    authTagLength: tagBytes,
  })
  decipher.setAAD(additionalDataOf(body, place))
  decipher.setAuthTag(body.subarray(tagAt, tagAt + tagBytes))
  try {
    const filled = decipher.update(body.subarray(textAt, tagAt))
    // In this mode it returns nothing.
    decipher.final()
    return filled.toString().trimEnd()
  } catch {
    // `final` throws only when the tag does not match.
    return null
  }
}
