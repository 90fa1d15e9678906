import type { NamedTarget } from './header-words.ts'
import { readHeader, type HeaderMeaning } from './known-headers.ts'
import { inFullWords, isListedWord } from './full-words.ts'
import { isAnotherParty } from './header-phrases.ts'
import { normaliseHeader, partWords } from './normalise-header.ts'

/** Who uses the car, or deals with the writer: the customer in the files of fleets, lessors and factories, somebody else beside a customer. */
const user =
  /\b(?:drivers?|riders?|employees?|custodians?|(?:end )?users?|operators?|(?<!co-?)partners?|allocated to|assigned to)\b(?:['’]s)?/i
/** The customer where nobody is named who uses the car. */
const fleetManager = /\bfleet[\s_.-]*(?:manager|mgr)\b/i
const inWords = (header: string): string => partWords(header).replace(/(?<=[a-z]{3})(?=\d$)/g, ' ')

/** Whether a header says who uses the car. */
export const saysUser = (header: string): boolean => user.test(inWords(header))

/**
 * What the headers of one table say, each beside the others: the users of cars are the customers where nobody else is, a code in front of
 * many headers says only which table of the system they come from, and a state named like the rego belongs to it. `hasNames`: whether the
 * values of a column are names.
 */
export function readHeaders(
  headers: readonly string[],
  hasNames: (index: number) => boolean,
): readonly HeaderMeaning[] {
  const saysCustomer = (header: string, index: number): boolean => {
    const target = saysUser(header) ? undefined : readHeader(header, false).named?.target
    return target === 'client_name' ? hasNames(index) : target === 'first_name' || target === 'last_name'
  }
  const areUsersCustomers =
    headers.some(saysUser) &&
    !headers.some((header, index) => !fleetManager.test(header) && saysCustomer(header, index))
  const bare = withoutTableCodes(headers)
  const meanings = headers.map((header, index) => {
    if (areUsersCustomers && saysUser(header)) return readUsersHeader(header)
    const own = readHeader(header)
    if (areUsersCustomers && fleetManager.test(header)) return { ...own, named: null }
    const rest = bare[index]
    // The whole header stays the key under which the column is remembered.
    return rest === undefined || own.named || own.ends || own.sensitive || isAnotherParty(own.normalised)
      ? own
      : { ...readHeader(rest, false), normalised: own.normalised }
  })
  const has = (target: NamedTarget): boolean => meanings.some(({ named }) => named?.target === target)
  const isSecondLast = has('first_name') && !has('last_name')
  return meanings.map((meaning, index) => {
    if (isStateOfRego(meanings, index))
      return { ...meaning, named: { target: 'state', match: 'words' }, sensitive: false }
    // "1st name" and "2nd name" are first and last name.
    return isSecondLast && /^(?:2nd|second)(?: name)?$/.test(meaning.normalised)
      ? { ...meaning, named: { target: 'last_name', match: 'words' } }
      : meaning
  })
}

/** A header with the user of the car as its probable customer. */
function readUsersHeader(header: string): HeaderMeaning {
  const { named, ...meaning } = readHeader(inWords(header).replace(user, 'Customer'))
  return { ...meaning, normalised: normaliseHeader(header), named: named && { ...named, match: 'near' } }
}

const tableCode = /^([A-Za-z]{1,4})[_./-](?=[A-Za-z]{2})(.+)$/
/**
 * By position: a header without the code of its table ("CM_NAME", "VM_REGO"), when at least three headers have that code, it is no word
 * that says something, and no other header says the same without its code.
 */
function withoutTableCodes(headers: readonly string[]): readonly (string | undefined)[] {
  const found = headers.map((header) => {
    const [, code = '', rest = ''] = tableCode.exec(header.trim()) ?? []
    const owner = /^c$/i.test(code) ? 'Customer ' : /^v$/i.test(code) ? 'Vehicle ' : ''
    return { code: code.toLowerCase(), rest: normaliseHeader(rest), text: `${owner}${rest}` }
  })
  return found.map(({ code, rest, text }, index) => {
    if (code === '' || (code.length > 1 && isListedWord(code))) return undefined
    // Letters are codes of the tables of one system.
    const alike = found.filter((one) => one.code === code || (code.length === 1 && one.code.length === 1))
    if (alike.length < 3) return undefined
    const isSaidTwice = found.some(
      (one, at) => at !== index && (one.rest === rest || normaliseHeader(headers[at] ?? '') === rest),
    )
    return isSaidTwice ? undefined : text
  })
}

const stateWord = /(?:^| )(?:state|st|region|province|territory|jurisdiction)(?: code)?$/
const regoWord = /(?:^| )(?:rego|plate)(?: no)?$/

/** Whether a header is a rego's with the state in its place ("Risk Rego", "Risk State"), and not one of an address. */
function isStateOfRego(meanings: readonly HeaderMeaning[], index: number): boolean {
  const { named, normalised: own } = meanings[index] ?? { named: null, normalised: '' }
  const normalised = inFullWords(own)
  if (named || !stateWord.test(normalised)) return false
  const start = normalised.replace(stateWord, '')
  if (start === '' || /(?:^| )customer(?: |$)/.test(start)) return false
  const isBesideRego = (at: number): boolean => {
    const other = meanings[at]
    if (other?.named?.target !== 'rego') return false
    const rego = inFullWords(other.normalised)
    if (!regoWord.test(rego)) return false
    const isOfAddress = meanings.some((one) => one.address && one.normalised.startsWith(`${start} `))
    return rego.replace(regoWord, '') === start && (!isOfAddress || Math.abs(at - index) === 1)
  }
  return meanings.some((_, at) => isBesideRego(at))
}
