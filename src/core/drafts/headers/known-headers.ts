import { isOneEditApart } from '../../fields/state.ts'
import {
  addressHeaders,
  anyPhoneHeaders,
  expiryHeaders,
  headerNegatives,
  headerSynonyms,
  saleDatePriority,
  sensitiveHeaders,
  type NamedTarget,
} from './header-words.ts'
import {
  inFullWords,
  normaliseHeader,
  withinAddress,
  withoutDecoration,
  withoutQualifiers,
} from './normalise-header.ts'

/**
 * How sure a header's name is: the very name, the same words in another order, a phone that may be a mobile, one letter
 * off.
 */
export type NameMatch = 'exact' | 'words' | 'any-phone' | 'near'

export interface HeaderMeaning {
  readonly normalised: string
  readonly named: { readonly target: NamedTarget; readonly match: NameMatch } | null
  /** The kind of end that the header names ("Rego Expiry"), never mapped unasked. */
  readonly ends: keyof typeof expiryHeaders | null
  /** Birth dates, licences, cards, banks, addresses: left out unless chosen one by one. */
  readonly sensitive: boolean
  readonly address: boolean
}

const namedTargets = Object.keys(headerSynonyms) as readonly NamedTarget[]

function wordsKey(normalised: string): string {
  return [...new Set(normalised.split(' '))].toSorted().join(' ')
}

const exactNames = new Map<string, NamedTarget>()
for (const target of namedTargets) {
  for (const name of headerSynonyms[target]) {
    const normalised = normaliseHeader(name)
    if (!exactNames.has(normalised)) exactNames.set(normalised, target)
  }
}
const wordNames: ReadonlyMap<string, NamedTarget> = new Map(
  [...exactNames].filter(([name]) => name.includes(' ')).map(([name, target]) => [wordsKey(name), target]),
)
const anyPhones: ReadonlySet<string> = new Set(anyPhoneHeaders.map(normaliseHeader))

const endNames: ReadonlyMap<string, keyof typeof expiryHeaders> = new Map(
  (Object.keys(expiryHeaders) as readonly (keyof typeof expiryHeaders)[]).flatMap((group) =>
    expiryHeaders[group].map((name): [string, keyof typeof expiryHeaders] => [normaliseHeader(name), group]),
  ),
)

const joinedOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')
/** "regonumber", "datesold": exports in small letters leave out what parts the words. */
const joinedNames: ReadonlyMap<string, NamedTarget> = new Map(
  namedTargets.flatMap((target) =>
    headerSynonyms[target]
      .map(joinedOf)
      .flatMap((name): [string, NamedTarget][] => (name.length >= 5 ? [[name, target]] : [])),
  ),
)
const joinedSensitive: ReadonlySet<string> = new Set(
  sensitiveHeaders
    .filter((name) => name.includes(' '))
    .map(joinedOf)
    .filter((name) => name.length >= 5),
)

/** By their first words: phrases, each with a space at both ends, so that "ti" is found in "ti rego" and not in "title". */
type Phrases = ReadonlyMap<string, readonly string[]>

function phrases(names: readonly string[]): Phrases {
  const all = new Set(names.map((name) => ` ${normaliseHeader(name)} `))
  return Map.groupBy(all, (phrase) => phrase.split(' ')[1] ?? '')
}

function hasPhrase(normalised: string, scope: Phrases): boolean {
  const text = ` ${normalised.replace(/(\p{L})(?=\d)/gu, '$1 ')} ${normalised} `
  return text.split(' ').some((word) => scope.get(word)?.some((phrase) => text.includes(phrase)))
}

const never = {
  anyField: phrases(headerNegatives.anyField),
  rego: phrases(headerNegatives.rego),
  state: phrases(headerNegatives.state),
  vin: phrases(headerNegatives.vin),
  client_name: phrases(headerNegatives.client_name),
  mobile_number: phrases(headerNegatives.mobile_number),
  sale_date: phrases(headerNegatives.sale_date),
  expiry_date: phrases(headerNegatives.expiry_date),
} as const
const noPhrases: Phrases = new Map()
const sensitive = phrases(sensitiveHeaders)
const address = phrases(addressHeaders)
const ending = /(?:^| )(?:expiry|expires|exp|expiration|maturity|renewal)(?: |$)/

