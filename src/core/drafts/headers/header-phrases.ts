import { headerNegatives, type NamedTarget } from './header-words.ts'
import { normaliseHeader } from './normalise-header.ts'

/** What a name of a column says by a phrase in it: another person's, another date, another number. */

/** By their first words: phrases, each with a space at both ends, so that "ti" is found in "ti rego" and not in "title". */
export type Phrases = ReadonlyMap<string, readonly string[]>

export function phrases(names: readonly string[]): Phrases {
  const all = new Set(names.map((name) => ` ${normaliseHeader(name)} `))
  return Map.groupBy(all, (phrase) => phrase.split(' ')[1] ?? '')
}

export function hasPhrase(normalised: string, scope: Phrases): boolean {
  const text = ` ${normalised.replace(/(\p{L})(?=\d)/gu, '$1 ')} | ${normalised} `
  return text.split(' ').some((word) => scope.get(word)?.some((phrase) => text.includes(phrase)))
}

const ofAnother = phrases(headerNegatives.anyField)
const notTheName = phrases(headerNegatives.client_name)
/** What says that a column is never this field. */
export const negatives: Readonly<Record<NamedTarget, Phrases>> = {
  rego: phrases(headerNegatives.rego),
  state: phrases(headerNegatives.state),
  vin: phrases(headerNegatives.vin),
  client_name: notTheName,
  first_name: notTheName,
  middle_name: notTheName,
  last_name: notTheName,
  title: notTheName,
  company: notTheName,
  mobile_number: phrases(headerNegatives.mobile_number),
  sale_date: phrases(headerNegatives.sale_date),
  opt_out: new Map(),
}

const staff =
  /(?:^| )(?:sales\w*|s ?(?:person|man|rep|p|e)|rep|consultant|bm|bdm|bdc|f and i|dealer\w*|staff|(?<!fleet )(?:manager|mgr)|exec(?:utive)?|agent|advisor|adviser|specialist|team|closer|host|receptionist|assessor|valuer|appraiser|technician|mechanic|workshop|trainee|admin|emergency|guarantor|referrer|employer|user|(?:customer|buyer|owner) 2|(?:sold|called|handled|served|delivery|booked|entered) by|our(?= (?:mobile|phone)))(?: |$)/

/** Whether a person's name or number is of the dealer's staff, or of a third person. */
export const isOfStaff = (normalised: string): boolean => staff.test(normalised)

/** Whether a header says that its column is never this field: another person's, another date, another number. */
export function isNever(normalised: string, target: NamedTarget): boolean {
  if (target === 'state' && ofAnotherState.test(normalised) && !ofPlate.test(normalised)) return true
  if (target === 'mobile_number' && isOfStaff(normalised)) return true
  return hasPhrase(normalised, ofAnother) || hasPhrase(normalised, negatives[target])
}

/** Whose state it is when it is not the registration's: of an address, a deal, a licence. */
const ofAnotherState =
  /(?:^| )(?:customer|address|mailing|billing|shipping|home|residential|postal|garaging|lead|deal|licence|dl|dealer)(?: |$)/
const ofPlate =
  /(?:^| )(?:(?:rego|registration|registered|plate|mark) (?:no )?state|state (?:rego|registration|registered|plate))(?: |$)/

/** Whether the column belongs to the dealer's staff, the trade-in or a third person. */
export function isAnotherParty(normalised: string): boolean {
  return hasPhrase(normalised, ofAnother) || secondPerson.test(normalised)
}
const secondPerson = /(?:^| )(?:customer|applicant|borrower|insured|name|contact) 2(?: |$)|(?:^| )third party(?: |$)/
