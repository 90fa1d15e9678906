import { expect, it } from 'vitest'
import { carName, shortCar } from '../../../src/contract/short-car.ts'

it.each([
  ['2016 Mazda CX-3 Maxx DK Automatic', '2016 Mazda CX-3', '2016 CX-3 Maxx'],
  ['2013 Toyota LandCruiser GX VDJ200R Automatic 4x4', '2013 Toyota LandCruiser', '2013 LandCruiser GX'],
  ['2012 Toyota HiLux SR5 KUN26R Manual 4x4', '2012 Toyota HiLux', '2012 HiLux SR5'],
  ['2019 Toyota RAV4 GXL AWD', '2019 Toyota RAV4', '2019 RAV4 GXL'],
  ['2020 Jeep Grand Cherokee Limited Auto', '2020 Jeep Grand Cherokee', '2020 Grand Cherokee Limited'],
  ['2018 Land Rover Discovery Sport', '2018 Land Rover Discovery', '2018 Discovery Sport'],
  ['2018 BMW 3 Series 320i', '2018 BMW 3 Series', '2018 3 Series 320i'],
  ['2017 Mazda 3', '2017 Mazda 3', '2017 Mazda 3'],
  ['2021 Mazda3 G20 Pure BP Automatic FWD', '2021 Mazda3', '2021 Mazda3 G20 Pure'],
  ['ABC 123', 'ABC 123', 'ABC 123'],
])('%s is “%s” in a message and “%s” in the list', (title, name, short) => {
  expect([carName(title), shortCar(title)]).toEqual([name, short])
})
