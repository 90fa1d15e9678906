import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textHash } from '../../../../../src/core/drafts/checking/text-hash.ts'
import { KnownKeys, packKeys } from '../../../../../src/core/drafts/checking/known-keys.ts'

const rego = fc.string({ unit: fc.constantFrom('A', 'B', '1', 'É', '|'), maxLength: 4 })
const key = fc.oneof(
  fc.tuple(rego, fc.constantFrom('NSW', 'VIC', '')).map(([one, state]) => `r:${one}|${state}`),
  rego.map((vin) => `v:${vin}`),
)
const keys = fc.array(key, { maxLength: 60 })
const hashOf = (one: string): number => textHash(one.slice(2).split('|')[0] ?? '')

describe('packed keys of customers', () => {
  it('have exactly the keys that were packed, and can be found by the hash of a rego or VIN', async () => {
    await fc.assert(
      fc.asyncProperty(keys, keys, async (some, others) => {
        const packed = new KnownKeys(await packKeys(some))
        const wanted = new Set(some)
        for (const one of [...some, ...others]) expect(packed.has(one)).toBe(wanted.has(one))
        expect(some.filter((one) => hashOf(one) !== 0 && !packed.mayHave(hashOf(one)))).toEqual([])
        expect(packed.mayHave(0)).toBe(false)
      }),
    )
  })

  it('tell the regos and VINs that only one of two lists has', () => {
    fc.assert(
      fc.property(keys, keys, (before, after) => {
        const changed = [...before, ...after].filter((one) => before.includes(one) !== after.includes(one))
        const given = KnownKeys.of(before).changesTo(KnownKeys.of(after))
        expect(given).toEqual(new Set(changed.map((one) => hashOf(one) || 1)))
      }),
    )
  })

  it('are packed piece by piece for a long list', async () => {
    const long = Array.from({ length: 12_345 }, (_, at) => `r:CAR${at}|NSW`)
    const packed = new KnownKeys(await packKeys(long))
    expect(long.filter((one) => !packed.has(one))).toEqual([])
    expect(packed.has('r:CAR12345|NSW')).toBe(false)
  })
})
