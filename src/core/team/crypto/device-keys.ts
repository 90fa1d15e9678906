import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'

/** The keys of one PC: Ed25519 signs its entries, X25519 opens team keys that were sealed for it. They never leave the keychain. */
export interface DeviceKeys {
  readonly sign: KeyObject
  readonly box: KeyObject
}

export const newDeviceKeys = (): DeviceKeys => ({ sign: newSignKey(), box: generateKeyPairSync('x25519').privateKey })
export const newSignKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

type Curve = 'Ed25519' | 'X25519'

/** The public key of a private or public one: 32 bytes as base64url. */
export function publicKeyText(key: KeyObject): string {
  const { x } = (key.type === 'private' ? createPublicKey(key) : key).export({ format: 'jwk' })
  if (x === undefined) throw new Error('Not a key of an elliptic curve')
  return x
}

/** A public key from its text; null for one that is none. */
export function publicKeyOf(curve: Curve, text: string): KeyObject | null {
  try {
    return createPublicKey({ key: { kty: 'OKP', crv: curve, x: text }, format: 'jwk' })
  } catch {
    // Node throws for a text of another length only.
    return null
  }
}

/** A private key as text, for the keychain and for invitations. */
export function privateKeyText(key: KeyObject): string {
  const { d, x } = key.export({ format: 'jwk' })
  return `${d ?? ''}.${x ?? ''}`
}

/** A private key from its text; null for a damaged one. */
export function privateKeyOf(curve: Curve, text: string): KeyObject | null {
  const [d = '', x = ''] = text.split('.')
  try {
    const key = createPrivateKey({ key: { kty: 'OKP', crv: curve, d, x }, format: 'jwk' })
    return publicKeyText(key) === x ? key : null
  } catch {
    return null
  }
}
