import { describe, expect, it } from 'vitest'
import { createDictionaryColumn } from '../../../../../src/core/customers/packed/dictionary-column.ts'

const value = (number: number): string => `value ${number}`

describe('a column of shared values', () => {
  it('takes one, two or four bytes for each record, as its values need', () => {
    const column = createDictionaryColumn()
    const bytesPerRecord = (): number => column.numbers().BYTES_PER_ELEMENT
    for (let slot = 0; slot < 255; slot += 1) column.set(slot, value(slot))
    expect(bytesPerRecord()).toBe(1)
    column.set(255, value(255))
    expect(bytesPerRecord()).toBe(2)
    for (let slot = 256; slot < 65_536; slot += 1) column.append(slot, [value(slot)], Uint8Array.of(1))
    expect(bytesPerRecord()).toBe(4)
    for (const slot of [0, 254, 255, 256, 65_534, 65_535]) expect(column.get(slot)).toBe(value(slot))
    expect(column.counts()).toHaveLength(65_536)
    column.compact(Uint32Array.of(3, 65_535))
    expect([column.get(0), column.get(1), column.get(2)]).toEqual([value(3), value(65_535), null])
  })
})
