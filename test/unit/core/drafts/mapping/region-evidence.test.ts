import { describe, expect, it } from 'vitest'
import { otherRegionText } from '../../../../../src/core/drafts/mapping/column-text.ts'
import { findOtherRegion } from '../../../../../src/core/drafts/mapping/region-evidence.ts'
import { columnCells, drawFrom } from './corpus-values.ts'

const rows = 60
/** Columns by header and kind of made-up value. */
const columns = (kinds: Readonly<Record<string, string>>) => {
  const draw = drawFrom(3)
  return Object.entries(kinds).map(([header, kind]) => ({ header, cells: columnCells(kind, rows, draw) }))
}

describe('findOtherRegion', () => {
  it.each([
    ['nz', 'au', { Rego: 'nzplate', Mobile: 'nzmobile', Name: 'name' }],
    ['my', 'au', { 'No Pendaftaran': 'myplate', 'No Tel Bimbit': 'mymobile' }],
    ['au', 'nz', { Rego: 'plate', 'Rego State': 'state', Phone: 'mobile' }],
    ['au', 'my', { Plate: 'plate', Mobile: 'intlmobile' }],
    ['nz', 'my', { Plate: 'nzplate', Mobile: 'nzmobile' }],
    ['nz', 'au', { Plate: 'nzplate', Name: 'name' }],
    ['my', 'nz', { Plate: 'myplate', Name: 'name' }],
    ['au', 'nz', { Rego: 'plate', State: 'state' }],
  ] as const)('finds %s in a file that is checked for %s: %o', (region, present, kinds) => {
    expect(findOtherRegion(columns(kinds), present)?.region).toBe(region)
  })

  it.each([
    ['au', { Rego: 'plate', 'Rego State': 'state', Mobile: 'mobile' }],
    ['nz', { Rego: 'nzplate', Mobile: 'nzmobile' }],
    ['my', { Plate: 'myplate', Mobile: 'mymobile' }],
    ['nz', { Plate: 'nzplate' }],
    ['au', { Rego: 'plate' }],
    ['au', { VIN: 'vin', Name: 'name' }],
  ] as const)('finds nothing in a file of %s: %o', (present, kinds) => {
    expect(findOtherRegion(columns(kinds), present)).toBeNull()
  })

  it('believes Australian mobiles and states above plates of the form of New Zealand', () => {
    const old = Array.from({ length: 40 }, (_, at) => `ABC${100 + at}`)
    const mobiles = old.map((_, at) => `0491 570 1${10 + at}`)
    const plates = { header: 'Rego', cells: old }
    expect(findOtherRegion([plates, { header: 'Mobile', cells: mobiles }], 'au')).toBeNull()
    expect(findOtherRegion([plates, { header: 'State', cells: old.map(() => 'VIC') }], 'au')).toBeNull()
  })

  it('does not decide by a few rows, or when the rows do not agree', () => {
    const some = columns({ Rego: 'nzplate', Mobile: 'nzmobile' }).map((one) => ({
      ...one,
      cells: one.cells.slice(0, 4),
    }))
    expect(findOtherRegion(some, 'au')).toBeNull()
    const [nz, au] = [columns({ Mobile: 'nzmobile' }), columns({ Mobile: 'mobile' })]
    const mixed = [{ header: 'Mobile', cells: [...(nz[0]?.cells ?? []), ...(au[0]?.cells ?? [])] }]
    expect(findOtherRegion(mixed, 'au')).toBeNull()
  })

  it('counts an overseas number only for its own country', () => {
    const cells = Array.from({ length: 12 }, (_, at) => `+64 21 123 4${at}0${at % 10}`)
    expect(findOtherRegion([{ header: 'Mobile', cells }], 'au')).toMatchObject({
      region: 'nz',
      present: { mobiles: 0 },
    })
  })

  it('says why with counts', () => {
    const evidence = {
      region: 'nz',
      rows: 300,
      filled: { mobiles: 296, regos: 300 },
      other: { mobiles: 294, regos: 300 },
      present: { mobiles: 2, regos: 11 },
      states: 0,
    } as const
    expect(otherRegionText(evidence, 'au')).toBe(
      '294 of 296 mobile numbers and all 300 regos fit New Zealand. 2 and 11 fit Australia.',
    )
    expect(
      otherRegionText({ ...evidence, filled: { mobiles: 0, regos: 300 }, present: { mobiles: 0, regos: 0 } }, 'au'),
    ).toBe('All 300 regos fit New Zealand. None fit Australia.')
  })
})
