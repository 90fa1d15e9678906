import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import type { PasswordProtection } from './data-files.ts'
import { scryptCost } from './scrypt-cost.ts'
import { stretchPassword } from './stretch-password.ts'

/** 32 random bytes that encrypt the database. Only the hex form leaves this file, for SQLCipher and the keychain. */
export type DatabaseKey = Buffer

export const newDatabaseKey = (): DatabaseKey => randomBytes(32)

/** The key from its text in the keychain, or null when the text is not a key. */
export function keyFromHex(text: string): DatabaseKey | null {
  return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : null
}

/** Verifies a key without opening the database. */
export const checkOf = (key: DatabaseKey): string =>
  createHmac('sha256', key).update('forecourt database key').digest('hex')

/** A key for another purpose, as 64 hex digits, that does not reveal this one. */
export const deriveKey = (key: DatabaseKey, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `forecourt ${purpose}`, 32)).toString('hex')

/** The purpose of the key of practice data. */
export const practicePurpose = 'practice service'

/** Depends on the folder only, so that the item in the keychain is found when the file that names it is lost. */
export const keyIdOfFolder = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16)

export const newKeyId = (): string => randomBytes(8).toString('hex')

export const keyName = (keyId: string): string => `database-key/${keyId}`

/** Wraps the key with a password: scrypt for the password, AES-256-GCM for the key. */
export async function wrapKey(key: DatabaseKey, password: string, keyId: string): Promise<PasswordProtection> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await stretchPassword(password, salt, scryptCost), iv)
  cipher.setAAD(Buffer.from(keyId))
  const wrapped = Buffer.concat([cipher.update(key), cipher.final()])
  return {
    version: 1,
    by: 'password',
    keyId,
    check: checkOf(key),
    scrypt: { ...scryptCost, salt: salt.toString('base64') },
    wrapped: {
      iv: iv.toString('base64'),
      tag: cipher.getAuthTag().toString('base64'),
      key: wrapped.toString('base64'),
    },
  }
}

/** The key, or null for a wrong password. */
export async function unwrapKey(protection: PasswordProtection, password: string): Promise<DatabaseKey | null> {
  const { wrapped } = protection
  const stretched = await stretchPassword(password, Buffer.from(protection.scrypt.salt, 'base64'), protection.scrypt)
  const decipher = createDecipheriv('aes-256-gcm', stretched, Buffer.from(wrapped.iv, 'base64'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(protection.keyId))
  decipher.setAuthTag(Buffer.from(wrapped.tag, 'base64'))
  let key: DatabaseKey
  try {
    key = Buffer.concat([decipher.update(Buffer.from(wrapped.key, 'base64')), decipher.final()])
  } catch {
    // `final` throws only when the tag does not match, which means another password.
    return null
  }
  return isSameCheck(checkOf(key), protection.check) ? key : null
}

export function isSameCheck(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}
