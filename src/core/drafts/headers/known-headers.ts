import { isOneEditApart } from '../../fields/state.ts'
import {
  addressHeaders,
  anyPhoneHeaders,
  expiryHeaders,
  headerSynonyms,
  saleDatePriority,
  sensitiveHeaders,
  type NamedTarget,
} from './header-words.ts'
import { hasPhrase, isAnotherParty, isOfStaff, isNever, negativesOf, never, phrases } from './header-phrases.ts'
import {
  inFullWords,
  normaliseHeader,
  withinAddress,
  withoutPrivateMatter,
  withoutDecoration,
  withoutQualifiers,
  withoutRemark,
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
/** Old systems cut names of columns at 8 or 10 letters: "FIRSTNAM" is a first name. Null: none, or of several fields. */
function nameOfCut(header: string): HeaderMeaning['named'] {
  if (!/^(?:[A-Z]{8}|[A-Z]{10})$/.test(header.trim())) return null
  const start = header.trim().toLowerCase()
  const targets = new Set([...joinedNames].flatMap(([name, target]) => (name.startsWith(start) ? [target] : [])))
  const [target, ...others] = targets
  return target === undefined || others.length > 0 ? null : { target, match: 'near' }
}
const joinedSensitive: ReadonlySet<string> = new Set(
  sensitiveHeaders
    .filter((name) => name.includes(' '))
    .map(joinedOf)
    .filter((name) => name.length >= 5),
)

const sensitive = phrases(sensitiveHeaders)
const address = phrases(addressHeaders)
const ending = /(?:^| )(?:expiry|expires|exp|expiration|maturity|renewal)(?: |$)/

const nearNames = [...exactNames].filter(([name]) => name.length >= 5)

function nameOf(normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  const exact = exactNames.get(normalised)
  if (exact) return { target: exact, match: 'exact' }
  if (anyPhones.has(normalised)) return { target: 'mobile_number', match: 'any-phone' }
  const inOtherOrder = wordNames.get(wordsKey(normalised))
  if (inOtherOrder) return isNever(normalised, inOtherOrder) ? null : { target: inOtherOrder, match: 'words' }
  const full = inFullWords(normalised)
  if (full !== normalised) return isAnotherParty(normalised) ? null : nameOf(full, allowNear)
  const glued = normalised.replaceAll(' ', '')
  const joined = joinedNames.get(glued) ?? joinedNames.get(glued.replace(/dt$/, 'date').replace(/nm$/, 'name'))
  if (joined) return { target: joined, match: 'words' }
  const qualified = qualifiedName(normalised)
  if (qualified) return qualified
  const byEnding = nameByEnding(normalised, allowNear)
  if (byEnding) return byEnding
  if (!allowNear || normalised.length < 5 || isAnotherParty(normalised)) return null
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
  { target: 'last_name', words: wordSet('last name or and company business'), needed: wordSet('last') },
  { target: 'company', words: wordSet('co company business trading name or and'), needed: wordSet('trading') },
  { target: 'client_name', words: wordSet('customer company business or and'), needed: wordSet('customer') },
  {
    target: 'client_name',
    words: wordSet(
      'customer name full complete legal registered and or first last middle company business person contact',
    ),
    needed: wordSet('name'),
  },
]

/** Any name that ends with the word for the field: "Asset Rego", "Security VIN", "Debtor Mobile No". */
const endings: readonly { readonly target: NamedTarget; readonly words: RegExp; readonly isPersons: boolean }[] = [
  { target: 'rego', words: /^(?!state ).* (?:rego|plate)(?: no)?$/, isPersons: false },
  { target: 'vin', words: / (?:vin|chassis)(?: no| hin)?$/, isPersons: false },
  { target: 'mobile_number', words: / mobile(?: phone)?(?: no)?$/, isPersons: true },
  { target: 'first_name', words: / first(?: name)?$/, isPersons: true },
  { target: 'last_name', words: / last(?: name)?$/, isPersons: true },
  { target: 'title', words: / salutation$|^customer title$/, isPersons: true },
  { target: 'client_name', words: /^(?:full )?name (?:on|for|in) /, isPersons: true },
  {
    target: 'client_name',
    words: /^(?!(?:deal|account|opportunity|record|task|ticket|job|asset|contact) ).* customer(?: name)?$/,
    isPersons: true,
  },
]
/** A title or a question, and no name of a column: "Sales by rego". */
const sentence = /(?:^| )(?:by|per|list|report|with|without|and|no of|count)(?: |$)/

/** `allowNear`: also what may belong to somebody else than the customer. */
function nameByEnding(normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  if (normalised.split(' ').length > 5 || sentence.test(normalised) || isAnotherParty(normalised)) return null
  const found = endings.find(({ target, words }) => words.test(normalised) && !isNever(normalised, target))
  if (!found || (found.isPersons && (!allowNear || isOfStaff(normalised)))) return null
  return { target: found.target, match: found.isPersons ? 'near' : 'words' }
}

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

/** "Home" and "Work" stand beside "Mobile" in many lists. */
const phoneWord = wordSet('phone phones mobile mobiles whatsapp telefon bimbit landline ah bh hours home work business')
/** Of another person's phone there is always a word that is none of these. */
const phoneWords = wordSet(
  'phone phones mobile mobiles whatsapp telefon tel bimbit landline ah bh after business hours home work private personal other alt alternate ' +
    'alternative second secondary main primary contact customer no day daytime evening night direct office h w b m 1 2 3 4 rumah pejabat',
)

/** Whether a header names any phone of the customer: at home, at work, a second mobile. */
export function isPhoneOfCustomer(header: string): boolean {
  const tokens = inFullWords(normaliseHeader(header))
    .replace(/(\p{L})(?=\d)/gu, '$1 ')
    .split(' ')
  return tokens.every((token) => phoneWords.has(token)) && tokens.some((token) => phoneWord.has(token))
}

/** What a header says by itself, before its values are looked at; a name one letter off only when `allowNear`. */
export function readHeader(header: string, allowNear = true): HeaderMeaning {
  const meaning = readWholeHeader(header, allowNear)
  if (meaning.named?.match !== 'exact' || meaning.sensitive) {
    const bare = withoutRemark(header)
    const read = bare === null ? null : readHeader(bare, false)
    // The whole header stays the key under which the column is remembered.
    if (read?.named && !read.sensitive) return { ...read, normalised: meaning.normalised, named: inWords(read.named) }
  }
  const isOfThird = isAnotherParty(meaning.normalised.replace(/\bdrivers? licence\b/g, ''))
  if (meaning.sensitive && !isOfThird) {
    const name = withoutPrivateMatter(header)
    const read = name === null ? null : readHeader(name, false)
    if (read?.named?.target === 'client_name') return { ...meaning, named: inWords(read.named) }
  }
  const inAddress = withinAddress(header)
  if (inAddress !== null) {
    const { named } = readWholeHeader(inAddress, false)
    return named?.target === 'mobile_number' ? { ...meaning, named, sensitive: false } : meaning
  }
  if (meaning.named || meaning.ends || meaning.sensitive || isAnotherParty(meaning.normalised)) return meaning
  const cut = nameOfCut(header)
  if (cut) return { ...meaning, named: cut }
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

const inWords = (named: NonNullable<HeaderMeaning['named']>): HeaderMeaning['named'] => ({ ...named, match: 'words' })

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
