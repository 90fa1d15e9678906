import type { Facets } from '../../contract/lookup.ts'
import { FacetName } from '../../contract/facets.ts'
import { amountOf } from '../details/value-text.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { asLine, bareName, fieldOf } from './fields.ts'

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

const wrapperNames = ['facets', 'aggregations', 'aggs', 'aggregation', 'data', 'result', 'results', 'buckets'] as const
const listNames = ['values', 'options', 'buckets', 'items', 'terms', 'counts'] as const
const valueNames = ['value', 'key', 'name', 'label', 'term', 'title', 'id'] as const
const countNames = ['count', 'doc_count', 'docs', 'total', 'hits', 'quantity', 'n'] as const

export interface ReadFacets {
  readonly options: FacetOptions
  readonly total: number | null
}

/**
 * Reads facets in any common shape: `{value, count}` or `{key, doc_count}` records, a map of values to counts, pairs,
 * bare values; by facet name in a map, or as a list of named facets.
 */
export function readFacets(body: unknown): ReadFacets {
  const options: Partial<Record<FacetName, readonly FacetOption[]>> = {}
  const byName = facetsIn(body, 0)
  for (const name of FacetName.options) {
    const given = byName.get(bareName(name))
    if (given !== undefined) options[name] = optionsOf(given)
  }
  return { options, total: totalIn(body) ?? sumOf(options) }
}

function facetsIn(body: unknown, depth: number): Map<string, unknown> {
  const found = new Map<string, unknown>()
  if (Array.isArray(body)) {
    for (const item of body) {
      const name = isRecord(item) ? fieldOf(item, ['name', 'facet', 'field', 'key', 'id'])?.value : null
      if (typeof name === 'string' && isFacet(name)) found.set(bareName(name), item)
    }
    return found
  }
  if (!isRecord(body) || depth > 3) return found
  for (const [name, value] of Object.entries(body)) if (isFacet(name)) found.set(bareName(name), value)
  if (found.size > 0) return found
  const named = wrapperNames.map((name) => fieldOf(body, [name], isNested)?.value)
  for (const inner of [...named, ...Object.values(body).filter(isNested)]) {
    const within = facetsIn(inner, depth + 1)
    if (within.size > 0) return within
  }
  return found
}

const facetKeys: ReadonlySet<string> = new Set(FacetName.options.map(bareName))
const isFacet = (name: string): boolean => facetKeys.has(bareName(name))
const isNested = (value: unknown): boolean => Array.isArray(value) || isRecord(value)

function optionsOf(given: unknown): FacetOption[] {
  const items = itemsOf(given)
  const seen = new Map<string, FacetOption>()
  for (const item of items) {
    const option = optionOf(item)
    // The same value twice: add their counts.
    if (!option) continue
    const before = seen.get(option.value)
    const count = before && before.count !== null && option.count !== null ? before.count + option.count : option.count
    seen.set(option.value, { value: option.value, count: before ? (count ?? before.count) : count })
  }
  return [...seen.values()]
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

function totalIn(body: unknown): number | null {
  if (!isRecord(body)) return null
  const total = amountOf(fieldOf(body, ['total', 'total_count', 'total_vehicles', 'count', 'hits'], isScalar)?.value)
  return total !== null && Number.isInteger(total) && total >= 0 ? total : null
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
