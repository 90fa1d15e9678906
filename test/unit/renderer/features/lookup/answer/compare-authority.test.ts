import { describe, expect, it } from 'vitest'
import {
  authorityDetails,
  compareWithAuthority,
  describesSameCar,
  fieldName,
  fieldsToCheck,
  vehicleTable,
  vinOf,
} from '../../../../../../src/renderer/features/lookup/answer/compare-authority.ts'
import { detail, sampleLookup, sampleVehicle } from '../sample-lookup.ts'

describe('the comparison with the road authority', () => {
  it.each([
    ['TOYOTA', 'Toyota', true],
    ['LAND ROVER', 'Landrover', true],
    ['HILUX', 'HiLux SR5', true],
    ['CX-5', 'CX5', true],
    ['UTILITY', 'Sedan', false],
    ['2018', '2019', false],
    ['--', 'Sedan', false],
  ])('%s and %s describe the same car: %s', (one, other, same) => {
    expect(describesSameCar(one, other)).toBe(same)
    expect(describesSameCar(other, one)).toBe(same)
  })

  it('normalises the usual names of a field', () => {
    expect(['bodyType', 'Body-Type', 'body_type', 'BODY TYPE'].map(fieldName)).toEqual(['body', 'body', 'body', 'body'])
    expect(fieldName('color')).toBe('colour')
  })

  it('marks differences, but not fields that only one side gives', () => {
    const lookup = sampleLookup({
      authority: {
        description: null,
        vin: 'MR0HA3CD500123456',
        details: [detail('year', '2018'), detail('make', 'TOYOTA'), detail('colour', 'WHITE'), detail('body', null)],
      },
    })
    expect(compareWithAuthority(lookup).map(({ name, verdict }) => [name, verdict])).toEqual([
      ['year', 'differs'],
      ['make', 'same'],
      ['colour', 'one-sided'],
      ['vin', 'one-sided'],
    ])
  })

  it('marks VINs that differ by one character', () => {
    const lookup = sampleLookup({ vehicle: sampleVehicle({ details: [detail('VIN', 'MR0HA3CD500123457')] }) })
    expect(compareWithAuthority(lookup).find(({ name }) => name === 'vin')?.verdict).toBe('differs')
  })

  it('lists what to check on the car: year, body, colour, VIN and each difference', () => {
    const lookup = sampleLookup({
      outcome: 'low-quality',
      authority: {
        description: null,
        vin: null,
        details: [detail('year', '2019'), detail('make', 'MAZDA'), detail('model', 'HILUX'), detail('colour', 'RED')],
      },
    })
    expect(fieldsToCheck(lookup).map(({ name }) => name)).toEqual(['year', 'make', 'colour'])
  })

  it('is one table with the vehicle: the other value where they differ, and what only the road authority has beside rego and VIN', () => {
    const lookedUp = sampleLookup()
    const lookup = sampleLookup({
      vehicle: sampleVehicle({
        facets: { year: '2019', make: 'Toyota' },
        details: [detail('year', '2019'), detail('make', 'Toyota'), detail('engine', '2.8L')],
      }),
      authority: {
        description: null,
        vin: 'MR0HA3CD500123456',
        details: [
          detail('model_year', '2018'),
          detail('make', 'TOYOTA'),
          detail('colour', 'WHITE'),
          detail('axles', '2'),
          detail('plate_number', lookedUp.query),
          detail('state', lookedUp.state),
        ],
      },
    })
    const { details, differences } = vehicleTable(lookup)
    expect([...differences]).toEqual([['year', 'Road authority: 2018']])
    expect(details.map(({ name }) => name)).toEqual(['year', 'make', 'engine', 'road_authority'])
    expect(details.at(-1)?.children.map(({ name, text }) => [name, text])).toEqual([
      ['colour', 'WHITE'],
      ['axles', '2'],
    ])
  })

  it('repeats no description beside that of a car without a vehicle', () => {
    const lookup = sampleLookup({
      vehicle: null,
      authority: {
        description: '2018 HILUX',
        vin: null,
        details: [detail('description', '2018 HILUX'), detail('axles', '2')],
      },
    })
    expect(authorityDetails(lookup).map(({ name }) => name)).toEqual(['axles'])
  })

  it('keeps a difference of a value that is not among the details of the vehicle', () => {
    const lookup = sampleLookup({
      vehicle: sampleVehicle({ facets: { year: '2019' }, details: [] }),
      authority: { description: null, vin: null, details: [detail('year', '2018')] },
    })
    const { details, differences } = vehicleTable(lookup)
    expect(details.map(({ name, text }) => [name, text])).toEqual([['year', '2019']])
    expect([...differences]).toEqual([['year', 'Road authority: 2018']])
  })

  it('finds the VIN in the query, the road authority record or the vehicle', () => {
    expect(vinOf(sampleLookup())).toBe('MR0HA3CD500123456')
    expect(vinOf(sampleLookup({ kind: 'vin', query: 'X' }))).toBe('X')
    const noAuthority = sampleLookup({ authority: null, vehicle: sampleVehicle({ details: [detail('vin', 'Y')] }) })
    expect(vinOf(noAuthority)).toBe('Y')
    expect(vinOf(sampleLookup({ authority: null, vehicle: null }))).toBeNull()
  })
})
