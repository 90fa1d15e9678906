import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../../src/contract/region.ts'
import { MobileReader, mobileForms } from '../../../../../src/core/drafts/checking/mobile-forms.ts'
import { mobileRules } from '../../../../../src/core/fields/mobile-rules.ts'
import { checkMobile } from '../../../../../src/core/fields/mobile.ts'

const regions = ['au', 'nz', 'my'] as const
const starts: Readonly<Record<Region, readonly string[]>> = {
  au: ['04', '4', '+614', '614', '+61 (04', '0'],
  nz: ['02', '2', '+642', '642', '027', '0'],
  my: ['01', '1', '+601', '601', '0188', '1888', '13', '0'],
}
const rulesOf = new Map<number, string[]>([
  [mobileForms.plain, []],
  [mobileForms.withoutZero, ['mobile.zero-restored']],
  [mobileForms.withoutPlus, ['mobile.country-code']],
])

describe('mobiles of the usual forms', () => {
  it.each(regions)('are read from their bytes as the check of a mobile reads them, in region %s', (region) => {
    const reader = new MobileReader(region)
    const rest = fc.string({ unit: fc.constantFrom(...'001122345678999 -()'), minLength: 4, maxLength: 12 })
    fc.assert(
      fc.property(fc.constantFrom(...starts[region]), rest, (start, end) => {
        const text = start + end
        if (!reader.read(Buffer.from(text), 0, text.length)) return
        const { value, issues } = checkMobile(text, region)
        expect([text, value]).toEqual([text, `+${reader.number}`])
        expect(issues.map(({ rule }) => rule)).toEqual(rulesOf.get(reader.form))
      }),
    )
  })

  it.each(regions)('are allocated by their first digits alone, in region %s', (region) => {
    const { allocated, allocatedBy } = mobileRules[region]
    const digits = (count: number) =>
      fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: count, maxLength: count })
    fc.assert(
      fc.property(
        fc.constantFrom(...starts[region]),
        digits(9),
        digits(9),
        fc.integer({ min: 8, max: 10 }),
        (start, one, other, length) => {
          const first = (start.replace(/\D/g, '') + one).slice(0, length)
          const second = first.slice(0, allocatedBy) + other.slice(0, length - allocatedBy)
          expect([first, second, allocated.test(second)]).toEqual([first, second, allocated.test(first)])
        },
      ),
    )
  })

  it.each(['0444444444x', '+0491570006', '0000000000', '444444444', '0491570006 / 0491570156', '049157', '49.1570006'])(
    'do not include %j',
    (text) => expect(new MobileReader('au').read(Buffer.from(text), 0, text.length)).toBe(false),
  )
})
