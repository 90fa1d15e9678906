import { describe, expect, it } from 'vitest'
import { packLine, packSumText, sumOfPacks } from '../../../../../../src/renderer/features/lookup/answer/pack-sum.ts'

describe('option packs', () => {
  const pack = (id: string, price: number | null) => ({ id, name: `Pack ${id}`, price, details: [] })
  const packs = [pack('a', 650), pack('b', 2_400), pack('c', null)]

  it('are summed, with the number of packs without a price', () => {
    expect(packSumText(sumOfPacks(packs, []), 'au')).toBe('None selected')
    expect(packSumText(sumOfPacks(packs, ['a', 'b']), 'au')).toBe('2 packs, $3,050')
    expect(packSumText(sumOfPacks(packs, ['a', 'c']), 'au')).toBe('2 packs, $650 and 1 without a price')
    expect(packSumText(sumOfPacks(packs, ['c']), 'au')).toBe('1 pack, no price')
  })

  it('are printed as one line', () => {
    expect(packLine(sumOfPacks(packs, ['a', 'gone']), 'au')).toBe('Option packs: Pack a (1 pack, $650)')
    expect(packLine(sumOfPacks(packs, []), 'au')).toBeNull()
  })
})
