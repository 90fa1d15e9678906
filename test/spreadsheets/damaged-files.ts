import { randomFrom } from './made-spreadsheet.ts'

/** Customer lists that are damaged in a known way, with the truth about them. */

export interface DamagedFile {
  readonly bytes: Uint8Array
  /** The rego of each customer, in the order of the file. Each is in the file once. */
  readonly regos: readonly string[]
  /** Customers of these regos stand in places that can be read in two ways, so they may be together if that is marked. */
  readonly damaged: ReadonlySet<string>
}

interface Lines {
  readonly header: string
  readonly lines: string[]
  readonly regos: readonly string[]
  readonly damaged: Set<string>
  readonly delimiter: string
  readonly random: () => number
}

const letters = 'ABCDEFGHJKLMNPRSTUWXYZ'
const names = ['Ann Lee', 'Bob Ray', 'Priya Rao', 'Wei Chen', 'Mia Angelo', 'Tim Poe', 'Zed Fox', 'Una Hall', 'Kim Oh']
const notes = ['3 doors', 'towbar', 'prefers SMS', '', 'late', 'tyres 17 inch']
const columns = ['Rego', 'State', 'Customer', 'Mobile', 'Sold', 'Notes']

const pick = <Value>(random: () => number, values: readonly Value[]): Value =>
  values[Math.floor(random() * values.length)] as Value

function customers(random: () => number, count: number): string[][] {
  return Array.from({ length: count }, (_, at) => {
    const letter = (): string => pick(random, [...letters])
    const digits = String(570_000 + Math.floor(random() * 900)).padStart(6, '0')
    return [
      `${1 + (at % 9)}${letter()}${letter()}${1 + (Math.floor(at / 9) % 9)}${letter()}${letter()}`,
      pick(random, ['NSW', 'VIC', 'QLD', 'SA', 'WA']),
      pick(random, names),
      `0491${digits}`,
      `${1 + Math.floor(random() * 28)}/0${1 + Math.floor(random() * 9)}/2024`,
      pick(random, notes),
    ]
  })
}

/** A line somewhere in the list, but not the last one. */
const anyLine = ({ lines, random }: Lines): number => Math.floor(random() * (lines.length - 1))
const cells = ({ lines, delimiter }: Lines, at: number): string[] => (lines[at] ?? '').split(delimiter)
const setCells = (file: Lines, at: number, changed: readonly string[]): void => {
  file.lines[at] = changed.join(file.delimiter)
}
const damage = (file: Lines, ...at: number[]): void => {
  for (const one of at) file.damaged.add(file.regos[one] ?? '')
}
const change = (file: Lines, column: number, alter: (cell: string) => string): void => {
  const at = anyLine(file)
  setCells(
    file,
    at,
    cells(file, at).map((cell, place) => (place === column ? alter(cell) : cell)),
  )
  damage(file, at)
}

