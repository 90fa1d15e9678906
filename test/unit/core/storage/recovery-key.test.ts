import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromRecoveryKey, toRecoveryKey } from '../../../../src/core/storage/recovery-key.ts'

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes))

it('a recovery key is eleven groups of five characters that cannot be confused', () => {
  fc.assert(
    fc.property(keys, (key) => {
      expect(toRecoveryKey(key)).toMatch(/^([0-9A-HJKMNP-TV-Z]{5}-){10}[0-9A-HJKMNP-TV-Z]{5}$/)
    }),
  )
})

it('a recovery key is read in any case and grouping, with O for 0 and I or L for 1', () => {
  const retypings: readonly ((text: string) => string)[] = [
    (text) => text,
    (text) => text.toLowerCase(),
    (text) => text.replaceAll('-', ' '),
    (text) => text.replaceAll('-', ''),
    (text) => `  ${text.replaceAll('-', '–')}\n`,
    (text) => text.replaceAll('0', 'O').replaceAll('1', 'l'),
    (text) => text.replaceAll('0', 'o').replaceAll('1', 'I'),
  ]
  fc.assert(
    fc.property(keys, fc.constantFrom(...retypings), (key, retype) => {
      expect(fromRecoveryKey(retype(toRecoveryKey(key)))?.equals(key)).toBe(true)
    }),
  )
})

it('a recovery key with a wrong, missing, added or swapped character is not read', () => {
  const text = toRecoveryKey(Buffer.from(Array.from({ length: 32 }, (_, index) => index * 7)))
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '-') continue
    expect(fromRecoveryKey(text.slice(0, at) + text.slice(at + 1))).toBeNull()
    expect(fromRecoveryKey(`${text.slice(0, at)}7${text.slice(at)}`)).toBeNull()
    const other = text[at] === 'Z' ? '2' : 'Z'
    expect(fromRecoveryKey(text.slice(0, at) + other + text.slice(at + 1))).toBeNull()
    const next = text[at + 1]
    if (next && next !== '-' && next !== text[at]) {
      expect(fromRecoveryKey(text.slice(0, at) + next + text[at] + text.slice(at + 2))).toBeNull()
    }
  }
  expect(fromRecoveryKey('')).toBeNull()
  expect(fromRecoveryKey('U'.repeat(55))).toBeNull()
})
