import type { Steps } from '../../scheduling/in-slices.ts'
import type { ListColumns } from './list-columns.ts'
import { searchedTexts } from './packed-record.ts'
import { textEnd } from './text-arena.ts'

/** How well a record fits what was typed. */
export const fit = { within: 1, word: 2, start: 3, exact: 4 } as const

/** A shorter text, such as "VIC", is the state of many records: it is no exact hit. */
const shortestExactForm = 5
/** Slots between two pauses. */
const stepSize = 16_384
const blank = 0x20

/**
 * The fit of each marked slot, 0 for the others. A name, rego, VIN or mobile that equals the typed text comes first, then one that begins
 * with it, then one with a word that begins with it. `terms` as `searchTerms` makes them; several are also looked for as one phrase.
 */
export function* rankSlots(columns: ListColumns, terms: readonly string[], marks: Uint8Array): Steps<Uint8Array> {
  const fits = new Uint8Array(marks.length)
  // A rego is often typed with a blank: "abc 123".
  const phrases = [...new Set([terms.join(' '), terms.join('')])].map((phrase) => Buffer.from(phrase))
  const words = terms.length > 1 ? terms.map((term) => Buffer.from(term)) : []
  for (let slot = marks.indexOf(1); slot >= 0; slot = marks.indexOf(1, slot + 1)) {
    if (slot % stepSize === 0) yield
    const record = mainTexts(columns, slot)
    const byPhrase = Math.max(...phrases.map((phrase) => fitOf(record, phrase)))
    // Words in another order, such as "Citizen Jane".
    const byWords = words.length === 0 ? 0 : Math.min(...words.map((word) => fitOf(record, word)), fit.word)
    fits[slot] = Math.max(byPhrase, byWords, fit.within)
  }
  return fits
}

interface MainTexts {
  readonly bytes: Buffer
  /** Where the normalised forms begin: words of their own, separated by blanks. */
  readonly formsAt: number
}

/** The texts of a record without its additional fields. */
function mainTexts({ searched }: ListColumns, slot: number): MainTexts {
  const view = searched.view()
  const start = searched.startOf(slot)
  let at = start
  let formsAt = start
  for (let index = 0; index < searchedTexts.firstField; index += 1) {
    if (index === searchedTexts.otherForms) formsAt = at
    at = view.indexOf(textEnd, at) + 1
  }
  return { bytes: view.subarray(start, at), formsAt: formsAt - start }
}

function fitOf({ bytes, formsAt }: MainTexts, term: Buffer): number {
  let best = 0
  for (let at = bytes.indexOf(term); at >= 0 && best < fit.exact; at = bytes.indexOf(term, at + 1)) {
    const isForm = at >= formsAt
    const before = at === 0 ? textEnd : bytes[at - 1]
    const after = bytes[at + term.length]
    const begins = before === textEnd || (isForm && before === blank)
    const ends = after === textEnd || (isForm && after === blank)
    if (begins && ends && (!isForm || term.length >= shortestExactForm)) best = fit.exact
    else if (begins && (!isForm || term.length >= shortestExactForm || !ends)) best = Math.max(best, fit.start)
    else if (before === blank) best = Math.max(best, fit.word)
    else best = Math.max(best, fit.within)
  }
  return best
}