/** What is damaged, by name. */
const damages: Readonly<Record<string, (file: Lines) => void>> = {
  'a quote at the start of a cell': (file) => change(file, 2, (cell) => `"${cell}`),
  'a quote at the end of a cell': (file) => change(file, 2, (cell) => `${cell}"`),
  'a quote inside a cell': (file) => change(file, 5, () => '17" wheels'),
  'an opening quote at the end of a row': (file) => change(file, 5, (cell) => `"${cell}`),
  'two stray quotes in neighbouring rows': (file) => {
    const at = anyLine(file)
    for (const [line, alter] of [
      [at, (cell: string) => `"${cell}`],
      [at + 1, (cell: string) => `${cell}"`],
    ] as const) {
      setCells(
        file,
        line,
        cells(file, line).map((cell, place) => (place === 2 ? alter(cell) : cell)),
      )
    }
    damage(file, at, at + 1)
  },
  'stray quotes three rows apart': (file) => {
    const at = Math.min(anyLine(file), file.lines.length - 4)
    for (const line of [at, at + 3])
      setCells(
        file,
        line,
        cells(file, line).map((cell, place) => (place === 2 ? `"${cell}` : cell)),
      )
    damage(file, at, at + 1, at + 2, at + 3)
  },
  'quotes that are not doubled': (file) => change(file, 2, () => '"Bob "Bobby" Ray"'),
  'backslashes before quotes': (file) => change(file, 2, () => '"Bob \\"Bobby\\" Ray"'),
  'single quotes around cells': (file) => change(file, 2, (cell) => `'${cell}'`),
  'a cell too many': (file) => {
    const at = anyLine(file)
    setCells(file, at, [...cells(file, at), 'more'])
    damage(file, at)
  },
  'an empty cell in the middle': (file) => {
    const at = anyLine(file)
    const all = cells(file, at)
    setCells(file, at, [...all.slice(0, 3), '', ...all.slice(3)])
    damage(file, at)
  },
  'a cell too few': (file) => {
    const at = anyLine(file)
    const all = cells(file, at)
    setCells(file, at, [...all.slice(0, 4), ...all.slice(5)])
    damage(file, at)
  },
  'an unquoted separator in a name': (file) => change(file, 2, () => `Smith${file.delimiter} John`),
  'rows that end early': (file) => {
    const at = anyLine(file)
    setCells(file, at, cells(file, at).slice(0, 4))
    damage(file, at)
  },
  'blank lines': (file) => {
    const at = anyLine(file)
    file.lines[at] = `${file.lines[at]}\n\n`
  },
  'lines of separators only': (file) => {
    const at = anyLine(file)
    file.lines[at] = `${file.lines[at]}\n${file.delimiter.repeat(5)}`
  },
  'a repeated header': (file) => {
    const at = anyLine(file)
    file.lines[at] = `${file.lines[at]}\n${file.header}`
  },
  'a total below': (file) => {
    file.lines.push(`Total${file.delimiter}${file.lines.length}`)
  },
  'a record count below': (file) => {
    file.lines.push(`Records: ${file.lines.length}`)
  },
  'a group heading': (file) => {
    const at = anyLine(file)
    file.lines[at] = `${file.lines[at]}\nBranch: Parramatta`
  },
  'NUL characters': (file) => change(file, 5, (cell) => `${cell}\u0000\u0001`),
  'a vertical tab in a cell': (file) => change(file, 5, () => 'one\u000btwo'),
  'spaces around cells': (file) => change(file, 2, (cell) => `   ${cell}   `),
  'a very long cell': (file) => change(file, 5, () => 'x'.repeat(40_000)),
  'letters that are lost': (file) => change(file, 2, () => 'Ren\uFFFDe Lee'),
}
export const damageNames = Object.keys(damages)

/** How the file around the damage is written. */
export const fileForms = {
  'commas, LF': { delimiter: ',', end: '\n', encoding: 'utf8' },
  'commas, CRLF': { delimiter: ',', end: '\r\n', encoding: 'utf8' },
  'commas, CR': { delimiter: ',', end: '\r', encoding: 'utf8' },
  'semicolons, LF': { delimiter: ';', end: '\n', encoding: 'utf8' },
  'tabs, CRLF': { delimiter: '\t', end: '\r\n', encoding: 'utf8' },
  'bars, LF': { delimiter: '|', end: '\n', encoding: 'utf8' },
  'commas, mixed line ends': { delimiter: ',', end: 'mixed', encoding: 'utf8' },
  'commas, no end of the last line': { delimiter: ',', end: '\n', encoding: 'utf8', isOpen: true },
  'commas, UTF-16': { delimiter: ',', end: '\r\n', encoding: 'utf16le' },
  'semicolons, Windows-1252': { delimiter: ';', end: '\r\n', encoding: 'latin1' },
  'commas, byte order mark': { delimiter: ',', end: '\r\n', encoding: 'utf8', mark: '\uFEFF' },
  'carets, LF': { delimiter: '^', end: '\n', encoding: 'utf8' },
} as const
export type FileForm = keyof typeof fileForms

/** A list of customers, written in a form and damaged in one way. The same for the same seed. */
export function damagedFile(damageName: string, form: FileForm, seed: number): DamagedFile {
  const random = randomFrom(seed)
  const { delimiter, end, encoding, ...more } = fileForms[form]
  const rows = customers(random, 8 + Math.floor(random() * 25))
  const regos = rows.map(([rego = '']) => rego)
  const lines = rows.map((one) => one.join(delimiter))
  const file: Lines = { header: columns.join(delimiter), lines, regos, damaged: new Set(), delimiter, random }
  damages[damageName]?.(file)
  const all = [file.header, ...file.lines].join('\n')
  let line = 0
  const text = `${all}${'isOpen' in more ? '' : '\n'}`.replaceAll('\n', () =>
    end === 'mixed' ? (line++ % 2 ? '\n' : '\r\n') : end,
  )
  const start = 'mark' in more ? more.mark : encoding === 'utf16le' ? '\uFEFF' : ''
  return { bytes: new Uint8Array(Buffer.from(start + text, encoding)), regos, damaged: file.damaged }
}
