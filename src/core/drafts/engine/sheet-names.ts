import { monthNames } from '../../../contract/calendar-date.ts'
import { StateCode } from '../../../contract/region.ts'

/** Words that only say which part of a list a sheet has: sheet 1, week 12, FY24 Q3, 2024, A to M. */
const partWord = /^(?:sheet|table|page|part|list|week|wk|quarter|qtr|month|year|day|fy|cy|to|and|of|\p{L}|\d+)$/iu
const months = new Set(
  monthNames.flatMap((name) => [name.toLowerCase(), name.slice(0, 3).toLowerCase(), name.slice(0, 4).toLowerCase()]),
)
const states: ReadonlySet<string> = new Set(StateCode.options.map((state) => state.toLowerCase()))

const isPartWord = (word: string): boolean => partWord.test(word) || months.has(word) || states.has(word)

/**
 * Whether sheets are parts of one list by their names: apart from the words that all of them have, each only says which month, number or
 * state it is of. Any other word may be a reason to leave a sheet out: "Lost", "Do not call", "Example".
 */
export function areParts(names: readonly string[]): boolean {
  const words = names.map((name): readonly string[] => name.toLowerCase().match(/\p{L}+|\d+/gu) ?? [])
  const [first = []] = words
  const common = new Set(first.filter((word) => words.every((others) => others.includes(word))))
  return words.every((all) => all.every((word) => common.has(word) || isPartWord(word)))
}
