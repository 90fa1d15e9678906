import { createHash } from 'node:crypto'
import type { Database } from '../database/database.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { keyFromHex, type DatabaseKey } from './database-key.ts'
import { recoveryKeySetting } from './settings-of-this-pc.ts'

/** Crockford's base 32: no I, L, O or U, so that a printed key is typed without confusion. */
const digits = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const keyBytes = 32
const checkBytes = 2
const bitsPerDigit = 5
const textDigits = Math.ceil(((keyBytes + checkBytes) * 8) / bitsPerDigit)
const groupDigits = 5

const checkOfKey = (key: Buffer): Buffer =>
  createHash('sha256').update('forecourt recovery key').update(key).digest().subarray(0, checkBytes)

/** The recovery key as it is printed: eleven groups of five characters. It is the key of the database, with a check against typing errors. */
export function toRecoveryKey(key: DatabaseKey): string {
  const bytes = Buffer.concat([key, checkOfKey(key)])
  const value = BigInt(`0x${bytes.toString('hex')}`) << BigInt(textDigits * bitsPerDigit - bytes.length * 8)
  const text = Array.from({ length: textDigits }, (_, index) => {
    const shift = BigInt((textDigits - 1 - index) * bitsPerDigit)
    return digits[Number((value >> shift) & 31n)]
  }).join('')
  return text.replace(new RegExp(`(.{${groupDigits}})(?=.)`, 'g'), '$1-')
}

/** The key of a typed recovery key, in any case and grouping; O is read as 0, I and L as 1. Null for a typing error. */
export function fromRecoveryKey(text: string): DatabaseKey | null {
  const typed = text
    .toUpperCase()
    .replace(/[\s‐-―-]/g, '')
    .replace(/O/g, '0')
    .replace(/[IL]/g, '1')
  if (typed.length !== textDigits) return null
  let value = 0n
  for (const digit of typed) {
    const index = digits.indexOf(digit)
    if (index < 0) return null
    value = (value << 5n) | BigInt(index)
  }
  const totalBytes = keyBytes + checkBytes
  const padding = BigInt(textDigits * bitsPerDigit - totalBytes * 8)
  if (value & ((1n << padding) - 1n)) return null
  const bytes = Buffer.from((value >> padding).toString(16).padStart(totalBytes * 2, '0'), 'hex')
  const key = keyFromHex(bytes.toString('hex', 0, keyBytes))
  return key && checkOfKey(key).equals(bytes.subarray(keyBytes)) ? key : null
}

/** Whether the user still has to print or store the recovery key. Data that is not stored has none. */
export function needsRecoveryKey(database: Database, key: DatabaseKey | null): boolean {
  return key !== null && readSetting(database, recoveryKeySetting) === null
}

/** Remembers that the user has printed or stored the recovery key. */
export function confirmRecoveryKey(database: Database): void {
  writeSetting(database, recoveryKeySetting, 'confirmed')
}
