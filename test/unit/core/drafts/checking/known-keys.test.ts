import { expect, it } from 'vitest'
import { joinKeys, splitKeys } from '../../../../../src/core/drafts/checking/known-keys.ts'

it('keys of customers’ cars are the same behind a thread, without those that would make another', () => {
  expect(splitKeys(joinKeys([]))).toEqual(new Set())
  const keys = ['r:ABC123|NSW', 'v:6G1FA8E5AZ4033922', 'r:É|']
  expect(splitKeys(joinKeys(keys))).toEqual(new Set(keys))
  expect(splitKeys(joinKeys(['r:X\nr:ABC123|NSW', 'r:DEF456|VIC']))).toEqual(new Set(['r:DEF456|VIC']))
})
