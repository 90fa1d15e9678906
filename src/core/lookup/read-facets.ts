import type { Facets } from '../../contract/lookup.ts'
import { FacetName } from '../../contract/facets.ts'
import type { Detail } from '../../contract/details.ts'
import { detailOf, detailsOf } from '../details/details.ts'
import { amountOf } from '../details/value-text.ts'
import { openRecord, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, envelopeNames, fieldOf } from '../service/record-fields.ts'
import { asLine } from './fields.ts'

export type FacetOption = Facets['facets'][number]['options'][number]
export type FacetOptions = Readonly<Partial<Record<FacetName, readonly FacetOption[]>>>

export const facetLabels: Readonly<Record<FacetName, string>> = {
  year: 'Year',
  make: 'Make',
  model: 'Model',
  badge: 'Badge',
  series: 'Series',
  transmission: 'Transmission',
  body: 'Body',
  body_style: 'Body style',
  fuel: 'Fuel',
  engine: 'Engine',
  wheelbase: 'Wheelbase',
}

const listNames = ['values', 'options', 'buckets', 'items', 'terms', 'counts'] as const
const valueNames = ['value', 'key', 'name', 'label', 'term', 'title', 'id'] as const
const countNames = ['count', 'doc_count', 'docs', 'total', 'hits', 'quantity', 'n'] as const

export interface ReadFacets {
  readonly options: FacetOptions
  readonly total: number | null
  /** What else the answer has: unknown facets, and values that cannot be read. */
  readonly other: readonly Detail[]
}

/**
 * Reads facets in any common shape: `{value, count}` or `{key, doc_count}` records, a map of values to counts, pairs,
 * bare values; by facet name in a map, or as a list of named facets.
 */
export function readFacets(given: unknown): ReadFacets {
  const body = plainBody(Array.isArray(given) ? { facets: given } : given)
  const answer = openRecord(body, (record) => facetsIn(record).length > 0) ?? (isRecord(body) ? body : {})
  const found = facetsIn(answer)
  const options: Partial<Record<FacetName, readonly FacetOption[]>> = {}
  const unread: Detail[] = []
  for (const { name, facet, value } of found) {
    const read = facet === null ? null : optionsOf(value)
    if (facet === null || options[facet]) unread.push(detailOf(name, value))
    else options[facet] = read?.options ?? []
    if (read && read.unreadable.length > 0) unread.push(detailOf(`${name} not read`, read.unreadable))
  }
  const total = totalIn(answer)
  const shown = [...envelopeNames, ...found.map(({ field }) => field), ...(total ? [total.name] : [])]
  return { options, total: total?.value ?? sumOf(options), other: [...detailsOf(answer, shown), ...unread] }
}

interface FoundFacet {
  /** The field of the answer that it is in. */
  readonly field: string
  readonly name: string
  /** Null: a facet that the interface does not name, in a list of others. */
  readonly facet: FacetName | null
  readonly value: unknown
}

/** The facets of a record: its fields, or a list of named ones. */
function facetsIn(record: RawRecord): FoundFacet[] {
  return Object.entries(record).flatMap(([field, value]): FoundFacet[] => {
    const facet = facetOf(field)
    // "body" is also the name of an envelope.
    const isEnvelope = isRecord(value) && facetsIn(value).length > 0
    if (facet !== null && !isEnvelope) return [{ field, name: field, facet, value }]
    if (!Array.isArray(value)) return []
    const named = value.map((item, at): FoundFacet => {
      const given = isRecord(item) ? fieldOf(item, ['name', 'facet', 'field', 'key', 'id'])?.value : null
      const name = typeof given === 'string' ? given : `${field} ${at + 1}`
      return { field, name, facet: facetOf(name), value: item }
    })
    return named.some((each) => each.facet !== null) ? named : []
  })
}

/** The facet of a name in singular or plural: `bodyStyles`, `fuel_types`. */
function facetOf(name: string): FacetName | null {
  const bare = bareName(name).replace(/types?$/, '')
  return (
    FacetName.options.find((facet) => {
      const own = bareName(facet)
      return bare === own || bare === `${own}s` || bare === own.replace(/y$/, 'ies')
    }) ?? null
  )
}

const isNested = (value: unknown): boolean => Array.isArray(value) || isRecord(value)

function optionsOf(given: unknown): { readonly options: FacetOption[]; readonly unreadable: readonly unknown[] } {
  const unreadable: unknown[] = []
  const seen = new Map<string, FacetOption>()
  for (const item of itemsOf(given)) {
    const option = optionOf(item)
    if (!option) {
      if (item !== null && item !== '') unreadable.push(item)
      continue
    }
    // The same value twice: add their counts.
    const before = seen.get(option.value)
    const count = before && before.count !== null && option.count !== null ? before.count + option.count : option.count
    seen.set(option.value, { value: option.value, count: before ? (count ?? before.count) : count })
  }
  return { options: [...seen.values()], unreadable }
}

/** Pairs of a value and a count, or the items of a list. */
function itemsOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given
  if (!isRecord(given)) return given === null || given === undefined ? [] : [given]
  const list = fieldOf(given, listNames, isNested)
  if (list) return itemsOf(list.value)
  return Object.entries(given)
    .filter(([, value]) => !isNested(value) || isRecord(value))
    .map(([value, count]) => [value, isRecord(count) ? countIn(count) : count])
}

function optionOf(item: unknown): FacetOption | null {
  if (Array.isArray(item)) return toOption(item[0], item[1])
  if (!isRecord(item)) return toOption(item, null)
  const value = fieldOf(item, valueNames, isScalar) ?? null
  if (value) return toOption(value.value, countIn(item))
  const entries = Object.entries(item)
  return entries.length === 1 && entries[0] ? toOption(entries[0][0], entries[0][1]) : null
}

const isScalar = (value: unknown): boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean'

const countIn = (record: RawRecord): unknown => fieldOf(record, countNames)?.value ?? null

function toOption(value: unknown, count: unknown): FacetOption | null {
  if (!isScalar(value)) return null
  const text = asLine(value)
  const number = amountOf(count)
  if (text === '' || text.length > 200) return null
  return { value: text, count: number !== null && Number.isInteger(number) && number >= 0 ? number : null }
}

function totalIn(answer: RawRecord): { readonly name: string; readonly value: number } | null {
  const field = fieldOf(answer, ['total', 'total_count', 'total_vehicles', 'count', 'hits'], isScalar)
  const total = amountOf(field?.value)
  return field && total !== null && Number.isInteger(total) && total >= 0 ? { name: field.name, value: total } : null
}

/**
 * Each vehicle has one value per facet, so the counts of a facet add up to the number of vehicles; some may lack a
 * facet.
 */
function sumOf(options: FacetOptions): number | null {
  const sums = Object.values(options).flatMap((list) => {
    const counts = list.map(({ count }) => count)
    return list.length > 0 && counts.every((count) => count !== null)
      ? [counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)]
      : []
  })
  if (sums.length > 0) return Math.max(...sums)
  const lists = Object.values(options)
  return lists.length > 0 && lists.every((list) => list.length === 0) ? 0 : null
}
