import type { Specs } from '../../contract/lookup.ts'
import { SpecsCategory, specsCategoryNames } from '../../contract/specs-categories.ts'
import type { Detail } from '../../contract/details.ts'
import { detailOf, detailsOf } from '../details/details.ts'
import { fieldLabel, wordsOfName } from '../details/field-label.ts'
import { openRecord, plainBody } from '../service/open-answer.ts'
import { isRecord, type RawRecord } from '../service/open-body.ts'
import { bareName, envelopeNames, fieldOf, hasBareName, merged } from '../service/record-fields.ts'
import { textOf } from './fields.ts'

export type SpecsPart = Specs['parts'][number]

const wrapperNames = [
  'specs',
  'specifications',
  'spec',
  'specification',
  'data',
  'result',
  'categories',
  'vehicle',
] as const
const vehicleIdNames = ['vehicle_id', 'id'] as const

/**
 * Reads specs as parts: the requested categories in order, provided or not, then the others. A category that the
 * interface does not name is a part too; single fields outside the categories are in the part "Other".
 */
export function readSpecs(body: unknown, vehicleId: string, requested: readonly SpecsCategory[] | null): SpecsPart[] {
  const plain = plainBody(body)
  const isNamedList = Array.isArray(plain) && plain.some((item) => isRecord(item) && nameOfItem(item) !== null)
  const { categories, beside } = categoriesOf((isNamedList ? null : openRecord(plain, knowsSpecs)) ?? plain, 0)
  const parts: SpecsPart[] = []
  const taken = new Set<string>()
  for (const category of requested ?? SpecsCategory.options) {
    // A list can have a category more than once.
    const entries = categories.filter(([name]) => bareName(name) === bareName(category))
    for (const [name] of entries) taken.add(name)
    parts.push({
      category,
      label: specsCategoryNames[category],
      details: entries.flatMap(([name, value]) => detailsWithin(name, value)),
      given: entries.length > 0,
    })
  }
  const loose: Detail[] = []
  for (const [name, value] of categories) {
    if (taken.has(name)) continue
    const known = SpecsCategory.options.find((category) => bareName(category) === bareName(name))
    if (!isRecord(value) && !Array.isArray(value)) loose.push(detailOf(name, value))
    else if (parts.some(({ category }) => category === name)) loose.push(detailOf(name, value))
    else {
      const label = known ? specsCategoryNames[known] : fieldLabel(name, false).label
      parts.push({ category: known ?? name, label, details: detailsWithin(name, value), given: true })
    }
  }
  loose.push(
    ...detailsOf(
      beside,
      Object.keys(beside).filter(
        (name) =>
          envelopeNames.includes(name) || (hasBareName(name, vehicleIdNames) && String(beside[name]) === vehicleId),
      ),
    ),
  )
  if (loose.length > 0) parts.push({ category: 'other', label: 'Other', details: loose, given: true })
  return parts
}

const isNested = (value: unknown): boolean => isRecord(value) || Array.isArray(value)

const knowsSpecs = (record: RawRecord): boolean =>
  fieldOf(record, ['specs', 'specifications', 'categories', ...SpecsCategory.options], isNested) !== null

interface FoundCategories {
  readonly categories: readonly (readonly [string, unknown])[]
  readonly beside: RawRecord
}

/** The categories, from a map by name or a list of named ones, with or without an envelope; and the other fields. */
function categoriesOf(body: unknown, depth: number): FoundCategories {
  if (Array.isArray(body)) return { categories: body.map(namedItem), beside: {} }
  if (!isRecord(body)) return { categories: [], beside: body === null ? {} : { value: body } }
  const knows = Object.keys(body).some((name) => hasBareName(name, SpecsCategory.options))
  const envelope = fieldOf(body, wrapperNames, isNested)
  // "vehicle" and "data" could be categories: a record with known categories of its own is no envelope.
  if (envelope && depth < 3 && (!knows || hasBareName(envelope.name, ['specs', 'specifications']))) {
    const inner = categoriesOf(envelope.value, depth + 1)
    const { [envelope.name]: _inner, ...rest } = body
    return { categories: inner.categories, beside: merged(rest, inner.beside) }
  }
  const nested = Object.entries(body).filter(
    ([name, value]) => isNested(value) || hasBareName(name, SpecsCategory.options),
  )
  return {
    categories: nested,
    beside: Object.fromEntries(Object.entries(body).filter(([name]) => !nested.some(([each]) => each === name))),
  }
}

/** An item such as `{category: "engine", ...}`; an item without a name gets a number. */
function namedItem(item: unknown, at: number): readonly [string, unknown] {
  if (!isRecord(item)) return [`Part ${at + 1}`, [item]]
  const name = nameOfItem(item)
  if (name === null) return [`Part ${at + 1}`, item]
  const field = fieldOf(item, ['values', 'specs', 'fields', 'items', 'details', 'attributes', 'value'])
  const rest = Object.keys(item).length
  return [name, field && rest === 2 ? field.value : item]
}

function nameOfItem(item: RawRecord): string | null {
  const id = textOf(item, ['id'])
  const isCategory = id !== null && hasBareName(id, SpecsCategory.options)
  return textOf(item, ['category', 'name', 'key', 'title', 'group', 'section']) ?? (isCategory ? id : null)
}

const moneyNames: ReadonlySet<string> = new Set(['price', 'prices', 'rrp', 'msrp', 'cost'])

/** Prices with their sign: specs exist in Australia and New Zealand only (interface, part 1). */
function withMoney(details: readonly Detail[]): Detail[] {
  return details.map((detail) => {
    const isMoney =
      moneyNames.has(wordsOfName(detail.name).at(-1) ?? '') && /^\d[\d,]*(?:\.\d+)?$/.test(detail.text ?? '')
    return { ...detail, text: isMoney ? `$${detail.text}` : detail.text, children: withMoney(detail.children) }
  })
}

const detailsWithin = (name: string, value: unknown): Detail[] => withMoney(fieldsWithin(name, value))

/** Reads lists of `{name, value}` as fields. */
function fieldsWithin(name: string, value: unknown): Detail[] {
  if (value === null || value === undefined) return []
  if (isRecord(value)) return detailsOf(value)
  if (Array.isArray(value)) {
    const pairs = value.map(pairOf)
    if (pairs.length > 0 && pairs.every((pair) => pair !== null)) return pairs
  }
  const detail = detailOf(name, value)
  return detail.children.length > 0 ? [...detail.children] : [detail]
}

function pairOf(item: unknown): Detail | null {
  if (!isRecord(item) || Object.keys(item).length !== 2) return null
  const name = fieldOf(item, ['name', 'key', 'label', 'title', 'field'], (value) => typeof value === 'string')?.value
  const field = fieldOf(item, ['value', 'text', 'amount'], () => true)
  return typeof name === 'string' && field ? { ...detailOf(name, field.value), name } : null
}
