import {
  addressHeaders,
  anyPhoneHeaders,
  headerSynonyms,
  saleDateWords,
  sensitiveHeaders,
  type NamedTarget,
} from './header-words.ts'
import { hasPhrase, isAnotherParty, isOfStaff, isNever, negatives, phrases } from './header-phrases.ts'
import { inFullWords, readFullWords } from './full-words.ts'
import {
  headLast,
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
  readonly ends: EndKind | null
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
/** "Rego owner" is a person, and "Owner rego" a plate. */
const isOwnerOfRego = (name: string): boolean => /(?:^| )rego (?:customer|operator)(?: |$)/.test(name)
const wordNames: ReadonlyMap<string, NamedTarget> = new Map(
  [...exactNames]
    .filter(([name]) => name.includes(' ') && !isOwnerOfRego(name))
    .map(([name, target]) => [wordsKey(name), target]),
)
const anyPhones: ReadonlySet<string> = new Set(anyPhoneHeaders.map(normaliseHeader))

const joinedOf = (name: string): string => name.toLowerCase().replace(/[^a-z\d]/g, '')
const joinedSensitive: ReadonlySet<string> = new Set(
  sensitiveHeaders
    .filter((name) => name.includes(' '))
    .map(joinedOf)
    .filter((name) => name.length >= 5),
)

const sensitive = phrases(sensitiveHeaders)
const address = phrases(addressHeaders)

/**
 * What a date on which something ends is about. None becomes the expiry date unasked: the service deletes customers on it (interface,
 * part 3, rule 6).
 */
export type EndKind = 'rego_expiry' | 'finance_end' | 'warranty_end' | 'record_end'
const ending =
  /(?:^| )(?:expiry|expires|exp|expiration|maturity|renewal|until|luput|tamat)(?: |$)|(?:^| )(?:balloon|gfv|gmfv|future value|final payment) (?:date|due)(?: date)?$|(?:^| )(?:rego|road ?tax|finance|contract|loan|lease|term|warranty) (?:due|end)(?: date)?$|^(?:end (?:date|term)|valid to)$/
const ofRego = /(?:^| )(?:rego|registration|registered|plate|road ?tax|cukai)(?: |$)/
const ofFinance =
  /(?:^| )(?:finance|(?<!service )contract|loan|lease|balloon|gfv|gmfv|future value|payment|term|maturity)(?: |$)/

function endOf(normalised: string): EndKind | null {
  if (!ending.test(normalised)) return null
  if (ofRego.test(normalised)) return 'rego_expiry'
  if (/(?:^| )warranty(?: |$)/.test(normalised)) return 'warranty_end'
  return ofFinance.test(normalised) ? 'finance_end' : 'record_end'
}

function nameOf(normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  const exact = exactNames.get(normalised)
  if (exact) return { target: exact, match: 'exact' }
  if (anyPhones.has(normalised)) return { target: 'mobile_number', match: 'any-phone' }
  const inOtherOrder = wordNames.get(wordsKey(normalised))
  if (inOtherOrder) return isNever(normalised, inOtherOrder) ? null : { target: inOtherOrder, match: 'words' }
  const { text, isGuess } = readFullWords(normalised)
  if (text !== normalised) {
    const name = isAnotherParty(normalised) || (isGuess && !allowNear) ? null : nameOf(text, allowNear)
    return name && isGuess ? { ...name, match: 'near' } : name
  }
  return qualifiedName(normalised) ?? nameByWords(normalised, allowNear)
}

const wordSet = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** How the name of a field is built: one of its `needed` words, with the others of `words` around it in any order. */
interface FieldName {
  readonly target: NamedTarget
  readonly needed: ReadonlySet<string>
  readonly words: ReadonlySet<string>
  /**
   * What other words may stand in front of it: any of a thing ("Asset Rego"), those that may be another person's ("Debtor Mobile"), none
   * ("Campaign Name").
   */
  readonly before: 'thing' | 'person' | null
}

const field = (target: NamedTarget, before: FieldName['before'], needed: string, others: string): FieldName => ({
  target,
  before,
  needed: wordSet(needed),
  words: wordSet(`${needed} ${others}`),
})

const fieldNames: readonly FieldName[] = [
  field('rego', 'thing', 'rego plate', 'no mark'),
  field('vin', 'thing', 'vin chassis', 'frame no full code or hin'),
  field('state', null, 'state jurisdiction', 'territory st code or rego plate registration registered'),
  field('sale_date', null, 'sold delivery handover bought purchased invoiced', 'date on'),
  field(
    'sale_date',
    null,
    'date',
    'sale sales sold deal contract contracted accounting finance originating invoice invoiced inv tax purchase purchased retail retailed rdr delivery order ordered ' +
      'settlement settled close closed won transaction trans tran posted deposit possession drive driven ride away handover signed pickup bought on',
  ),
  field('mobile_number', 'person', 'mobile whatsapp', 'phone no contact customer sms text 1 2 3'),
  field('first_name', 'person', 'first', 'name'),
  field('last_name', 'person', 'last', 'name or and company business'),
  field('title', 'person', 'salutation mr mrs ms miss', 'dr or and title'),
  field('title', null, 'title', 'customer'),
  field('company', null, 'trading', 'co company business name or and'),
  field('client_name', 'person', 'customer', 'company business or and name'),
  field(
    'client_name',
    null,
    'name',
    'customer full complete legal registered and or middle company business person contact',
  ),
]
/** A title or a question, and no name of a column: "Sales by rego". */
const sentence = /(?:^| )(?:by|per|list|report|with|without|and|no of|count)(?: |$)/
/** Things of a dealer or a CRM that have customers, and names of their own. */
const recordWord = wordSet('deal account opportunity record task ticket job asset contact')

/** A name that is built of the words for its field: "Rego Plate No", "Security VIN". `allowNear`: also what may belong to somebody else than the customer. */
function nameByWords(normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  const tokens = normalised.split(' ')
  // "Nome e cognome": both parts of the name, with short words between them.
  if (tokens.some((token) => firstPart.has(token)) && tokens.includes('last') && tokens.every(isPartOfName)) {
    return { target: 'client_name', match: 'words' }
  }
  if (nameOnPapers.test(normalised)) return allowNear ? { target: 'client_name', match: 'near' } : null
  for (const { target, needed, words, before } of fieldNames) {
    const start = tokens.findLastIndex((token) => !words.has(token)) + 1
    if (!tokens.slice(start).some((token) => needed.has(token)) || isNever(normalised, target)) continue
    // A date alone says nothing.
    if (start === 0 && tokens.join('') !== 'date')
      return { target, match: isFurther.test(normalised) ? 'near' : 'words' }
    if (before === null || tokens.length > 5 || sentence.test(normalised) || isAnotherParty(normalised)) continue
    if (before === 'thing') {
      if (tokens.slice(0, start).includes('state')) continue
      return { target, match: 'words' }
    }
    if (!allowNear || isOfStaff(normalised) || (target === 'client_name' && recordWord.has(tokens[0] ?? ''))) continue
    return { target, match: 'near' }
  }
  return null
}
const firstPart = wordSet('first initial initials')
const nameWords = wordSet('first last middle name customer initial initials')
const isPartOfName = (token: string): boolean => token.length <= 3 || nameWords.has(token)
/** A second one, used where the first has nothing. */
const isFurther = /(?:^| )[23](?: |$)/
const nameOnPapers = /^(?:full )?name (?:on|for|in) /

/** A name with words around it that change nothing: "Current Rego", "Customer VIN", "Sold Vehicle Plate". */
function qualifiedName(normalised: string): HeaderMeaning['named'] {
  for (const andWhose of [false, true]) {
    const core = withoutQualifiers(normalised, andWhose)
    // "Last customer" is the latest one.
    const isLatest = /^(?:first|last)$/.test(core) && !normalised.replace(/ 1$/, '').endsWith(core)
    if (core === normalised || core === '' || isLatest) continue
    if (anyPhones.has(core))
      return isNever(normalised, 'mobile_number') ? null : { target: 'mobile_number', match: 'any-phone' }
    const named = exactNames.get(core) ?? wordNames.get(wordsKey(core))
    const target = named ?? (andWhose ? undefined : nameByWords(core, false)?.target)
    if (!target || isNever(normalised, target)) continue
    if (andWhose && !['rego', 'vin', 'mobile_number', 'first_name', 'last_name'].includes(target)) {
      // "Customer/Company" has both.
      if (target !== 'company' || !core.includes(' ')) continue
    }
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

/** Whose phone a header names: the customer's, or that of the person who stands before the phone; null: it names no phone, or nobody. */
export function phoneOwner(header: string): 'customer' | 'somebody' | null {
  const words = inFullWords(normaliseHeader(header)).replace(/(\p{L})(?=\d)/gu, '$1 ')
  const tokens = words.split(' ')
  const at = tokens.findIndex((token) => phoneWord.has(token))
  if (at < 0 || /\bfleet\b/i.test(header)) return null
  const namesOwner = (token: string): boolean => /^\p{L}{3,}$/u.test(token) && !phoneWords.has(token)
  const before = withoutQualifiers(tokens.slice(0, at).join(' '), true).split(' ')
  if (isAnotherParty(words) || (!tokens.includes('customer') && before.some(namesOwner))) return 'somebody'
  return tokens.every((token) => phoneWords.has(token)) ? 'customer' : null
}

const nameTokens = wordSet('first last name full title customer contact')
const phoneTokens = wordSet('phone phones mobile mobiles no customer contact')

/** Whether a phone is that of the person of a name: "Secondary Mobile" and "Secondary First Name", "Mobile (2)" and "Contact (2)". `isName`: the name's column has names, whatever it is called. */
export function isOfPerson(phone: string, name: string, isName = false): boolean {
  const without = (header: string, words: ReadonlySet<string>): readonly [rest: string, says: boolean] => {
    const tokens = inFullWords(normaliseHeader(header)).split(' ')
    const rest = tokens.filter((token) => !words.has(token))
    return [rest.join(' '), rest.length < tokens.length]
  }
  const [[ofPhone], [ofName, saysName]] = [without(phone, phoneTokens), without(name, nameTokens)]
  return name !== phone && (isName || saysName) && ofName !== '' && ofName === ofPhone
}

/** "Vehicle Licence" is a plate, and "Licence" a person's. */
const licenceOfCar = /^(.*?)\b(?:veh(?:icle)?|car)s?[ _.-]+lic(?:en[cs]e)?\b\.?(?=\s*(?:$|no\b|num|#|st))/i

/** What a header says by itself, before its values are looked at; a name one letter off only when `allowNear`. */
export function readHeader(header: string, allowNear = true): HeaderMeaning {
  const meaning = readWholeHeader(header, allowNear)
  const ofCar = header.replace(licenceOfCar, '$1Rego')
  if (ofCar !== header) return { ...readHeader(ofCar, allowNear), normalised: meaning.normalised }
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
  const isNamed = meaning.named !== null && meaning.named.match !== 'near'
  if (isNamed || meaning.ends || meaning.sensitive || isAnotherParty(meaning.normalised)) return meaning
  const bare = withoutDecoration(header)
  if (bare === null) return meaning
  const { named, ends, sensitive: isPrivate, address: isAddress, normalised } = readWholeHeader(bare, false)
  if (isAnotherParty(normalised) || (meaning.named && !named)) return meaning
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
  (match === 'exact' || match === 'words') && ['rego', 'vin', 'sale_date'].includes(target)

function nameInAnyOrder(header: string, normalised: string, allowNear: boolean): HeaderMeaning['named'] {
  const own = nameOf(normalised, allowNear)
  if (own?.match === 'exact') return own
  const turned = headLast(header)
  return (turned === null ? null : nameOf(normaliseHeader(turned), false)) ?? own
}

function readWholeHeader(header: string, allowNear: boolean): HeaderMeaning {
  const normalised = normaliseHeader(header)
  const name = normalised === '' ? null : nameInAnyOrder(header, normalised, allowNear)
  const ends = endOf(normalised)
  const named = ends === null || name?.match === 'exact' ? name : null
  // A field of a person account of Salesforce is no postcode.
  const matter = normaliseHeader(header.replace(/__pc$/i, ''))
  const isPrivate =
    ends !== 'rego_expiry' &&
    (hasPhrase(matter, sensitive) ||
      hasPhrase(inFullWords(matter), sensitive) ||
      matter.split(' ').some((token) => joinedSensitive.has(token)) ||
      joinedSensitive.has(matter.replaceAll(' ', '')))
  return {
    normalised,
    named: isPrivate && name?.match !== 'exact' ? null : named,
    ends: isPrivate ? null : ends,
    sensitive: isPrivate && name?.match !== 'exact',
    address: hasPhrase(normalised.replace(/\b(?:e ?mail|ip|web) address\b/g, ''), address),
  }
}

/** The place of a header among the dates of sale: 0 is best. */
export function saleDateRank(normalised: string): number {
  const word = normalised.split(' ').find((one) => saleDateWords.includes(one))
  return word === undefined ? saleDateWords.length : saleDateWords.indexOf(word)
}

/** Whether a text is a header known from somewhere: a field's, or one that is never a field's. */
export function isKnownHeader(text: string): 'field' | 'other' | null {
  const meaning = readHeader(text, false)
  if (meaning.normalised === '') return null
  if (meaning.named || meaning.ends) return 'field'
  if (meaning.sensitive || isAnotherParty(meaning.normalised)) return 'other'
  return namedTargets.some((target) => hasPhrase(meaning.normalised, negatives[target])) ? 'other' : null
}
