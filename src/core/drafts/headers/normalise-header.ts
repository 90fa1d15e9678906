const wordMap: Readonly<Record<string, string>> = {
  ...words('no', 'number num nbr numb nr nos'),
  ...words('licence', 'license lic'),
  ...words('phone', 'telephone ph tel'),
  ...words('mobile', 'mob cell cellular cellphone handphone hp'),
  ...words('customer', 'cust client clnt buyer purchaser owner customers clients buyers purchasers owners'),
  ...words('first', 'fname forename given christian firstname 1st'),
  ...words('last', 'lname surname family lastname'),
  ...words('date', 'dt'),
  ...words('name', 'names'),
  ...words('delivery', 'delivered deliv del dely'),
  ...words('member', 'mbr'),
}

function words(meaning: string, spellings: string): Readonly<Record<string, string>> {
  return Object.fromEntries(spellings.split(' ').map((spelling) => [spelling, meaning]))
}

const registration: ReadonlySet<string> = new Set(['registration', 'regn', 'regist', 'reg', 'regd'])
const notAboutThePlate = /^(?:date|dt|year|fee|exp.*)$/
const vehicle: ReadonlySet<string> = new Set(['veh', 'vehicle', 'vehicles', 'car', 'unit'])
const fillers: ReadonlySet<string> = new Set(['the', 'of', 'a'])
/**
 * Alone these would say nothing, or another thing ("No" is a row's number, "ID No" a person's): the word for the
 * vehicle stays.
 */
const tooLittle: ReadonlySet<string> = new Set(['', 'no', 'id', 'id no', 'serial', 'serial no', 'price', 'type'])

/**
 * A header in the form in which headers are compared: small letters, one space between words, and one word for the same
 * thing ("Reg. #", "REGISTRATION NUMBER" and "RegoNo" are all "rego no").
 */
export function normaliseHeader(text: string): string {
  const parted = text
    .normalize('NFKC')
    .replace(/(?<=\p{L}{3})['’]s\b|[\ufeff\u200b-\u200f'’]/gu, '')
    // One small letter before capitals is Caps Lock ("rEGO"), not the end of a word.
    .replace(/(?<=\p{L}[a-z]|\d)(?=[A-Z])/gu, ' ')
    .replace(/([A-Z]{2,})([A-Z][a-z]{2,})/g, '$1 $2')
    .toLowerCase()
    .replace(/[#№]/g, ' no ')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const tokens = parted.split(' ')
  return dropFillers(initialsJoined(tokens).map(meaning)).join(' ')
}

/** "d o b" is "dob", "v i n" is "vin". */
function initialsJoined(tokens: readonly string[]): readonly string[] {
  const joined: string[] = []
  let initials = ''
  for (const token of tokens) {
    if (/^\p{L}$/u.test(token)) {
      initials += token
      continue
    }
    if (initials !== '') joined.push(initials)
    initials = ''
    joined.push(token)
  }
  if (initials !== '') joined.push(initials)
  return joined
}

function meaning(token: string, at: number, tokens: readonly string[]): string {
  // "HP Start" is of a hire purchase, and "HP No" of a handphone.
  if (token === 'hp' && /^(?:start|end|date|due|ref|commence\w*)$/.test(tokens[at + 1] ?? '')) return 'finance'
  if (registration.has(token)) return notAboutThePlate.test(tokens[at + 1] ?? '') ? 'registration' : 'rego'
  return wordMap[token] ?? token
}

function dropFillers(tokens: readonly string[]): readonly string[] {
  const kept = tokens.filter((token) => !fillers.has(token))
  const withoutVehicle = kept.filter((token) => !vehicle.has(token))
  if (!tooLittle.has(withoutVehicle.join(' '))) return withoutVehicle
  return kept.map((token) => (token === 'veh' || token === 'vehicles' ? 'vehicle' : token))
}

/** Words that say which of several a column is, or that it is there at all, and not what it holds. */
const qualifiers: ReadonlySet<string> = new Set(
  'primary main current best preferred potential prospective prospect existing associated linked related our my your their which what actual own latest code value goods retail security legal 1'.split(
    ' ',
  ),
)
/** Whose it is, for cars and numbers that are the customer's anyway. */
const ofTheSale: ReadonlySet<string> = new Set(['customer', 'sold', 'purchased', 'bought', 'delivery'])

/** A normalised header without the words that say which of several it is; with `andWhose`, also without whose it is. */
export function withoutQualifiers(normalised: string, andWhose: boolean): string {
  const isSpare = (token: string): boolean => qualifiers.has(token) || (andWhose && ofTheSale.has(token))
  return normalised
    .split(' ')
    .filter((token) => !isSpare(token))
    .join(' ')
}

/** "Addr 1 - Phone No. 1" is a phone: what the address holds, or null for any other header. */
export function withinAddress(header: string): string | null {
  return /^(?:\p{L}+[\s_]+)*addr(?:ess)?[\s_]*\d*\s*[-–:_\s]\s*(.+)$/iu.exec(header.trim())?.[1] ?? null
}

/** What a CRM writes before the name of a field, and the format or unit that people write behind it. */
const crmPrefix =
  /^(?:(deal|person|contact|lead|opportunity|customer|vehicle|car|account|asset|prospect|organi[sz]ation|company|custom(?: field)?)s?\s*(?:[-–—:|>»]|\.(?=\S))\s*|(?:cf|udf|custom)\d*_|(?:q|question|field)\s?\d+[.:)]?\s+|\d{1,2}[.)]\s+)/i
