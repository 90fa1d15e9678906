import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Detail } from '../../../../../src/contract/details.ts'
import type { SpecsPart } from '../../../../../src/contract/lookup.ts'
import { compareSpecs, onlyDiffering, titleInSpecs } from '../../../../../src/renderer/features/specs/comparison.ts'

const detail = (name: string, text: string | null, children: readonly Detail[] = []): Detail => ({
  name,
  label: name.toUpperCase(),
  text,
  children,
})
const part = (category: string, ...details: Detail[]): SpecsPart => ({
  category,
  label: `${category}!`,
  details,
  given: true,
})
const rowsOf = (all: Parameters<typeof compareSpecs>[0], category: string) =>
  compareSpecs(all).find((section) => section.category === category)?.rows ?? []

describe('specs side by side', () => {
  it('puts the same detail of each vehicle into one row and marks rows that differ', () => {
    const rows = rowsOf(
      [
        [part('power', detail('kw', '140'), detail('nm', '252'))],
        [part('power', detail('nm', '420'), detail('kw', '140'))],
      ],
      'power',
    )
    expect(rows.map(({ label, values, differs }) => [label, values, differs])).toEqual([
      ['KW', ['140', '140'], false],
      ['NM', ['252', '420'], true],
    ])
  })

  it('counts a detail that one vehicle lacks as a difference', () => {
    const rows = rowsOf([[part('power', detail('kw', '140'))], [part('power')]], 'power')
    expect(rows).toMatchObject([{ values: ['140', null], differs: true }])
  })

  it('leaves out the title and the ID of the vehicle, which the headings of the columns have', () => {
    const car = (id: string) =>
      part('base', detail('vehicle_id', id), detail('title', `Car ${id}`), detail('doors', '5'))
    expect(rowsOf([[car('1')], [car('2')]], 'base').map(({ label }) => label)).toEqual(['DOORS'])
  })

  it('ignores a vehicle whose specs are not loaded', () => {
    const rows = rowsOf([[part('power', detail('kw', '140'))], null], 'power')
    expect(rows).toMatchObject([{ values: ['140', null], differs: false }])
  })

  it('labels a nested value with its path', () => {
    const [row] = rowsOf([[part('wheels', detail('front', null, [detail('tyre', 'R18')]))], null], 'wheels')
    expect(row).toMatchObject({ label: 'FRONT › TYRE', values: ['R18', null] })
  })

  it('gives two details of the same name a row each', () => {
    const rows = rowsOf([[part('options', detail('pack', 'A'), detail('pack', 'B'))], null], 'options')
    expect(rows.map(({ values }) => values[0])).toEqual(['A', 'B'])
  })

  it('keeps the sixteen categories in their order, and other categories after them', () => {
    const sections = compareSpecs([[part('towing', detail('kg', '2000')), part('base', detail('doors', '5'))]])
    expect(sections.map(({ category, label }) => [category, label])).toEqual([
      ['base', 'Base details'],
      ['towing', 'towing!'],
    ])
  })

  it('puts a detail that only the shorter list has after the detail before it in that list', () => {
    const rows = rowsOf(
      [
        [part('base', detail('a', '1'), detail('b', '1'), detail('c', '1'))],
        [part('base', detail('b', '1'), detail('x', '1'))],
      ],
      'base',
    )
    expect(rows.map(({ label }) => label)).toEqual(['A', 'B', 'X', 'C'])
  })

  it('loses no value of any vehicle', () => {
    const names = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'))
    fc.assert(
      fc.property(fc.array(names, { minLength: 1, maxLength: 4 }), (vehicles) => {
        const all = vehicles.map((of, at) => [part('base', ...of.map((name) => detail(name, `${name} of ${at}`)))])
        const shown = rowsOf(all, 'base').flatMap(({ values }) => values.filter((value) => value !== null))
        const given = vehicles.flatMap((of, at) => of.map((name) => `${name} of ${at}`))
        expect(shown.toSorted()).toEqual(given.toSorted())
      }),
    )
  })
})

it('keeps only rows that differ, without empty sections', () => {
  const sections = compareSpecs([
    [part('base', detail('doors', '5')), part('power', detail('kw', '140'), detail('nm', '1'))],
    [part('base', detail('doors', '5')), part('power', detail('kw', '140'), detail('nm', '2'))],
  ])
  expect(onlyDiffering(sections).map(({ category, rows }) => [category, rows.length])).toEqual([['power', 1]])
})

it('finds the title of a vehicle in its specs', () => {
  expect(titleInSpecs([part('base', detail('title', '2021 Mazda CX-5'))])).toBe('2021 Mazda CX-5')
  expect(titleInSpecs([part('power')])).toBeNull()
})
