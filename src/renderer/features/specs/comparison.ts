import type { Detail } from '../../../contract/details.ts'
import type { SpecsPart } from '../../../contract/lookup.ts'
import { SpecsCategory, specsCategoryNames } from '../../../contract/specs-categories.ts'

/** One value of every vehicle. Null: the vehicle's specs do not have it. */
export interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly values: readonly (string | null)[]
  /** Not all vehicles whose specs are loaded have the same value. */
  readonly differs: boolean
}

export interface ComparedSection {
  readonly category: string
  readonly label: string
  readonly rows: readonly ComparedRow[]
}

interface Value {
  readonly key: string
  readonly label: string
  readonly text: string | null
}

/** The values of a record, each with its path: "Front › Tyre". A name that occurs twice gives two keys. */
function valuesOf(details: readonly Detail[], keyAbove = '', labelAbove = ''): Value[] {
  const occurrences = new Map<string, number>()
  return details.flatMap(({ name, label, text, children }) => {
    const occurrence = occurrences.get(name) ?? 0
    occurrences.set(name, occurrence + 1)
    const key = `${keyAbove}/${name}#${occurrence}`
    const path = labelAbove ? `${labelAbove} › ${label}` : label
    const own: Value[] = children.length === 0 || text !== null ? [{ key, label: path, text }] : []
    return [...own, ...valuesOf(children, key, path)]
  })
}

/** The heading of a column says this already; as a row it would differ between any two vehicles. */
const inHeading: ReadonlySet<string> = new Set(['/vehicle_id#0', '/title#0'])

/**
 * The specs of several vehicles side by side, in the order of the categories; within a category, in the order of the vehicle with the
 * most values. `all` holds the parts of each vehicle, or null while its specs are not loaded: it then counts for no difference.
 */
export function compareSpecs(all: readonly (readonly SpecsPart[] | null)[]): readonly ComparedSection[] {
  const known: readonly string[] = SpecsCategory.options
  const given = all.flatMap((parts) => parts ?? []).map(({ category }) => category)
  const categories = [...known, ...new Set(given.filter((category) => !known.includes(category)))]
  return categories.flatMap((category) => {
    const parts = all.map((vehicle) => vehicle?.find((part) => part.category === category) ?? null)
    const values = parts.map((part) => new Map(valuesOf(part?.details ?? []).map((value) => [value.key, value])))
    const order = mergedOrder(values.map((byKey) => [...byKey.keys()]))
    const keys = category === 'base' ? order.filter((key) => !inHeading.has(key)) : order
    const rows = keys.map((key): ComparedRow => {
      const texts = values.map((byKey) => byKey.get(key)?.text ?? null)
      const loaded = texts.filter((_, at) => all[at] !== null)
      return {
        key,
        label: values.find((byKey) => byKey.has(key))?.get(key)?.label ?? key,
        values: texts,
        differs: loaded.some((text) => text !== loaded[0]),
      }
    })
    if (rows.length === 0) return []
    const named = SpecsCategory.safeParse(category)
    const label = parts.find((part) => part !== null)?.label ?? category
    return [{ category, label: named.success ? specsCategoryNames[named.data] : label, rows }]
  })
}

/** Every key once, in the order of the longest list; a key that it lacks follows the key before it in its own list. */
function mergedOrder(lists: readonly (readonly string[])[]): readonly string[] {
  const [longest = [], ...others] = lists.toSorted((a, b) => b.length - a.length)
  const order = [...longest]
  for (const list of others) {
    let after = -1
    for (const key of list) {
      const at = order.indexOf(key)
      if (at < 0) order.splice(after + 1, 0, key)
      after = at < 0 ? after + 1 : at
    }
  }
  return order
}

/** The rows that differ, without the sections that have none. */
export const onlyDiffering = (sections: readonly ComparedSection[]): readonly ComparedSection[] =>
  sections
    .map((section) => ({ ...section, rows: section.rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0)

/** The vehicle's title in its specs, for a vehicle that is known by its id only. */
export function titleInSpecs(parts: readonly SpecsPart[]): string | null {
  const base = parts.find(({ category }) => category === 'base')?.details ?? []
  return base.find(({ name }) => name === 'title')?.text ?? null
}
