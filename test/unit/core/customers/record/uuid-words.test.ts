import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readUuid, writeUuid } from '../../../../../src/core/customers/record/uuid-words.ts'

it('reads every UUID as it was written', () => {
  fc.assert(
    fc.property(fc.uuid(), fc.nat(3), (id, at) => {
      const words = new Uint32Array(8)
      expect(writeUuid(id, words, at)).toBe(true)
      expect(readUuid(words, at)).toBe(id)
    }),
  )
})

it.each([
  '',
  'c12',
  '6F9619FF-8B86-D011-B42D-00CF4FC964FF',
  '6f9619ff-8b86-d011-b42d-00cf4fc964f',
  '6f9619ff-8b86-d011-b42d-00cf4fc964fg',
  '6f9619ff8b86d011b42d00cf4fc964ff0000',
])('does not take %j for a UUID', (text) => {
  expect(writeUuid(text, new Uint32Array(4), 0)).toBe(false)
})
