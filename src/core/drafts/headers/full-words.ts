import { isOneEditApart } from '../../fields/state.ts'
import { addressHeaders, anyPhoneHeaders, headerNegatives, headerSynonyms, sensitiveHeaders } from './header-words.ts'
import { normaliseHeader } from './normalise-header.ts'

/** What a column's name says in plain words: abbreviations, typing errors, joined words and other languages written out. */

const wordsOf = (text: string): readonly string[] => text.split(' ')

/** One word of a header for other words with its meaning: roles of insurers, banks, lessors, clubs and CRMs, other languages, initials. */
const spellings: Readonly<Record<string, string>> = {
  customer:
    'insured applicant borrower mortgagor debtor obligor grantor hirer renter lessee licensee policyholder accountholder holder person party enquirer inquirer ' +
    'guest registrant member subscriber recipient respondent participant resident consumer tenant bidder claimant packager titleholder keeper payer consignee addressee beneficiary lead prospect enquiry individual ' +
    'kunde kunden kaufer halter besitzer eigentumer cliente clienti acquirente proprietario intestatario 客户 顾客 买家 买方 车主',
  'first name': 'fn fnm gname vorname nome 名',
  'last name': 'ln lnm snm sname nachname familienname cognome 姓',
  name: 'nominativo ingoa 姓名 名字',
  mobile: 'mobil handy handset cellulare pukoro 手机',
  phone: 'telefon telefono waea 电话',
  no: 'nummer numero 号 码',
  rego: 'vrm vrn registering kennzeichen nummernschild targa 车牌 牌照',
  state: 'bundesland bundesstaat staat stato 州',
  jurisdiction: 'juris',
  territory: 'terr',
  transfer: 'xfer tfr trf',
  account: 'ac',
  stock: 'stk',
  text: 'txt',
  chassis: 'fahrgestell telaio 车架',
  date: 'datum 日期 日',
  'date sale':
    'sd dos hoko verkauft verkauf verkaufs verk gekauft kauf vendita venduto acquisto 销售 购买 成交 出售 购 买 售',
  delivery: 'dod dlvd dlvy dlv deld auslieferung ubergabe lieferung liefer liefertermin consegna 交车 提车',
  salesperson: 'verkaufer venditore 销售员 销售顾问',
  email: '邮箱 电邮',
  address: 'adresse anschrift strasse indirizzo 地址',
  birth: 'geburts geburtstag nascita 出生 生日',
  note: 'bemerkung bemerkungen notiz notizen 备注',
  expiry: 'ablauf scadenza 到期',
  vehicle: 'fahrzeug veicolo 车 车辆',
  model: 'modell modello 车型',
  code: 'cd',
  marketing: 'mktg mkt',
  warranty: 'wty wrty warr',
  policy: 'pol',
  lease: 'lse',
  acquired: 'acq acqd',
  'third party': 'tp',
}

/** Without case and accents. */
const plain = (word: string): string => word.normalize('NFD').replace(/\p{M}/gu, '')

const meanings: ReadonlyMap<string, string> = new Map(
  Object.entries(spellings).flatMap(([meaning, others]) => wordsOf(others).map((word) => [word, meaning] as const)),
)

/** Words that people abbreviate, misspell, or write without blanks between them. */
const wholeWords = wordsOf(
  'name delivery delivered mobile customer vehicle registration plate state first last surname given invoice phone number address code contract ' +
    'purchase purchased purchaser settlement settled birth contact jurisdiction chassis handover commencement commenced acquired acquisition supplied start ' +
    'registered expiry salesman salesperson company organisation salutation licence owner date sold sale sales',
)
const shortWords = wordsOf(
  'cust no num nbr reg rego regn plates lic st vin veh car dt dte nm ph tel mob cell fname lname first last sale sales del inv exp due home hm work wk ' +
    'full person svc service driver buyer client deal code pcode postcode email addr bought on',
)
const lists = [...Object.values(headerSynonyms), ...Object.values(headerNegatives)]
const otherWords = wordsOf(
  'owned states stage status stale cost costs rate rates male sole solo note notes mode load contacts star custom expires maturity renewal until watch monitor balloon guaranteed future value final payment term factory statutory extended ' +
    'mfr green slip ctp plan quote insurance cukai jalan luput tamat road tax roadtax valid',
)
/** Words of the lists, and a few others, are never taken for another word with an error. */
const listed: ReadonlySet<string> = new Set([
  ...otherWords,
  ...[...lists, sensitiveHeaders, addressHeaders, anyPhoneHeaders]
    .flat()
    .flatMap((name) => [
      ...name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).map((word) => word.toLowerCase()),
      ...normaliseHeader(name).split(' '),
    ]),
])

/** Whether a word says something by itself, in any of the lists of names. */
export const isListedWord = (word: string): boolean => listed.has(word) || listedWithoutVowels.has(word)
const listedWithoutVowels: ReadonlySet<string> = new Set([...listed].map(withoutVowels))

/** What is left of a word whose vowels are left out. */
function withoutVowels(word: string): string {
  return word.slice(0, 1) + word.slice(1).replace(/[aeiou]/g, '')
}

const wordsWithoutVowels: ReadonlyMap<string, readonly string[]> = Map.groupBy(wholeWords, withoutVowels)

function isWithin(token: string, word: string): boolean {
  let at = 0
  for (const letter of word) if (letter === token[at]) at += 1
  return at === token.length && token.length < word.length
}

