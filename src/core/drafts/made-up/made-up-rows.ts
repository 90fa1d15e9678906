import type { SourceCell, SourceRow } from '../../fields/source-cell.ts'

/**
 * Customer lists that nobody wrote, as dealers export them: usual and unusual names, mobiles, regos, VINs, dates, states and notes,
 * cars that come twice, and a total. They are opened before there is a file, so that V8 has compiled the code that
 * opens it. Mobiles are of the block for fiction. The same for the same number.
 */
export function* madeUpRows(number: number, rows: number): Generator<SourceRow> {
  const random = randomFrom(number)
  const kind = tableKinds[number % tableKinds.length] as TableKind
  yield { row: 1, cells: kind.header }
  for (let at = 0; at < rows; at += 1) {
    // A car of an earlier row.
    const isAgain = at > 50 && at % 100 === 99
    yield { row: at + 2, cells: kind.row(isAgain ? at - 40 : at, number, random) }
  }
  if (number % 3 === 0) yield { row: rows + 2, cells: ['Total', String(rows)] }
}

/** The same table as a text file: commas, quotes where they are needed, CRLF. */
export function madeUpText(number: number, rows: number): Uint8Array {
  const written = (cell: SourceCell): string => {
    const text = String(cell)
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = Array.from(madeUpRows(number, rows), ({ cells }) => cells.map(written).join(','))
  return new TextEncoder().encode(`${lines.join('\r\n')}\r\n`)
}

type Random = () => number

interface TableKind {
  readonly header: readonly string[]
  row(row: number, table: number, random: Random): SourceCell[]
}

const tableKinds: readonly TableKind[] = [
  {
    header: [
      'Stock No',
      'First Name',
      'Last Name',
      'Mobile',
      'Rego',
      'State',
      'VIN',
      'Make',
      'Model',
      'Sale Date',
      'Rego Expiry',
      'Comments',
    ],
    row(row, table, random) {
      const [make, model] = pick(cars, random).split(' ') as [string, string]
      const sold = madeUpDate(random)
      return [
        String(20_000 + row),
        pick(firstNames, random),
        pick(lastNames, random),
        row % 90 === 13 ? 'n/a' : row % 90 === 14 ? '0491 57' : `049157${digits(Math.floor(random() * 10_000), 4)}`,
        madeUpRego(row, table),
        pick(states, random),
        row % 40 === 7 ? '' : madeUpVin(row),
        make,
        model,
        `${sold.day}/${sold.month}/${sold.year}`,
        `${sold.day}/${sold.month}/${sold.year + 1}`,
        madeUpNote(row, random),
      ]
    },
  },
  {
    header: ['Name', 'Mobile Number', 'Registration', 'State', 'VIN', 'Date Sold', 'Notes'],
    row(row, table, random) {
      const number = digits(row % 10_000, 4)
      const { year, month, day } = madeUpDate(random)
      return [
        row % 50 === 3 ? `${madeUpName(row)} PTY LTD` : `${pick(firstNames, random)} ${madeUpName(row)}`,
        row % 70 === 13
          ? number
          : row % 20 < 3
            ? (unusualMobiles[row % 20] as (text: string) => string)(number)
            : `049157${number}`,
        row % 30 === 4 ? 'TBA' : madeUpRego(row, table),
        pick(states, random),
        madeUpVin(row),
        row % 2 === 0
          ? `${digits(day, 2)}/${digits(month, 2)}/${year}`
          : `${year}-${digits(month, 2)}-${digits(day, 2)}`,
        madeUpNote(row, random),
      ]
    },
  },
]

const firstNames = [
  'Ava',
  'Oliver',
  'Mia',
  'JACK',
  'Grace',
  'leo',
  'Zoë',
  'Anh',
  'Ruby',
  'Hugo',
  'Priya',
  'André',
  'Ella',
  'Max',
]
const lastNames = [
  'Brown',
  'Nguyen',
  'O’Connor',
  "D'Arcy",
  'Taylor-Reid',
  'MacKay',
  'de Souza',
  'van Dyk',
  'Patel',
  'ROBERTS',
  'Muñoz',
  'Chan',
]
const states = [
  'NSW',
  'Vic',
  'QLD',
  'W.A.',
  'South Australia',
  'tas',
  'ACT',
  'Northern Territory',
  'New South Wales',
  'Qld.',
  'Q',
]
const cars = [
  'Toyota Corolla',
  'Mazda CX-5',
  'Ford Focus',
  'Kia Sportage',
  'Honda Jazz',
  'Hyundai Tucson',
  'Nissan X-Trail',
]
const syllables = [
  'ba',
  'ren',
  'to',
  'lis',
  'ka',
  'mor',
  'ne',
  'vid',
  'sa',
  'pol',
  'xu',
  'dri',
  'é',
  'hol',
  'gan',
  'wick',
]
const unusualMobiles = [
  (number: string) => `0491 57${number.slice(0, 1)} ${number.slice(1)}`,
  (number: string) => `+6149157${number}`,
  (number: string) => `(04) 9157${number}`,
]
const plateLetters = 'ABCDEFGHJKLMNPRSTUWYZ'
const vinLetters = 'ABCDEFGHJKLMNPRSTUVWXYZ0123456789'

const pick = <Value>(from: readonly Value[], random: Random): Value => from[Math.floor(random() * from.length)] as Value
const digits = (value: number, length: number): string => String(value).padStart(length, '0')

/** Another one for each row of a table. */
function madeUpName(row: number): string {
  const random = randomFrom(row)
  const name = pick(syllables, random) + pick(syllables, random) + pick(syllables, random) + pick(syllables, random)
  const written = name.charAt(0).toUpperCase() + name.slice(1)
  return row % 10 === 0 ? `Mc${written}` : row % 10 === 1 ? `${written}-${pick(lastNames, random)}` : written
}

/** Three letters and three digits, or a younger form of it. */
function madeUpRego(row: number, table: number): string {
  const place = row + 131 * table
  const letter = (at: number): string => plateLetters.charAt(Math.floor(place / 21 ** at) % 21)
  if (row % 2 === 0) return `${letter(0)}${letter(1)}${letter(2)}${digits(place % 1_000, 3)}`
  const rego = `${letter(0)}${letter(1)}${digits(place % 100, 2)}${letter(2)}${letter(3)}`
  // As if its state belonged to it.
  if (row % 10 === 7) return `${rego.slice(0, 5)}${['SA', 'WA', 'NT', 'TAS'][row % 4]}`
  return row % 25 === 11 ? rego.toLowerCase() : row % 25 === 17 ? `${rego.slice(0, 3)} ${rego.slice(3)}` : rego
}

/** The same for the same row: a car that comes again has its VIN. */
function madeUpVin(row: number): string {
  const random = randomFrom(row)
  let vin = row % 60 === 9 ? '1HG' : 'MR0'
  for (let place = 0; place < 8; place += 1) vin += vinLetters.charAt(Math.floor(random() * 33))
  vin += digits(row, 6)
  return row % 80 === 21 ? vin.slice(1) : row % 80 === 22 ? vin.toLowerCase() : vin
}

function madeUpDate(random: Random): { readonly year: number; readonly month: number; readonly day: number } {
  const [year, month, day] = [2014, 1, 1]
  return {
    year: year + Math.floor(random() * 11),
    month: month + Math.floor(random() * 12),
    day: day + Math.floor(random() * 28),
  }
}

function madeUpNote(row: number, random: Random): string {
  if (random() > 0.05) return ''
  return pick(['Said "ring after 5"', 'Unit 3\n20 High St', 'Fleet, second car', 'Trade-in', `Ref ${row}`], random)
}

/** Small and repeatable. */
function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
