import type { SourceCell } from '../../fields/source-cell.ts'
import type { NamedTarget } from './header-words.ts'
import { isKnownHeader, readHeader } from './known-headers.ts'
import { normaliseHeader } from './normalise-header.ts'

/** What a column's name says about the cells below it: the car, the customer's name, another field, or nothing. */
export type HeaderKind = 'car' | 'name' | 'field' | null

/**
 * How much a row looks like the header, from 0 to 1: short and different texts, many of them usual column names. Used
 * to find the header below title rows.
 */
export function headerScore(cells: readonly SourceCell[]): number {
  const filled = cells.filter((cell) => cell !== null && !(typeof cell === 'string' && cell.trim() === ''))
  const texts = filled.filter(
    (cell): cell is string => typeof cell === 'string' && cell.length <= 60 && /\p{L}/u.test(cell),
  )
  if (texts.length === 0) return 0
  let known = 0
  for (const text of texts) {
    const kind = isKnownHeader(text)
    if (kind === 'field') known += 1
    else if (kind === 'other') known += 0.5
  }
  const textShare = texts.length / filled.length
  const distinctShare = new Set(texts.map((text) => text.trim().toLowerCase())).size / texts.length
  // A known word alone in its row is a title ("Customer") as often as a header.
  const enough = Math.min(1, texts.length / 2)
  return enough * (0.25 * textShare * distinctShare + 0.75 * (known / filled.length) * distinctShare)
}

const kinds: Readonly<Record<NamedTarget, HeaderKind>> = {
  rego: 'car',
  vin: 'car',
  client_name: 'name',
  first_name: 'name',
  middle_name: 'name',
  last_name: 'name',
  company: 'name',
  state: 'field',
  title: 'field',
  mobile_number: 'field',
  sale_date: 'field',
  opt_out: 'field',
}

/** What a column's name says, for telling customers from totals and headings. */
export function headerKind(header: string): HeaderKind {
  const target = readHeader(header, false).named?.target
  return target === undefined ? null : kinds[target]
}

/** Whether a header names the cars of its rows, of customers or of others ("Rego", "Trade Rego"); "no rego" is none. */
export function namesCars(header: string): boolean {
  const normalised = normaliseHeader(header)
  return (
    !normalised.startsWith('no ') && (/\b(?:rego|plate|vin|chassis)$/.test(normalised) || headerKind(header) === 'car')
  )
}
