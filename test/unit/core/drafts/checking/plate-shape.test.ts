import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plateShape } from '../../../../../src/core/drafts/checking/plate-shape.ts'
import { checkPlate } from '../../../../../src/core/fields/plate.ts'
import { suggestState } from '../../../../../src/core/fields/plate-rules.ts'
import type { StateCode } from '../../../../../src/contract/region.ts'

const shapeOf = (plate: string): number => plateShape(Buffer.from(plate), 0, plate.length)
/** What the issues of a plate are, without the plate that their messages name. */
const rulesOf = (plate: string, state: StateCode | null): unknown => ({
  issues: checkPlate(plate, 'au', state).issues.map(({ rule, severity, proposal }) => [
    rule,
    severity,
    proposal !== null,
  ]),
  likely: suggestState(plate),
})

describe('plates of one shape', () => {
  it('have the same issues in every state', () => {
    const plates = fc.string({ unit: fc.constantFrom(...'AOISWNCTYZQXEB01678'), minLength: 2, maxLength: 7 })
    const states = fc.constantFrom<(StateCode | null)[]>(null, 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT')
    fc.assert(
      fc.property(fc.array(plates, { minLength: 300, maxLength: 400 }), states, (all, state) => {
        const first = new Map<number, string>()
        for (const plate of all) {
          const shape = shapeOf(plate)
          if (shape === 0) continue
          const earlier = first.get(shape) ?? plate
          first.set(shape, earlier)
          expect([plate, rulesOf(plate, state)]).toEqual([plate, rulesOf(earlier, state)])
          expect(checkPlate(plate, 'au', state).value).toBe(plate)
        }
      }),
      { numRuns: 60 },
    )
  })

  it.each(['', 'A', 'TBA', '000000', '4E123', 'ABC12NSW', 'SA1234', 'abc123', 'AB 123', 'ABCDEFGH12', 'TOYO+1'])(
    'are not those of %j, which is read in full',
    (text) => expect(shapeOf(text)).toBe(0),
  )
})
