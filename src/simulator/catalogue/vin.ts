import { hashOf } from '../seeded-random.ts'
import type { Catalogue, CatalogueVehicle } from './catalogue.ts'
import { makers } from './makers.ts'

/** Letters and digits that a VIN may hold: never I, O, Q (ISO 3779). */
const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ'
const yearCodes = 'ABCDEFGHJKLMNPRSTVWXY123456789'
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2]
const letterValues: Readonly<Record<string, number>> = Object.fromEntries(
  'A1 B2 C3 D4 E5 F6 G7 H8 J1 K2 L3 M4 N5 P7 R9 S2 T3 U4 V5 W6 X7 Y8 Z9'
    .split(' ')
    .map((pair) => [pair[0], Number(pair[1])]),
)

export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/

/** The check digit that belongs at position 9 (49 CFR 565.15). */
function checkDigitOf(vin: string): string {
  let sum = 0
  for (let at = 0; at < 17; at += 1) {
    const letter = vin[at] ?? '0'
    sum += (letterValues[letter] ?? Number(letter)) * (weights[at] ?? 0)
  }
  return sum % 11 === 10 ? 'X' : String(sum % 11)
}

/** The VIN of one car: positions 4 to 8 carry the vehicle, 10 the year, 12 to 17 the car's number within it. */
export function vinOf(vehicle: CatalogueVehicle, car: number): string {
  const maker = makers[vehicle.make]
  if (!maker) throw new Error(`No maker identifier for ${vehicle.make}`)
  const year = yearCodes[(vehicle.year - 1980) % 30] ?? '0'
  const plant = alphabet[10 + (hashOf('plant', vehicle.model) % 20)] ?? 'A'
  const serial = String(car % 1_000_000).padStart(6, '0')
  const draft = `${maker.wmi}${inAlphabet(vehicle.index)}0${year}${plant}${serial}`
  const ninth = maker.checkDigit ? checkDigitOf(draft) : (alphabet[hashOf('ninth', vehicle.model) % 10] ?? '0')
  return draft.slice(0, 8) + ninth + draft.slice(9)
}

/**
 * The vehicle of a VIN. A VIN that this service generated gives its own vehicle; any other VIN of a known maker gives
 * a vehicle of that maker, of the same model year if possible. Undefined for an unknown maker.
 */
export function vehicleOfVin(catalogue: Catalogue, vin: string): CatalogueVehicle | undefined {
  const own = catalogue.vehicles[fromAlphabet(vin.slice(3, 8))]
  if (own && vinOf(own, Number(vin.slice(11))) === vin) return own
  const make = makeOf(vin.slice(0, 3))
  if (!make) return undefined
  const ofMake = catalogue.vehicles.filter((vehicle) => vehicle.make === make)
  const ofYear = ofMake.filter((vehicle) => yearCodes[(vehicle.year - 1980) % 30] === vin[9])
  const choice = ofYear.length > 0 ? ofYear : ofMake
  return choice[hashOf('foreign vin', vin.slice(0, 9)) % choice.length]
}

/** By the whole identifier, or by its first two characters where those are the maker's. */
function makeOf(wmi: string): string | undefined {
  const known = Object.entries(makers)
  const exact = known.find(([, maker]) => maker.wmi === wmi || maker.also?.includes(wmi))
  return (exact ?? known.find(([, maker]) => maker.wmi.slice(0, 2) === wmi.slice(0, 2)))?.[0]
}

function inAlphabet(value: number): string {
  let text = ''
  let rest = value
  for (let at = 0; at < 5; at += 1) {
    text = (alphabet[rest % alphabet.length] ?? '0') + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

function fromAlphabet(text: string): number {
  let value = 0
  for (const letter of text) {
    const digit = alphabet.indexOf(letter)
    if (digit < 0) return -1
    value = value * alphabet.length + digit
  }
  return value
}
