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
  const wrong = Array.from(text).flatMap((digit, at) => {
    if (digit === '-') return []
    const [before, after, next] = [text.slice(0, at), text.slice(at + 1), text[at + 1] ?? '-']
    const isSwappable = next !== '-' && next !== digit
    return [
      before + after,
      `${before}7${digit}${after}`,
      before + (digit === 'Z' ? '2' : 'Z') + after,
      ...(isSwappable ? [before + next + digit + text.slice(at + 2)] : []),
    ]
  })
  expect(wrong.filter((typed) => fromRecoveryKey(typed) !== null)).toEqual([])
  expect(fromRecoveryKey('')).toBeNull()
  expect(fromRecoveryKey('U'.repeat(55))).toBeNull()
})
