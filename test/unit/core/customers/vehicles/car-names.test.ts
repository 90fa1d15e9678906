import { describe, expect, it } from 'vitest'
import {
  carKey,
  carOfTitle,
  createCarReader,
  keyOfCarText,
  mergeCars,
} from '../../../../../src/core/customers/vehicles/car-names.ts'

const record = (vehicleTitle: string | null, additionalFields = {}, listingTitle = '') => ({
  vehicleTitle,
  sightings: [{ at: '2026-11-01', listingId: '1', listingUrl: '', listingTitle, listingPrice: null }],
  additionalFields,
})
const nameOf = (named: ReturnType<typeof record>) => {
  const text = createCarReader()(named)
  const [car] = text === null ? [] : mergeCars([{ value: text, count: 1 }])
  return car ? { make: car.make, model: car.model } : null
}

describe('make and model', () => {
  it.each([
    ['2019 Mazda CX-5 Touring', 'Mazda', 'CX-5'],
    ['2020 Land Rover Range Rover Sport HSE', 'Land Rover', 'Range Rover Sport'],
    ['MY19 Mercedes Benz C200', 'Mercedes Benz', 'C200'],
    ['Used 2017 Toyota Land Cruiser Prado', 'Toyota', 'Land Cruiser Prado'],
    ['2015 Ford Transit Custom 290S', 'Ford', 'Transit Custom'],
    ['2018', '', ''],
    ['Tesla', 'Tesla', ''],
  ])('of the title %s are %s %s', (title, make, model) => expect(carOfTitle(title)).toEqual({ make, model }))

  it.each([
    ['the title of the service', record('2019 Mazda CX-5 Touring', { Make: 'Ford', Model: 'Ranger' }), 'Mazda', 'CX-5'],
    ['the newest listing', record(null, { Make: 'Ford', Model: 'Ranger' }, '2016 Kia Rio S'), 'Kia', 'Rio'],
    ['the spreadsheet', record(null, { Make: 'TOYOTA', Model: 'HILUX SR5 4x4' }), 'Toyota', 'Hilux'],
    [
      'a model that repeats the make',
      record(null, { 'Vehicle Make': 'VW', Model: 'Volkswagen Golf' }),
      'Volkswagen',
      'Golf',
    ],
    ['both in one field', record(null, { 'Make and model': 'ford ranger' }), 'Ford', 'Ranger'],
    [
      'the longer model of the spreadsheet',
      record('2021 LDV Deliver 9', { Make: 'LDV', Model: 'Deliver9' }),
      'LDV',
      'Deliver9',
    ],
  ])('come from %s', (_, named, make, model) => expect(nameOf(named)).toEqual({ make, model }))

  it('are unknown without any of them', () => {
    expect(nameOf(record(null))).toBeNull()
    expect(nameOf(record(null, { Make: 'TBA', Colour: 'red' }))).toBeNull()
  })

  it('have one key in each spelling, and are shown in the best one', () => {
    const read = createCarReader()
    const texts = [
      { Make: 'TOYOTA', Model: 'HILUX' },
      { Make: 'toyota', Model: 'Hi-Lux' },
      { Make: 'Toyota', Model: 'HiLux' },
      { Make: 'Toyota', Model: 'Hilux' },
    ].map((fields) => read(record(null, fields)) ?? '')
    expect(new Set(texts.map(keyOfCarText))).toEqual(new Set([carKey({ make: 'Toyota', model: 'HILUX' })]))
    const counts = [...new Set(texts)].map((value) => ({ value, count: 2 }))
    expect(mergeCars(counts)).toEqual([{ make: 'Toyota', model: 'HiLux', count: counts.length * 2 }])
  })
})