const crmSuffix = /(?:__c|__pc|_c|__r)$/i
const question =
  /^(?:what(?:'|’)?s|what is|what was|please (?:enter|provide|give)|enter|provide|when (?:did you|was)|which is)\s+(?:is\s+)?(?:your|the|you)?\s*(?:current\s+|full\s+)?/i

const bracketed = /\s*[([{][^()[\]{}]*[)\]}]\s*$/
/** A remark in brackets: where something stands, or how the column is filled in. */
const remark =
  /^(?:(?:must be |exactly |same )?as|per|from|on|in|incl\w*|no|not|without|only|all|exactly|please|required|optional|mandatory|if|eg|e\.g)\b/i
const remarkInBrackets = /\s*[([{]([^()[\]{}]*)[)\]}]/g
const remarkBehind =
  /[\s,;:–—-]+(?:exactly\s+)?(?:as\s+(?:on|per|in|at|shown|written|printed|stated|listed|displayed|registered|issued|it|they|recorded)\b.*|(?:on|from|per)\s+(?:the\s+|your\s+|their\s+)?(?:driver\S*\s+|driving\s+)?(?:licen[cs]e|passport|photo id|rego papers|registration papers|certificate).*|(?<=name\s+)(?:as|on|from|per)\s+(?:the\s+|your\s+)?(?:rego|registration|id|dl)\b.*)$/i

/** Somebody behind the customer, in one column with them. */
const secondParty =
  /(?<=\b(?:owner|customer|client|buyer|purchaser|applicant|borrower|hirer|insured)s?)\s*(?:[/&+]|\b(?:and|or)\b)\s*(?:(?:co|joint|second)[- ]?(?:owner|customer|client|buyer|purchaser|applicant|borrower|hirer|insured)|agent|partner|spouse|driver|nominee|guarantor)s?\b/i

/**
 * A header without a remark about where its values stand or how they are written ("Full name (as on licence)", "Name as per contract"), and
 * without a second party ("Owner/Agent"); null when there is none.
 */
export function withoutRemark(header: string): string | null {
  const text = header.trim()
  const rest = text
    .replace(remarkInBrackets, (found, content: string) => (remark.test(content) ? '' : found))
    .replace(remarkBehind, '')
    .replace(secondParty, '')
    .trim()
  return rest === '' || rest === text ? null : rest
}

/** A header with blanks between its words: "PlateState", "plate_state". */
export const partWords = (header: string): string => header.replace(/_/g, ' ').replace(/([a-z])(?=[A-Z])/g, '$1 ')

/** "Jurisdiction of plate" is the plate's jurisdiction: its head is in front; null for any other header. */
export function headLast(header: string): string | null {
  const [, head = '', rest = ''] =
    /^\s*([\p{L}]+(?: [\p{L}]+)?) (?:of|on) (?:the |your |their )?(.+)$/iu.exec(partWords(header)) ?? []
  return head === '' || /^(?:no|nos|number|count|total|proof|out|bill)\b/i.test(head) ? null : `${rest} ${head}`
}

/** "Registered name and address", "Name (Licence)", "Licence holder": the header without the private matter, null for any other. */
export function withoutPrivateMatter(header: string): string | null {
  const rest = header
    .trim()
    .replace(bracketed, '')
    .replace(/^licen[cs]e\s+(?=holder)/i, '')
    .replace(/\s*(?:,|\/|\+|&|\band\b)\s*(?:postal |street |home |residential |full )?addr(?:ess(?:es)?)?$/i, '')
  return rest === '' || rest === header.trim() ? null : rest
}

/** Words that belong to the deal or its keeper where a prefix names another thing than the customer. */
const notTheCustomer = /^(?:name|title|owner|id|status|state|stage|value|source|created|updated|type)\b/i
const aboutCustomer = /^(?:person|contact|custom|vehicle|car)/i

/**
 * A header without what surrounds the name of its field ("Rego__c", "Person - Mobile", "Sold Date (dd/mm/yyyy)", "What is
 * your rego?"); null when there is nothing to remove, or when the rest would mean something else.
 */
export function withoutDecoration(header: string): string | null {
  const text = header.trim()
  const prefix = crmPrefix.exec(text)
  const within = text.replace(crmPrefix, '').replace(/^\(([^()]+)\)$/, '$1')
  let rest = within.replace(crmSuffix, '').replace(bracketed, '').replace(bracketed, '')
  if (/\?\s*$/.test(rest) || question.test(rest)) rest = rest.replace(question, '').replace(/[?:*]+\s*$/, '')
  rest = rest.replace(/\s*\*+\s*$/, '').trim()
  if (rest === '' || rest === text) return null
  return prefix?.[1] && !aboutCustomer.test(prefix[1]) && notTheCustomer.test(rest) ? null : rest
}