function negativesOf(target: NamedTarget): Phrases {
  switch (target) {
    case 'rego':
    case 'state':
    case 'vin':
    case 'client_name':
    case 'mobile_number':
    case 'sale_date':
      return never[target]
    case 'first_name':
    case 'middle_name':
    case 'last_name':
    case 'title':
    case 'company':
      return never.client_name
    case 'opt_out':
      return noPhrases
  }
}

/** Whether a header says that its column is never this field: another person's, another date, another number. */
export function isNever(normalised: string, target: NamedTarget): boolean {
  return hasPhrase(normalised, never.anyField) || hasPhrase(normalised, negativesOf(target))
}

/** Whether the column belongs to the dealer's staff, the trade-in or a third person. */
export function isAnotherParty(normalised: string): boolean {
  return hasPhrase(normalised, never.anyField) || secondPerson.test(normalised)
}
const secondPerson = /(?:^| )(?:customer|applicant|borrower|insured|name|contact) 2(?: |$)|(?:^| )third party(?: |$)/

const phoneWord =
  /(?:^| )(?:phones?|mobiles?|whatsapp|telefon|bimbit|landline|ah|bh|after hours|contact (?:no|2|3)|(?:alt|alternate|alternative|other|second|secondary) (?:no|contact))(?: |$)/
const notTheirPhone =
  /(?:^| )(?:fax|pager|beeper|emergency|kin|guarantor|parent|carer|employer|type|carrier|consent|marketing|opt|ok|allowed|status)(?: |$)/

/** Whether a header names any phone of the customer: at home, at work, a second mobile. */
export function isPhoneOfCustomer(header: string): boolean {
  const { normalised, ends, sensitive: isPrivate } = readHeader(header, false)
  const isPhone = phoneWord.test(normalised) && !notTheirPhone.test(normalised)
  return isPhone && ends === null && !isPrivate && !isAnotherParty(normalised)
}

const nearNames = [...exactNames].filter(([name]) => name.length >= 5)

function nameOf(normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  const exact = exactNames.get(normalised)
  if (exact) return { target: exact, match: 'exact' }
  if (anyPhones.has(normalised)) return { target: 'mobile_number', match: 'any-phone' }
  const inOtherOrder = wordNames.get(wordsKey(normalised))
  if (inOtherOrder) return isNever(normalised, inOtherOrder) ? null : { target: inOtherOrder, match: 'words' }
  const full = inFullWords(normalised)
  if (full !== normalised) return nameOf(full, false)
  const joined = joinedNames.get(normalised.replaceAll(' ', ''))
  if (joined) return { target: joined, match: 'words' }
  const qualified = qualifiedName(normalised)
  if (qualified) return qualified
  if (!allowNear || normalised.length < 5) return null
  const near = nearNames.find(([name, target]) => isOneEditApart(normalised, name) && !isNever(normalised, target))
  return near ? { target: near[1], match: 'near' } : null
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))
/** A name in which every word says the same thing: "Rego Plate No", "Mobile Contact No". */
const vocabularies: readonly {
  readonly target: NamedTarget
  readonly words: ReadonlySet<string>
  readonly needed: ReadonlySet<string>
}[] = [
  { target: 'rego', words: wordSet('rego plate no mark'), needed: wordSet('rego plate') },
  { target: 'vin', words: wordSet('vin chassis frame no full code or'), needed: wordSet('vin chassis') },
  { target: 'mobile_number', words: wordSet('mobile phone no contact customer whatsapp'), needed: wordSet('mobile') },
]

/** A name with words around it that change nothing: "Current Rego", "Customer VIN", "Sold Vehicle Plate". */
function qualifiedName(normalised: string): HeaderMeaning['named'] {
  const tokens = normalised.split(' ')
  for (const { target, words, needed } of vocabularies) {
    const isAll = tokens.every((token) => words.has(token)) && tokens.some((token) => needed.has(token))
    if (isAll && !isNever(normalised, target)) return { target, match: 'words' }
  }
  for (const andWhose of [false, true]) {
    const core = withoutQualifiers(normalised, andWhose)
    if (core === normalised || core === '') continue
    if (anyPhones.has(core))
      return isNever(normalised, 'mobile_number') ? null : { target: 'mobile_number', match: 'any-phone' }
    const target = exactNames.get(core) ?? wordNames.get(wordsKey(core))
    if (!target || isNever(normalised, target)) continue
    if (andWhose && !['rego', 'vin', 'mobile_number', 'first_name', 'last_name'].includes(target)) continue
    return { target, match: 'words' }
  }
  return null
}

