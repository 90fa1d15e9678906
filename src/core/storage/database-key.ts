import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hkdfSync,
  randomBytes,
  scrypt,
  timingSafeEqual,
} from 'node:crypto'
import type { PasswordProtection } from './data-files.ts'

/** 32 random bytes: what the database is encrypted with. Only its hex form leaves this file, for SQLCipher and the keychain. */
export type DatabaseKey = Buffer

export const newDatabaseKey = (): DatabaseKey => randomBytes(32)

/** The key that stood in the keychain, or null when the text there is none of ours. */
export function keyFromHex(text: string): DatabaseKey | null {
  return /^[0-9a-f]{64}$/.test(text) ? Buffer.from(text, 'hex') : null
}

/** Tells the right key from another without opening the database. */
export const checkOf = (key: DatabaseKey): string =>
  createHmac('sha256', key).update('forecourt database key').digest('hex')

/** A key for another purpose, as 64 hex digits, from which this one cannot be worked out. */
export const deriveKey = (key: DatabaseKey, purpose: string): string =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `forecourt ${purpose}`, 32)).toString('hex')

/** The same id for the same folder: the keychain's item is found again when the file that names it is lost. */
export const keyIdOfFolder = (folder: string): string => createHash('sha256').update(folder).digest('hex').slice(0, 16)

export const newKeyId = (): string => randomBytes(8).toString('hex')

export const keyName = (keyId: string): string => `database-key/${keyId}`

/** 128 MB and about half a second a guess on an office PC. */
const scryptCost = { n: 2 ** 17, r: 8, p: 1 } as const

/** Wraps the key with a password: scrypt for the password, AES-256-GCM for the key. */
export async function wrapKey(key: DatabaseKey, password: string, keyId: string): Promise<PasswordProtection> {
  const salt = randomBytes(16)
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', await stretch(password, salt, scryptCost), iv)
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
  const stretched = await stretch(password, Buffer.from(protection.scrypt.salt, 'base64'), protection.scrypt)
  const decipher = createDecipheriv('aes-256-gcm', stretched, Buffer.from(wrapped.iv, 'base64'), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(protection.keyId))
  decipher.setAuthTag(Buffer.from(wrapped.tag, 'base64'))
  let key: DatabaseKey
  try {
    key = Buffer.concat([decipher.update(Buffer.from(wrapped.key, 'base64')), decipher.final()])
  } catch {
    // The one thing that `final` throws for is a tag that does not fit: another password.
    return null
  }
  return isSameCheck(checkOf(key), protection.check) ? key : null
}

export function isSameCheck(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && timingSafeEqual(a, b)
}

function stretch(password: string, salt: Buffer, cost: { n: number; r: number; p: number }): Promise<Buffer> {
  // One spelling for an accented letter, whichever keyboard it came from.
  const text = password.normalize('NFKC')
  const options = { N: cost.n, r: cost.r, p: cost.p, maxmem: 256 * cost.n * cost.r }
  return new Promise((resolve, reject) => {
    scrypt(text, salt, 32, options, (error, stretched) => (error ? reject(error) : resolve(stretched)))
  })
}
