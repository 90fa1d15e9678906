import { describe, expect, it } from 'vitest'
import { createPlainReader } from '../../../../../src/core/customers/plain/plain-reader.ts'
import { findRecordTexts } from '../../../../../src/core/service/record-texts.ts'

const reader = createPlainReader('au')!
const digestOf = (body: Buffer, seed = 0): string => {
  reader.load(body)
  return reader.digest(seed)
}

describe('the digest of a page', () => {
  it('is another one when any bit, the length or the reading of dates differs', () => {
    for (const length of [1, 7, 8, 9, 15, 16, 17, 31, 40]) {
      const text = Buffer.from(Array.from({ length }, (_, at) => (at * 37) & 0xff))
      const digests = new Set([digestOf(text), digestOf(text, 1), digestOf(Buffer.concat([text, Buffer.of(0)]))])
      for (let bit = 0; bit < length * 8; bit += 1) {
        const changed = Buffer.from(text)
        changed[bit >> 3]! ^= 1 << (bit & 7)
        digests.add(digestOf(changed))
      }
      expect(digests.size).toBe(length * 8 + 3)
      expect(digestOf(text)).toBe(digestOf(Buffer.from(text)))
    }
  })

  it('is another one when two words change places', () => {
    const words = Array.from({ length: 12 }, (_, at) => Buffer.alloc(8, at + 1))
    const digests = new Set<string>()
    for (let one = 0; one < words.length; one += 1) {
      for (let other = one + 1; other < words.length; other += 1) {
        digests.add(digestOf(Buffer.concat(words.with(one, words[other]!).with(other, words[one]!))))
      }
    }
    expect(digests.size).toBe((12 * 11) / 2)
  })
})

describe('the runs of a page', () => {
  it('end at the same records when the list moves, and are recognised but for those at the change', () => {
    const records = Array.from({ length: 400 }, (_, at) => ({ id: `0f8fad5b-${at * 7_919}`, rego: `R${at}` }))
    const runsOf = (list: readonly object[]): string[] => {
      const body = Buffer.from(JSON.stringify({ customers: list }))
      reader.load(body)
      const found = findRecordTexts(body, reader.findRecords)!
      expect(found.bounds).toHaveLength(list.length * 2)
      const { ends, digests } = reader.findRuns(found.firstValue, 0)
      expect(ends.at(-1)).toBe(list.length)
      return Array.from(ends, (_, at) => digests.subarray(at * 4, at * 4 + 4).join())
    }
    const [first, moved] = [runsOf(records), runsOf(records.toSpliced(10, 1))]
    expect(new Set(first).size).toBe(first.length)
    expect(first.length).toBeGreaterThan(60)
    const known = new Set(first)
    expect(moved.filter((run) => !known.has(run)).length).toBeLessThan(3)
  })
})