/** "dlvry" is "delivery", "surnm" is "surname": people who abbreviate leave out all or some of the vowels. */
const abbreviated = (token: string): string | undefined =>
  wordsWithoutVowels.get(withoutVowels(token))?.find((word) => isWithin(token, word))

/** A word that is cut off or lacks letters ("juris", "delv"), or with one typing error ("regestration"); undefined: none, or one of several. */
function misspelt(token: string): string | undefined {
  if (token.length < 4 || listed.has(token)) return undefined
  const found = wholeWords.filter((word) => {
    if (isCutOff(token, word)) return true
    // "delivd": the middle is missing.
    if (
      token.length >= 5 &&
      token.length >= word.length * 0.6 &&
      token.at(-1) === word.at(-1) &&
      isWithin(token, word)
    ) {
      return token[0] === word[0]
    }
    return (token.length >= 5 || token.length !== word.length || isSwapped(token, word)) && isOneEditApart(token, word)
  })
  const different = new Set(found.map((word) => normaliseHeader(word).replace(/(?:e?ment|ed)$/, '')))
  return different.size === 1 ? found[0] : undefined
}

/** Whether a token is the start of a word, some of whose vowels may be missing. */
function isCutOff(token: string, word: string): boolean {
  let at = 0
  for (const letter of word) {
    if (letter === token[at]) at += 1
    else if (!'aeiou'.includes(letter)) break
  }
  return at === token.length
}

const isSwapped = (token: string, word: string): boolean =>
  [...token].toSorted().join('') === [...word].toSorted().join('')

const longEnough = (word: string): boolean => word.length > 2
const pieces: ReadonlySet<string> = new Set([
  ...meanings.keys(),
  ...wholeWords,
  ...shortWords,
  ...[...wordsWithoutVowels.keys()].filter(longEnough),
])
const longestPiece = Math.max(...[...pieces].map(({ length }) => length))

/** Words that old systems cut off in the names of their fields: "CUSNAM", "SALDAT", "DELVDATE". */
const codeWords = wordsOf(
  'customer owner buyer client purchase purchaser vehicle registration plate chassis state name date mobile cell phone sale delivery surname given',
)
const codeOf = (text: string): string | undefined => {
  if (text.length < 3) return undefined
  return pieces.has(text) ? text : codeWords.find((word) => isCutOff(text, word))
}

/** "custmob", "saledt", "车牌号码": words without blanks between them; null when something is left over. */
function parted(token: string): readonly string[] | null {
  const isLatin = /^[a-z]+$/.test(token)
  if (isLatin && token.length < 5) return null
  const split = (rest: string, depth: number, wordOf: typeof codeOf): readonly string[] | null => {
    if (rest === '') return []
    if (depth === 0) return null
    for (let length = Math.min(longestPiece, rest.length); length > (isLatin ? 1 : 0); length -= 1) {
      const word = wordOf(rest.slice(0, length))
      const others = word === undefined ? null : split(rest.slice(length), depth - 1, wordOf)
      if (word !== undefined && others) return [word, ...others]
    }
    return null
  }
  const known = (text: string): string | undefined => (pieces.has(text) ? text : undefined)
  const found = split(token, 4, known) ?? (isLatin && !listed.has(token) ? split(token, 4, codeOf) : null)
  return found && found.length > 1 ? found : null
}

/** A header in full words. */
interface FullWords {
  readonly text: string
  /** A word was taken for another one with an error. */
  readonly isGuess: boolean
}

const namesOfInitials: Readonly<Record<string, string>> = { f: 'first', l: 'last', co: 'company' }
const rolesOfTwoWords =
  /\b(?:policy|account|acct|warranty|plan|permit|contract|membership|fleet) (?=(?:holder|contact|customer)\b)/g

/**
 * A normalised header with abbreviations written out and one word for the customer. Only for comparing: columns are
 * remembered under `normaliseHeader`. `guesses`: words with typing errors too.
 */
export function readFullWords(normalised: string, guesses = true): FullWords {
  let isGuess = false
  const full = normalised
    .replace(/(?<=\p{L}{3})(?=\d(?: |$))/gu, ' ')
    .replace(rolesOfTwoWords, '')
    .replace(/\bfleet (?:manager|mgr)\b/, 'customer')
    .replace(/\b(f|l|co)(?= name\b)/, (initials) => namesOfInitials[initials] ?? initials)
    .replace(/\bpurch(?= (?:name|first|last|mobile|phone)\b)/, 'customer')
    .replace(/\p{L}+/gu, (token) => {
      const word = plain(token)
      // The apostrophe of "Lessee's name" is gone.
      const meaning =
        meanings.get(word) ?? (meanings.get(word.replace(/s$/, '')) === 'customer' ? 'customer' : undefined)
      if (meaning !== undefined) return meaning
      const short = abbreviated(word)
      if (short !== undefined) return short
      const several = parted(word)
      if (several) return several.map((piece) => meanings.get(piece) ?? piece).join(' ')
      if (listed.has(word)) return token
      const guess = guesses ? misspelt(word) : undefined
      if (guess === undefined) return token
      isGuess = true
      return guess
    })
  const text = full === normalised ? normalised : normaliseHeader(full.replace(/\bcustomer 1\b/, 'customer'))
  return { text: withoutRepeats(text), isGuess }
}

/** "客户姓名 Name" says the name twice. */
const withoutRepeats = (text: string): string => [...new Set(text.split(' '))].join(' ')

export const inFullWords = (normalised: string, guesses = true): string => readFullWords(normalised, guesses).text
