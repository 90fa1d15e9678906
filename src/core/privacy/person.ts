import { createHmac } from 'node:crypto'
import { isName, valueOf, type PersonKey } from './person-keys.ts'

/**
 * One person by keys. `alone`: one of these is enough, because no other record of this PC has it. `shared`: a record is of this
 * person when it has the name and one of the others, as the next owner of a car has its plate.
 */
export interface Person {
  readonly alone: readonly PersonKey[]
  readonly shared: readonly PersonKey[]
  /** Of rows whose cells can be anything: the name that was searched for, and a number beside it. Only for other PCs. */
  readonly pairs?: readonly (readonly [name: PersonKey, other: PersonKey])[]
}

/** Decides whether a record with these keys is of the person. */
export type IsPerson = (keys: readonly PersonKey[]) => boolean

export function createIsPerson({ alone, shared }: Person): IsPerson {
  const [enough, partly] = [new Set(alone), new Set([...alone, ...shared])]
  return (keys) =>
    keys.some((key) => enough.has(key)) ||
    (keys.some((key) => isName(key) && partly.has(key)) && keys.some((key) => !isName(key) && partly.has(key)))
}

/** All that `alone` and pairs of a name and another key are remembered by. */
function* remembered(keys: readonly PersonKey[]): Generator<string, undefined> {
  yield* keys
  for (const name of keys.filter(isName)) {
    for (const other of keys) if (!isName(other)) yield `${name}|${other}`
  }
}

const hashOf = (text: string, key: Uint8Array): string => createHmac('sha256', key).update(text).digest('base64url')

/** Marks by which records of a deleted person are recognised without knowing the person: keyed hashes. */
export function marksOf({ alone, shared, pairs = [] }: Person, key: Uint8Array): string[] {
  const keys = [...alone, ...shared]
  const others = keys.filter((other) => !isName(other))
  const known = keys.filter(isName).flatMap((name) => others.map((other) => [name, other] as const))
  const texts = new Set([...alone, ...[...known, ...pairs].map((pair) => pair.join('|'))])
  return [...texts].map((text) => hashOf(text, key))
}

/** The same decision by marks. `marks` are those of all deleted persons. */
export function createIsMarked(marks: ReadonlySet<string>, key: Uint8Array): IsPerson {
  return (keys) => {
    for (const text of remembered(keys)) if (marks.has(hashOf(text, key))) return true
    return false
  }
}

/** Finds what marks say about the keys of one record. */
export function createFindMarked(marks: ReadonlySet<string>, key: Uint8Array) {
  const isMarked = (text: string): boolean => marks.has(hashOf(text, key))
  return {
    /** Whether this key is marked by itself. */
    isAlone: isMarked,
    /** The keys that are marked as an id, or as a name with another key. */
    together: (keys: readonly PersonKey[]): PersonKey[] => [
      ...keys.filter((each) => each.startsWith('id:') && isMarked(each)),
      ...keys
        .filter(isName)
        .flatMap((name) =>
          keys.flatMap((other) => (!isName(other) && isMarked(`${name}|${other}`) ? [name, other] : [])),
        ),
    ],
  }
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
const between = (characters: string, filler: string): string => Array.from(characters, escaped).join(filler)
const [notBefore, notBehind] = ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])']
/** Chassis numbers of fewer characters can be anything. */
const shortestSure = 11
/** Shorter plates, and those of letters or digits alone, are ordinary words and numbers. */
const isUnmistakable = (plate: string): boolean => plate.length >= 5 && /\d/.test(plate) && /[A-Z]/.test(plate)

/** Finds a person in any text: null when nothing about the person is unmistakable. `keys` as in `PersonKey`. */
export function createTextPattern(keys: Iterable<PersonKey>): RegExp | null {
  const parts = new Set<string>()
  for (const key of keys) {
    const value = valueOf(key)
    switch (key.slice(0, key.indexOf(':'))) {
      case 'id':
        if (value.length >= 8) parts.add(escaped(value))
        break
      case 'vin':
        if (value.length >= shortestSure) parts.add(between(value, '[ -]?'))
        break
      case 'mobile':
        // The country code is two digits in each region; foreign numbers are written whole.
        for (const number of [value, value.slice(2)])
          if (number.length >= 8) parts.add(`(?:\\+|00(?:11)?)?0?${between(number, '[ ().-]{0,2}')}`)
        break
      case 'plate':
        if (isUnmistakable(value)) parts.add(between(value, '[ .-]?'))
        break
      case 'name': {
        const words = value.split(' ')
        if (words.length < 2 || words.length > 4 || value.length < 6) break
        for (const order of ordersOf(words)) parts.add(order.map(lettersOf).join('(?:[ ,._+\\t-]|%20)+'))
        break
      }
    }
  }
  return parts.size === 0 ? null : new RegExp(`${notBefore}(?:${[...parts].join('|')})${notBehind}`, 'giu')
}

function ordersOf(words: readonly string[]): string[][] {
  if (words.length <= 1) return [[...words]]
  return words.flatMap((word, at) => ordersOf(words.toSpliced(at, 1)).map((rest) => [word, ...rest]))
}

/** Letters of a key have no accents and apostrophes; those of a text may. */
const lettersOf = (word: string): string => between(word, "['’\\p{M}-]?")
