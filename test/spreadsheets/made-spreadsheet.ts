const firstNames = ['Liam', 'Isla', 'Zoe', 'Noah', 'Xin', 'Una', 'Renée', 'Viktor', 'Chloe', 'José', 'Emma', 'Dinh']
const lastNames = [
  'Lee',
  'Smith',
  'Wilson-Hart',
  'Tan',
  'Jones',
  'McDonald',
  'O’Brien',
  'van der Berg',
  'Kaur',
  'Singh',
]
const cars = ['Toyota,HiLux', 'Mazda,3', 'Ford,Ranger', 'Kia,Cerato', 'Subaru,Forester', 'Hyundai,i30', 'Tesla,Model 3']
const stateNames = ['NSW', 'Vic.', 'Queensland', 'W.A.', 'South Australia', 'tas', 'A.C.T.', 'Northern Territory']

const header = 'Deal No,First Name,Surname,Mobile,Rego,Rego State,VIN,Make,Model,Delivered,Rego Expiry,Notes'

/** Small and repeatable; not for secrets. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const plateLetters = 'ABCDEFGHJKLMNPRSTUWYZ'
const vinCharacters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

/**
 * A dealer's export of `rows` records as CSV text (12 columns, CRLF): every row has a plate of its own, three in a
 * hundred have quoted commas, quotes or line breaks. With `vins` off no row has a VIN. The same for the same seed.
 */
export function madeSpreadsheet(
  rows: number,
  options: { seed?: number; vins?: boolean; clean?: boolean } = {},
): string {
  const random = randomFrom(options.seed ?? 1)
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
  const lines = [header]
  for (let row = 0; row < rows; row += 1) {
    const at = (place: number): string =>
      plateLetters[Math.floor(row / plateLetters.length ** place) % plateLetters.length] ?? 'A'
    const plate = `${at(4)}${at(3)}${String(row % 100).padStart(2, '0')}${at(2)}${at(1)}${at(0)}`.slice(0, 7)
    let vin = ''
    if (options.vins !== false) {
      vin = 'MR0'
      for (let place = 0; place < 8; place += 1) vin += vinCharacters[Math.floor(random() * 23)]
      vin += String(row).padStart(6, '0')
    }
    const year = 2015 + Math.floor(random() * 10)
    const month = 1 + Math.floor(random() * 12)
    const day = 1 + Math.floor(random() * 28)
    // Numbers of the block kept for fiction.
    const mobile = `049157${String(Math.floor(random() * 10_000)).padStart(4, '0')}`
    const odd = random()
    const note =
      odd < 0.01
        ? '"Said ""text only please"""'
        : odd < 0.02
          ? '"Level 2\n14 George St"'
          : odd < 0.03
            ? '"Fleet, 2nd car"'
            : ''
    const state = options.clean ? 'NSW' : pick(stateNames)
    lines.push(
      `${70_000 + row},${pick(firstNames)},${pick(lastNames)},${mobile},${plate},${state},${vin},${pick(cars)},` +
        `${day}/${month}/${year},${day}/${month}/${year + 1},${note}`,
    )
  }
  return lines.join('\r\n') + '\r\n'
}
