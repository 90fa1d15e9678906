import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SpareTexts } from '../../../../../src/core/drafts/packed/spare-texts.ts'

describe('spare texts', () => {
  it('keep the latest text of each row, whatever its characters', () => {
    const text = fc.oneof(fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('', 'Ω', '\ud83d'))
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat({ max: 9 }), text)), (changes) => {
        const spare = new SpareTexts(10)
        const wanted = new Map<number, string>()
        for (const [at, [position, one]] of changes.entries()) {
          if (at % 2 === 0 || !one.isWellFormed()) spare.set(position, one)
          else spare.setBytes(position, Buffer.from(`${one} and more`), Buffer.byteLength(one))
          wanted.set(position, one)
        }
        for (let position = 0; position < 10; position += 1) {
          expect(spare.at(position)).toBe(wanted.get(position) ?? '')
        }
        const kept = [...wanted].filter(([, one]) => one !== '').map(([position]) => position)
        expect([...spare.positions()]).toEqual(expect.arrayContaining(kept))
      }),
    )
  })

  it('do not grow when the texts of rows are replaced again and again', () => {
    const spare = new SpareTexts(3)
    const long = 'x'.repeat(60_000)
    for (let time = 0; time < 200; time += 1) spare.set(time % 3, `${time}${long}`)
    expect(spare.bytes).toBeLessThan(8_000_000)
    expect([0, 1, 2].map((position) => spare.at(position).slice(0, 3))).toEqual(['198', '199', '197'])
  })
})
