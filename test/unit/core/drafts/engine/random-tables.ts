import fc from 'fast-check'
import type { Region } from '../../../../../src/contract/region.ts'

const fromSet = (characters: string, minLength: number, maxLength: number): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...characters), minLength, maxLength })

const tableOf = (header: string, line: fc.Arbitrary<string>, minLength = 200): fc.Arbitrary<string> =>
  fc.array(line, { minLength, maxLength: 900, size: 'max' }).map((lines) => `${header}\n${lines.join('\n')}\n`)

/** Rows as most lists have them, with plates, VINs and numbers that nearly all differ. */
const plainLine = fc
  .tuple(
    fc.constantFrom('Ann Lee', 'Bob Tan', 'Zoë O’Brien', 'N/A', ''),
    fc.oneof(
      fromSet('0123456789', 8, 8).map((rest) => `04${rest}`),
      fc.constantFrom('', '0495470006'),
    ),
    fromSet('AOISWNCTVLDYZQXE0167', 2, 7),
    fc.constantFrom('NSW', 'Vic.', 'WA', '', 'Mars'),
    fc.oneof(
      fromSet('ABCHJ0123459', 16, 16).map((rest) => `J${rest}`),
      fromSet('HGCM123456', 17, 17),
      fc.constant(''),
    ),
    fc.integer({ min: 1, max: 28 }).map((day) => `${day}/04/2024`),
    fc.integer({ min: 1, max: 28 }).map((day) => (day % 9 === 0 ? `${day}/03/2024` : `${day}/04/2027`)),
    fc.constantFrom('', 'x'.repeat(300), 'do not call'),
  )
  .map((cells) => cells.join(','))

export const plainTable = tableOf('Name,Mobile,Rego,State,VIN,Sold,Delete On,Notes', plainLine)

/** Names that nearly all differ, with characters and words that mean more than a letter. */
const oddName = fc.oneof(
  { weight: 6, arbitrary: fromSet("abcdlNATUPX -'.éñ’", 1, 16) },
  { weight: 1, arbitrary: fromSet("aéÉâÃ©Õ’÷'=# \u00a0-1,b", 1, 8).map((text) => `"${text}"`) },
  { weight: 1, arbitrary: fc.constantFrom('NA', 'n/a', 'N.A.', 'Nil', 'TBA', 'x', 'XX', 'Pending', '', 'Pty Ltd') },
)

const mobileStarts: Readonly<Record<Region, readonly string[]>> = {
  au: ['04', '4', '+614', '614', '+6104', '+04', '00614', '04 91', '03'],
  nz: ['02', '2', '+642', '642', '021', '27', '+6421', '09'],
  my: ['01', '1', '+601', '601', '011', '19', '+6011', '03'],
}

/** Mobiles in the ways in which people write them. */
const oddMobile = (region: Region): fc.Arbitrary<string> =>
  fc
    .tuple(
      fc.constantFrom(...mobileStarts[region]),
      fromSet('0123456789', 6, 9),
      fc.constantFrom('plain', 'spaced', 'brackets', 'hyphens', 'dots', 'words'),
    )
    .map(([start, rest, form]) => {
      const text = `${start}${rest}`
      if (form === 'spaced') return `${text.slice(0, 4)} ${text.slice(4, 7)} ${text.slice(7)}`
      if (form === 'brackets') return `(${text.slice(0, 2)}) ${text.slice(2)}`
      if (form === 'hyphens') return `${text.slice(0, 4)}-${text.slice(4)} `
      if (form === 'dots') return `${text.slice(0, 4)}.${text.slice(4)}`
      return form === 'words' ? `mob ${text}` : text
    })

/** Plates with their states, attached or separated, and damaged ones. */
const oddPlate = fc
  .tuple(
    fromSet('AOISWNCTVLDYZQXEHM0167', 1, 8),
    fc.constantFrom('', '', '', ' NSW', ' VIC', ' SA', ' WA', '  QLD', '-NT', 'ACT', ' ZZ', '/1', ' TAS.'),
    fc.constantFrom('', '', '', 'wa ', 'NSW ', '1M4', 'PAT', '12'),
  )
  .map(([plate, behind, before]) => `${before}${plate}${behind}`)

const oddVin = fc.oneof(
  fromSet('ABCHJ0123459', 16, 16).map((rest) => `6${rest}`),
  fromSet('HGCME123456IO', 17, 17),
  fc.constantFrom('', '', '0'.repeat(17), '1E345678901234567', '1HGCM82633A004352', '-', 'JZX100-0010000'),
)

const oddLine = (region: Region): fc.Arbitrary<string> =>
  fc
    .tuple(
      oddName,
      oddName,
      oddMobile(region),
      oddPlate,
      fc.constantFrom('NSW', '', 'Vic.', 'N/A', 'Mars'),
      oddVin,
      fromSet('0123456789', 1, 2).map((day) => `${day}/4/2024`),
    )
    .map((cells) => cells.join(','))

/** Rows in which nearly every cell differs from all others and many are unusual. */
export const oddTable = (region: Region, plate: 'Rego' | 'Rego and State', names: string): fc.Arbitrary<string> =>
  tableOf(`${names},Mobile,${plate},State,VIN,Sold`, oddLine(region), 100)

/** Rows that nearly all have an issue with a proposal of their own in some fields, and of which some share cars and mobiles. */
export function longTable(): string {
  const digits = (value: number, length: number): string => String(value).padStart(length, '0')
  const lines = Array.from({ length: 1_950 }, (_, row) => {
    const car = row % 90 === 89 ? row - 40 : row
    const mobile = row % 12 === 0 ? '491570006' : `491${digits(row % 900, 6)}`
    const name = `RenÃ©e Mc${'abcdefg'.charAt(row % 7)}${'hijkl'.charAt(row % 5)}`
    // A column is recognised by its first values.
    const vin = row % 25 === 0 ? '' : `JR0ABCDEF${car < 300 ? '0' : 'O'}${digits(car, 7)}`
    return `${name},${mobile},AB${digits(car % 1_850, 4)},VIC,${vin},${1 + (row % 28)}/04/2024`
  })
  return `Name,Mobile,Rego,State,VIN,Sold\n${lines.join('\n')}\n`
}

/**
 * Rows of which nearly all have a name of their own, too many to be numbered. Some names are written in two ways, some come again, and
 * some mobiles have many names.
 */
export function manyNames(): string {
  const letters = (value: number): string =>
    Array.from({ length: 3 }, (_, at) => 'abcdefghij'.charAt(Math.floor(value / 10 ** at) % 10)).join('')
  const lines = Array.from({ length: 1_250 }, (_, row) => {
    const own = row % 40 === 39 ? row - 30 : row
    const last = `${row % 7 === 3 ? 'O’' : 'Mc'}${letters(own % 1_000)}${own >= 1_000 ? 'k' : ''}`
    const name = row % 9 === 5 ? `${last}, Zoë` : `Zoë${row % 3 === 0 ? ' ' : '-'}${last}`
    const mobile =
      row % 5 === 0 ? `04915700${String(10 + (row % 30)).padStart(2, '0')}` : `0491${String(row).padStart(6, '0')}`
    return `"${name}",${mobile},AB${String(row % 1_200).padStart(4, '0')},VIC`
  })
  return `Name,Mobile,Rego,State\n${lines.join('\n')}\n`
}
