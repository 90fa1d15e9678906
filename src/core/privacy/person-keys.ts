import type { Region } from '../../contract/region.ts'
import { personDigits } from '../customers/contact/do-not-contact.ts'
import { normaliseForSearch } from '../customers/record/search-text.ts'
import { plateKey } from '../fields/plate-rules.ts'

/** What a record says about a person. */
export interface PersonFields {
  readonly id?: string | null
  readonly name?: string | null
  readonly mobile?: string | null
  readonly rego?: string | null
  readonly vin?: string | null
}

/**
 * Texts that identify a person, however a record writes them: `id:<customer>`, `name:citizen jane`, `mobile:61491570006`,
 * `plate:ABC123`, `vin:6G1FA8E5AZ4033922`.
 */
export type PersonKey = string

const titles = new Set(['mr', 'mrs', 'ms', 'miss', 'mx', 'dr', 'prof'])
const phoneShape = /^[+(]?[\d\s().-]{6,24}$/
const stateAtEnd = /[\s,(/-]+(?:NSW|VIC|QLD|SA|WA|TAS|NT|ACT)\)?$/i
const plateShape = /^[a-z0-9][a-z0-9 .·-]{0,11}$/i

/** The words of a name in no order: "CITIZEN, Jane" and "Mrs Jane Citizen" have the same key. Null: there are no letters. */
export function nameKey(name: string): PersonKey | null {
  const words = normaliseForSearch(name.replaceAll(/[,;/_]/g, ' '))
    .split(' ')
    .filter((word) => word !== '' && !titles.has(word))
  return words.some((word) => /\p{L}/u.test(word)) ? `name:${words.toSorted().join(' ')}` : null
}

function mobileKey(text: string, region: Region): PersonKey | null {
  const digits = phoneShape.test(text.trim()) ? personDigits(text, region) : null
  return digits !== null && digits.length >= 8 && digits.length <= 15 ? `mobile:${digits}` : null
}

/** A VIN, also a mistyped one. In a field of its own, it can be the shorter chassis number of an old or imported car. */
function vinKey(text: string, shortest = 17): PersonKey | null {
  const vin = text.replaceAll(/[\s-]/g, '').toUpperCase()
  const isLong = vin.length >= shortest && vin.length <= 17
  return isLong && /^(?=.*\d)(?=.*[A-Z])[A-Z0-9]+$/.test(vin) ? `vin:${vin}` : null
}

const shortestChassis = 6

function plateKeyOf(text: string): PersonKey | null {
  const plate = plateKey(text.trim().replace(stateAtEnd, ''))
  return plate.length >= 2 && plate.length <= 9 ? `plate:${plate}` : null
}

const given = (keys: readonly (PersonKey | null | undefined)[]): PersonKey[] => [
  ...new Set(keys.flatMap((key) => key ?? [])),
]

export function keysOfFields({ id, name, mobile, rego, vin }: PersonFields, region: Region): PersonKey[] {
  return given([
    id ? `id:${id}` : null,
    name ? nameKey(name) : null,
    mobile ? mobileKey(mobile, region) : null,
    rego ? plateKeyOf(rego) : null,
    vin ? vinKey(vin, shortestChassis) : null,
  ])
}

/** Cells of a row whose columns are not known: a cell may be any of them, and two cells the parts of a name. */
export function keysOfCells(cells: readonly string[], region: Region): PersonKey[] {
  const texts = cells.map((cell) => cell.trim()).filter((cell) => cell !== '' && cell.length <= 200)
  const words = texts.filter((text) => /^[\p{L}'’ .-]+$/u.test(text) && text.length <= 60)
  return given([
    ...texts.flatMap((text) => [
      mobileKey(text, region),
      vinKey(text),
      plateShape.test(text.replace(stateAtEnd, '')) ? plateKeyOf(text) : null,
    ]),
    ...texts.filter((text) => text.length <= 80 && /\p{L}.*\s+.*\p{L}/u.test(text)).map(nameKey),
    ...words.flatMap((word, at) => words.slice(at + 1, at + 4).map((next) => nameKey(`${word} ${next}`))),
  ])
}

/** What a typed text can be. */
export function keysOfTyped(typed: string, region: Region): PersonKey[] {
  const text = typed.trim()
  const vin = vinKey(text)
  if (vin) return [vin]
  const mobile = mobileKey(text, region)
  const plate = plateShape.test(text.replace(stateAtEnd, '')) && /\d/.test(text) ? plateKeyOf(text) : null
  const chassis = plate ? null : vinKey(text, shortestChassis)
  const name = mobile ? null : nameKey(text)
  // Names of one word are plates as well: "BOSS".
  const word = !mobile && plateShape.test(text) && !/\s/.test(text) ? plateKeyOf(text) : null
  return given([mobile, plate, chassis, name, word])
}

export const isName = (key: PersonKey): boolean => key.startsWith('name:')
/** The text behind the kind of a key. */
export const valueOf = (key: PersonKey): string => key.slice(key.indexOf(':') + 1)
