import { createCipheriv, createDecipheriv, randomBytes, sign, verify, type KeyObject } from 'node:crypto'
import type { TeamKey } from './team-keys.ts'

/** Where an entry is in the log of a team. A body is valid at its own place only. */
export interface EntryPlace {
  readonly teamId: string
  readonly device: string
  readonly n: number
}

/*
 * A body: format (1 byte), id of the team's key (8), nonce (12), 32 bytes that are free (zeros), text encrypted by AES-256-GCM with its tag
 * (16), signature by Ed25519 (64). Place and header are the additional data of the encryption, and everything before the signature is signed
 * with it.
 */
const format = 1
const [keyIdAt, nonceAt, freeAt, textAt] = [1, 9, 21, 53]
const [tagBytes, signatureBytes] = [16, 64]
const smallestBody = textAt + tagBytes + signatureBytes

/** Texts are filled up with blanks, which JSON ignores: the length of a note says nothing about it. */
const blockBytes = 64

const additionalData = ({ teamId, device, n }: EntryPlace, header: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`forecourt team entry ${teamId} ${device} ${n} `), header])

/** Encrypts and signs the text of an entry (JSON). */
export function sealEntry(text: string, place: EntryPlace, { id, key }: TeamKey, signKey: KeyObject): Uint8Array {
  const plain = Buffer.from(text)
  const filled = Buffer.alloc(Math.ceil(plain.length / blockBytes) * blockBytes, ' ')
  plain.copy(filled)
  const nonce = randomBytes(freeAt - nonceAt)
  const header = Buffer.concat([Buffer.of(format), Buffer.from(id, 'hex'), nonce], textAt)
  const cipher = createCipheriv('aes-256-gcm', key, nonce)
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
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(nonceAt, freeAt), { authTagLength: tagBytes })
  decipher.setAAD(additionalData(place, body.subarray(0, textAt)))
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
