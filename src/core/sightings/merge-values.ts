import { addYears, localDate } from '../../contract/calendar-date.ts'
import { carName } from '../../contract/short-car.ts'
import type { MergeValues } from '../../contract/message-templates.ts'
import type { Region } from '../../contract/region.ts'
import type { CallListCar } from './call-list.ts'
import { mergeText as text } from './messages-text.ts'
import type { Sender } from './message-sender.ts'
import { isCompany } from '../fields/company-name.ts'
import { isPersonTitle } from '../fields/person-titles.ts'
import { titleCaseName } from '../fields/title-case.ts'

/** What the fields of a template stand for in a message about this car. A field about which nothing is known is null, never a guess. */
export function mergeValues(
  { customer, history }: Pick<CallListCar, 'customer' | 'history'>,
  sender: Sender,
  now: Date,
  region: Region,
): MergeValues {
  const title = customer.vehicleTitle ?? history.sightings[0]?.listingTitle ?? null
  const years = customer.saleDate === null ? null : wholeYears(customer.saleDate, localDate(now))
  return {
    'first name': firstNameOf(customer.clientName),
    name: oneLine(customer.clientName),
    // The whole title would make two text messages of one.
    car: oneLine(title && carName(title)),
    rego: oneLine(customer.rego),
    price: history.price === null ? null : text.price(Math.round(history.price), region),
    'years owned': years === null || years < 1 ? null : text.years(years),
    dealership: oneLine(sender.dealership),
    salesperson: oneLine(sender.salesperson),
  }
}

/**
 * A text of the service or a website without control characters: in a link, a line break could begin something else. A multiplication
 * sign or curly apostrophe would leave a text message 70 characters instead of 160.
 */
function oneLine(value: string | null): string | null {
  const line = (value ?? '')
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}{}]+/gu, ' ')
    .replaceAll('×', 'x')
    .replaceAll('’', "'")
    .replaceAll(/ {2,}/g, ' ')
    .trim()
  return line === '' ? null : line
}

/** The whole years between two calendar dates. */
function wholeYears(from: string, to: string): number {
  let years = 0
  while (years < 100 && addYears(from, years + 1) <= to) years += 1
  return years
}

const nameWord = /^\p{L}[\p{L}\p{M}'’-]+$/u

/**
 * How a message addresses a customer: "Priya" for "Ms Priya Raman", "REID, Tom" and "Tom Reid"; "Tom and Sue" for "Tom & Sue Reid". Null
 * for a company, for initials, and for a surname alone with a title: a wrong name is worse than a question.
 */
export function firstNameOf(clientName: string | null): string | null {
  const name = clientName?.replaceAll(/\s+/g, ' ').trim() ?? ''
  if (name === '' || isCompany(name)) return null
  const [last = '', first = '', ...more] = name.split(',').map((part) => part.trim())
  if (more.length > 0) return null
  const inOrder = first === '' ? last : `${first} ${last}`
  const people = titleCaseName(inOrder).split(/ (?:&|and) /i)
  const names = people.map((person) => firstWord(person, people.length === 1))
  const [one, other, third] = names
  if (third !== undefined || one === undefined || one === null) return null
  if (names.length === 1) return one
  return other ? `${one} and ${other}` : null
}

function firstWord(person: string, isAlone: boolean): string | null {
  const words = person.split(' ')
  const hasTitle = isPersonTitle(words[0] ?? '')
  const rest = hasTitle ? words.slice(1) : words
  // "Mr Smith" has no first name, and neither has "Raman".
  if (rest.length < 2 && (isAlone || hasTitle)) return null
  const word = rest[0] ?? ''
  return nameWord.test(word) ? word : null
}
