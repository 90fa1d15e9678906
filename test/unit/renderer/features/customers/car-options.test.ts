import { expect, it } from 'vitest'
import { findMakes, toggleCar } from '../../../../../src/renderer/features/customers/car-options.ts'

const makes = [
  {
    make: 'Toyota',
    count: 5,
    models: [
      { model: 'HiLux', count: 3 },
      { model: 'RAV4', count: 2 },
    ],
  },
  { make: 'Škoda', count: 1, models: [{ model: 'Octavia', count: 1 }] },
]

it('finds makes and models in any spelling', () => {
  expect(findMakes(makes, 'hi-lux')).toEqual([{ make: 'Toyota', count: 5, models: [{ model: 'HiLux', count: 3 }] }])
  expect(findMakes(makes, 'toyota rav')).toEqual([{ make: 'Toyota', count: 5, models: [{ model: 'RAV4', count: 2 }] }])
  expect(findMakes(makes, 'skoda')).toEqual([makes[1]])
  expect(findMakes(makes, ' ')).toEqual(makes)
  expect(findMakes(makes, 'kia')).toEqual([])
})

it('replaces the models of a make by any model, and any model by one', () => {
  const hilux = toggleCar([{ make: 'Kia', model: null }], 'Toyota', 'HiLux')
  expect(hilux).toEqual([
    { make: 'Kia', model: null },
    { make: 'Toyota', model: 'HiLux' },
  ])
  expect(toggleCar(hilux, 'Toyota', null)).toEqual([
    { make: 'Kia', model: null },
    { make: 'Toyota', model: null },
  ])
  expect(toggleCar([{ make: 'Toyota', model: null }], 'Toyota', 'RAV4')).toEqual([{ make: 'Toyota', model: 'RAV4' }])
  expect(toggleCar(hilux, 'Toyota', 'HiLux')).toEqual([{ make: 'Kia', model: null }])
})