/** What a header says by itself, before its values are looked at; a name one letter off only when `allowNear`. */
export function readHeader(header: string, allowNear = true): HeaderMeaning {
  const meaning = readWholeHeader(header, allowNear)
  const inAddress = withinAddress(header)
  if (inAddress !== null) {
    const { named } = readWholeHeader(inAddress, false)
    return named?.target === 'mobile_number' ? { ...meaning, named, sensitive: false } : meaning
  }
  if (meaning.named || meaning.ends || meaning.sensitive || isAnotherParty(meaning.normalised)) return meaning
  const bare = withoutDecoration(header)
  if (bare === null) return meaning
  const { named, ends, sensitive: isPrivate, address: isAddress, normalised } = readWholeHeader(bare, false)
  if (isAnotherParty(normalised)) return meaning
  // The whole header stays the key under which the column is remembered.
  return {
    normalised: meaning.normalised,
    named:
      named && (isOwnName(named) || !isNever(meaning.normalised, named.target)) ? { ...named, match: 'words' } : null,
    ends,
    sensitive: isPrivate,
    address: isAddress || meaning.address,
  }
}

/** A name that a prefix cannot change: "Deal > Number plate" is no deal number. */
const isOwnName = ({ target, match }: NonNullable<HeaderMeaning['named']>): boolean =>
  (match === 'exact' || match === 'words') && ['rego', 'vin', 'mobile_number', 'sale_date'].includes(target)

function readWholeHeader(header: string, allowNear: boolean): HeaderMeaning {
  const normalised = normaliseHeader(header)
  const name = normalised === '' ? null : nameOf(normalised, allowNear)
  const ends = endNames.get(normalised) ?? (ending.test(normalised) ? 'record_end' : null)
  const named = ends === null || name?.match === 'exact' ? name : null
  const full = inFullWords(normalised)
  const isPrivate =
    hasPhrase(normalised, sensitive) ||
    hasPhrase(full, sensitive) ||
    normalised.split(' ').some((token) => joinedSensitive.has(token)) ||
    joinedSensitive.has(normalised.replaceAll(' ', ''))
  return {
    normalised,
    named: isPrivate && name?.match !== 'exact' ? null : named,
    ends: isPrivate && !endNames.has(normalised) ? null : ends,
    sensitive:
      isPrivate && name?.match !== 'exact' && (!endNames.has(normalised) || hasPhrase(normalised, never.expiry_date)),
    address: hasPhrase(normalised.replace(/\b(?:e ?mail|ip|web) address\b/g, ''), address),
  }
}

const datePriority: ReadonlyMap<string, number> = new Map(
  saleDatePriority.map((name, index) => [normaliseHeader(name), index]),
)
const datePriorityByFirstWord: ReadonlyMap<string, number> = new Map(
  saleDatePriority.map((name, index) => [normaliseHeader(name).split(' ')[0] ?? '', index]),
)

/** The place of a header among the dates of sale: 0 is best. */
export function saleDateRank(normalised: string): number {
  const words = normalised.split(' ')
  const byWord = words.map((word) => datePriorityByFirstWord.get(word)).find((rank) => rank !== undefined)
  return datePriority.get(normalised) ?? byWord ?? saleDatePriority.length
}

/** Whether a text is a header known from somewhere: a field's, or one that is never a field's. */
export function isKnownHeader(text: string): 'field' | 'other' | null {
  const meaning = readHeader(text, false)
  if (meaning.normalised === '') return null
  if (meaning.named || meaning.ends) return 'field'
  if (meaning.sensitive || isAnotherParty(meaning.normalised)) return 'other'
  return namedTargets.some((target) => hasPhrase(meaning.normalised, negativesOf(target))) ? 'other' : null
}
