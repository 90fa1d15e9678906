import { describe, expect, it } from 'vitest'
import type { Region, StateCode } from '../../../../src/contract/region.ts'
import { carsOfList, carsOfTable, findTable } from '../../../../src/core/bulk-lookups/find-cars.ts'
import { planCars, type CarPlan } from '../../../../src/core/bulk-lookups/plan-cars.ts'
import { pastedRows } from '../../../../src/core/bulk-lookups/bulk-review.ts'

function planned(text: string, region: Region = 'au', defaultState: StateCode | null = null): CarPlan {
  const rows = pastedRows(text)
  const table = findTable(rows, region)
  return planCars(table ? carsOfTable(table, table.suggested) : carsOfList(rows, region), region, defaultState)
}
const shortly = ({ cars }: CarPlan): string[] =>
  cars.map(({ kind, query, state, lines }) =>
    [kind ?? 'invalid', query, state, lines > 1 ? `x${lines}` : null].filter(Boolean).join(' '),
  )

describe('cars of a pasted list', () => {
  it.each([
    ['one plate with its state per line', 'ABC 123, NSW\n1ab-2cd; vic\n'.replace(';', ',')],
    ['the state in the same cell', 'ABC123 (NSW)\n1AB2CD | VIC'],
    ['tabs', 'ABC123\tNSW\r\n1AB2CD\tVictoria'],
    ['semicolons and the state first', 'NSW;ABC123\nVIC;1AB2CD'],
    ['all on one line', 'ABC123, NSW, 1AB2CD, VIC'],
    ['a header', 'Rego,State\nABC123,NSW\n1AB2CD,VIC'],
    [
      'a header and other columns',
      'Name\tRego\tMobile\tState\nAna Lee\tABC123\t0491570006\tNSW\nBo Day\t1AB2CD\t0491570156\tVIC',
    ],
  ])('are read: %s', (_, text) => {
    expect(shortly(planned(text))).toEqual(['plate ABC123 NSW', 'plate 1AB2CD VIC'])
  })

  it('have the state that was chosen for all, unless they have their own', () => {
    const plan = planned('ABC123\nXYZ789 QLD', 'au', 'VIC')
    expect(shortly(plan)).toEqual(['plate ABC123 VIC', 'plate XYZ789 QLD'])
    expect(plan.withoutState).toBe(1)
  })

  it('can be plates and VINs in one list', () => {
    expect(shortly(planned('6T153KK400X334447\nABC123 NSW\n1HGCM82633A004352'))).toEqual([
      'vin 6T153KK400X334447',
      'plate ABC123 NSW',
      'vin 1HGCM82633A004352',
    ])
  })

  it('can be the test plates of practice, also with a state', () => {
    expect(shortly(planned('REG4SUCCESS VIC\nreg4 warning, VIC'))).toEqual([
      'plate REG4SUCCESS VIC',
      'plate REG4WARNING VIC',
    ])
  })

  it('are merged when they are the same, and stay apart in different states', () => {
    const plan = planned('abc123 NSW\nABC-123 NSW\nABC123 VIC\n6T153KK400X334447\n6t153kk400x334447')
    expect(shortly(plan)).toEqual(['plate ABC123 NSW x2', 'plate ABC123 VIC', 'vin 6T153KK400X334447 x2'])
    expect(plan.duplicates).toBe(2)
  })

  it('are listed with a reason when they cannot be looked up', () => {
    const { cars } = planned('ABC123\n6T153KK400X33444\nABCDEFGHIJK1\nTBA\nXYZ789 NSW\nDEF456 NSW\nGHI789 NSW')
    expect(cars.filter(({ kind }) => kind === null).map(({ query, note }) => [query, note])).toEqual([
      ['ABC123', 'A rego in Australia is looked up by state. Select the state.'],
      ['6T153KK400X33444', 'A VIN has 17 letters and digits, never I, O or Q. This one has 16.'],
      ['ABCDEFGHIJK1', expect.stringContaining('at most 9')],
      ['TBA', 'This isn’t a rego or a VIN.'],
    ])
  })

  it('are not taken from names without digits', () => {
    const { cars } = planned('John Smith\nABC123 NSW\nDEF456 NSW\nGHI789 NSW\nJKL012 NSW', 'au', 'NSW')
    expect(cars[0]).toMatchObject({ kind: null, note: 'This isn’t a rego or a VIN.' })
    expect(planned('HOTROD', 'au', 'NSW').cars[0]).toMatchObject({
      kind: 'plate',
      note: 'It has no digits. Check that it is a rego.',
    })
  })

  it('have no state outside Australia, and no VINs where the service has no search for them', () => {
    expect(shortly(planned('ABC123\nDEF456', 'nz'))).toEqual(['plate ABC123', 'plate DEF456'])
    expect(planned('6T153KK400X334447', 'my').cars[0]).toMatchObject({ kind: null, note: expect.any(String) })
  })

  it('get the state of a pattern that only one state has', () => {
    expect(shortly(planned('S123ABC\n1ABC234'))).toEqual(['plate S123ABC SA', 'plate 1ABC234 WA'])
  })

  it('are looked up with the letters that a VIN can have, and say so', () => {
    const [car] = planned('1HGCM82633AOO4352').cars
    expect(car).toMatchObject({
      kind: 'vin',
      query: '1HGCM82633A004352',
      note: expect.stringContaining('never contains'),
    })
  })

  it('keep the line that they were first in', () => {
    expect(planned('\n\nABC123 NSW\n\nDEF456 NSW').cars.map(({ line }) => line)).toEqual([3, 5])
  })
})

describe('the columns of a table', () => {
  it('are recognised by their values where there is no header', () => {
    const rows = pastedRows('Ana Lee\t0491570006\tABC123\tNSW\nBo Day\t0491570156\t1AB2CD\tVIC')
    expect(findTable(rows, 'au')?.suggested).toEqual({ car: 2, state: 3 })
  })

  it('are left to the user where none has regos or VINs', () => {
    const rows = pastedRows('Name,Town,Notes\nAna Lee,Perth,call later\nBo Day,Sydney,x')
    expect(findTable(rows, 'au')?.suggested.car).toBeNull()
    expect(findTable(rows, 'au')?.columns).toMatchObject([{ samples: ['Name', 'Ana Lee', 'Bo Day'] }, {}, {}])
  })

  it('are found below title rows', () => {
    const rows = pastedRows('Sold cars 2026\nprinted 1/7/2026\nRego,State,Make\nABC123,NSW,Mazda')
    const table = findTable(rows, 'au')
    expect(table?.suggested).toEqual({ car: 0, state: 1 })
    expect(table?.records.map(({ row }) => row)).toEqual([4])
  })
})
