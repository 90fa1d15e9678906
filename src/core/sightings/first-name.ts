import { isCompany } from '../fields/company-name.ts'
import { isPersonTitle } from '../fields/person-titles.ts'
import { titleCaseName } from '../fields/title-case.ts'

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
