import { describe, expect, it } from 'vitest'
import { entryText } from '../../../../../src/renderer/features/sightings/entry-text.ts'
import { sightedCar } from './sample-car.ts'

const { customer, sightings } = sightedCar('a')
const [listing] = sightings
const named = { ...customer, clientName: 'Priya Raman', vehicleTitle: '2019 Toyota RAV4', rego: 'ABC12D', state: 'NSW' }
const note = {
  id: 'n',
  at: '2026-11-20',
  outcome: 'call_back',
  note: 'After five,\nhis wife answers',
  nextAction: '',
  nextDate: '2026-12-01',
  nextTime: '14:30',
  amount: null,
  person: null,
} as const

describe('a copied call', () => {
  it('has name, number, car, price, the last call and the next one', () => {
    const car = sightedCar('a', {
      customer: { ...named, saleDate: '2022-03-14' },
      earlierPrice: 33_990,
      email: 'priya@raman.example',
      callNote: note,
      outcome: 'call_back',
    })
    expect(entryText(car, 'au').split('\n')).toEqual([
      'Priya Raman',
      '0491 570 006',
      'priya@raman.example',
      '2019 Toyota RAV4, ABC12D NSW',
      'Sold 14/3/2022',
      'Asking price: $31,990 ($2,000 less)',
      'https://www.cars.example/1',
      'Last: Call back, 20/11/2026. After five, his wife answers',
      'Next: 1/12/2026, 2:30 pm',
    ])
  })

  it('of a Do Not Contact person has a name and that fact only', () => {
    const car = sightedCar('a', { customer: { ...named, doNotContact: true }, phone: null, callNote: note })
    expect(entryText(car, 'au')).toBe('Priya Raman\nDo not contact')
  })

  it('has no line that a spreadsheet runs as a formula', () => {
    const car = sightedCar('a', {
      customer: { ...named, clientName: '=1+1', vehicleTitle: null },
      sightings: listing ? [{ ...listing, listingTitle: '@SUM(A1)\n=2' }] : [],
      phone: { shown: '+61 491 570 006', tel: 'tel:+61491570006' },
    })
    const lines = entryText(car, 'au').split('\n')
    expect(lines.slice(0, 3)).toEqual(["'=1+1", '+61 491 570 006', "'@SUM(A1) =2, ABC12D NSW"])
  })
})
