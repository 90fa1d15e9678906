import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { plateShape } from '../../../../../src/core/drafts/mapping/plate-shape.ts'
import { checkPlate } from '../../../../../src/core/fields/plate.ts'
import { suggestState } from '../../../../../src/core/fields/plate-rules.ts'
import type { Region, StateCode } from '../../../../../src/contract/region.ts'
import { runs } from '../../../../runs.ts'

const shapeOf = (plate: string, region: Region = 'au'): number =>
  plateShape(Buffer.from(plate), 0, plate.length, region)
/** What the issues of a plate are, without the plate that their messages name. */
const rulesOf = (plate: string, region: Region, state: StateCode | null): unknown => ({
  issues: checkPlate(plate, region, state).issues.map(({ rule, severity, proposal }) => [
    rule,
    severity,
    proposal !== null,
  ]),
  likely: suggestState(plate),
})

describe('plates of one shape', () => {
  it.each(['au', 'nz', 'my'] as const)('have the same issues in every state of region %s', (region) => {
    const plates = fc.string({ unit: fc.constantFrom(...'AOISWNCTYZQXEBHM012678'), minLength: 2, maxLength: 9 })
    const states = fc.constantFrom<(StateCode | null)[]>(null, 'NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'ACT', 'NT')
    fc.assert(
      fc.property(fc.array(plates, { minLength: 300, maxLength: 400 }), states, (all, state) => {
        const first = new Map<number, string>()
        for (const plate of all) {
          const shape = shapeOf(plate, region)
          if (shape === 0) continue
          const earlier = first.get(shape) ?? plate
          first.set(shape, earlier)
          expect([plate, rulesOf(plate, region, state)]).toEqual([plate, rulesOf(earlier, region, state)])
          expect(['', plate]).toContain(checkPlate(plate, region, state).value)
        }
      }),
      { numRuns: runs(15) },
    )
  })

  it.each(['', 'A', 'TBA', '000000', '4E123', 'ABC12NSW', 'SA1234', 'abc123', 'AB 123', 'ABCDEFGH12', 'TOYO+1'])(
    'are not those of %j, which is read in full',
    (text) => expect(shapeOf(text)).toBe(0),
  )
})
