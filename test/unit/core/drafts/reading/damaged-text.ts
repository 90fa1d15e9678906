import fc from 'fast-check'

/** Customers as a dealer's system writes them, and ways in which such files are damaged. */

const names = [
  'Ann Lee',
  'Bob Ray',
  'Zoë Müller',
  'Mia D’Angelo',
  'Smith, John',
  'Wei Chen',
  'Priya Rao',
  "O'Brien, Pat",
]
const states = ['VIC', 'NSW', 'QLD', 'SA', 'WA']
const addresses = ['12 High St', 'Level 2\n14 George St', 'Unit 4, 9 Bay Rd', '1 Quay St, Perth', '']
const notes = ['5 doors', '3 doors', 'towbar', 'prefers SMS', 'tyres 17 inch', '']

const pick = <Value>(values: readonly Value[]): fc.Arbitrary<Value> => fc.constantFrom(...values)
const plate = fc.stringMatching(/^[1-9][A-Z]{2}[1-9][A-Z]{2}$/)
const mobile = fc.stringMatching(/^04[0-9]{2} [0-9]{3} [0-9]{3}$/)

export const header = ['Rego', 'State', 'Customer', 'Mobile', 'Address', 'Notes']
const customer: fc.Arbitrary<string[]> = fc
  .tuple(plate, pick(states), pick(names), mobile, pick(addresses), pick(notes))
  .map((cells) => [...cells])

/** Tables of customers, each with a plate of its own. */
export const customers = (least: number, most: number): fc.Arbitrary<string[][]> =>
  fc.uniqueArray(customer, { minLength: least, maxLength: most, selector: (cells) => cells[0] })

/** One cell as it is written, quoted where it must be (or always). */
const written = (cell: string, always: boolean): string =>
  always || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

export const writtenRow = (cells: readonly string[], always = false): string =>
  cells.map((cell) => written(cell, always)).join(',')
