import { isCompany } from './company-name.ts'

/** Parts of surnames that are written small, unless they begin the name. */
const particles = new Set('van von der den de da di du del della dos la le bin binti'.split(' '))
/** "Van" and "Le" are names of persons beside these surnames. */
const vietnamese = /\b(?:nguyen|tran|pham|huynh|hoang|phan|vu|vo|dang|bui|ngo|duong|ly|truong|dinh|trinh|lam|luong)\b/i
/** With most other names that begin with "Mac", the next letter is small: Mackay, Macey, Mack. */
const macNames =
  /^mac(?:alister|allister|arthur|aulay|bean|beth|callum|cormack|donald|donnell|dougall|duff|farlane|gregor|innes|intosh|intyre|kenzie|lachlan|laren|lean|leod|millan|nab|nair|naughton|neil|niven|pherson|queen|rae|taggart|tavish|vicar)$/i
const numerals = /^(?:II|III|IV|VI|VII|VIII)$/
const titles = new Set(['MR', 'MRS', 'MS', 'DR', 'JR', 'SR', 'ST'])
/** Short words of company names that are no abbreviations. */
const companyWords = new Set('PTY LTD THE AND OF FOR SDN BHD INC CO NEW CAR OLD BAY ATF'.split(' '))

/** Whether a name has capital letters only. Initials alone are not written in capitals by mistake. */
export const isInCapitals = (name: string): boolean =>
  /\p{Lu}{3}/u.test(name) && !/\p{Ll}/u.test(name) && name === name.toUpperCase()

/**
 * A name in capitals as it is usually written: "McDonald", "O'Brien", "Anna van der Berg", "Smith-Jones". Any other name
 * is returned as it is.
 */
export function titleCaseName(name: string): string {
  if (!isInCapitals(name)) return name
  const isOfCompany = isCompany(name)
  const hasParticles = !isOfCompany && !vietnamese.test(name)
  return name
    .split(' ')
    .map((word, at) => {
      if (isOfCompany && word.length <= 3 && !companyWords.has(word)) return word
      if (at > 0 && hasParticles && particles.has(word.toLowerCase())) return word.toLowerCase()
      return titleCaseWord(word, at === 0)
    })
    .join(' ')
}

function titleCaseWord(word: string, isFirst: boolean): string {
  if (numerals.test(word)) return word
  // "JJ" and "TJ" are initials; "Ng" is a surname.
  if (isFirst && /^[^\P{Lu}AEIOUY]{2}$/u.test(word) && !titles.has(word)) return word
  return word
    .split(/(['’`.-])/)
    .map((part, at, parts) => {
      // "Ann's" is a possessive.
      if (part === 'S' && at === parts.length - 1 && at > 1 && (parts[at - 2]?.length ?? 0) > 1) return 's'
      return capitalise(part)
    })
    .join('')
}

function capitalise(part: string): string {
  const small = part.toLowerCase()
  const mac = /^MC\p{Lu}{2,}$/u.test(part) ? 2 : macNames.test(part) ? 3 : 0
  const first = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
  return mac === 0 ? first(small) : first(small.slice(0, mac)) + first(small.slice(mac))
}
