import type { Detail } from '../../../contract/details.ts'
import { SpecsCategory, specsCategoryNames, type SpecsPart } from '../../../contract/lookup.ts'

/** One value of every vehicle. Null: the vehicle's specs do not have it. */
export interface ComparedRow {
  readonly key: string
  readonly label: string
  readonly values: readonly (string | null)[]
  /** True when not all vehicles whose specs are here show the same. */
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

/** The values of a record, groups told by the way to them: "Front › Tyre". The second of one name is not the first. */
function valuesOf(details: readonly Detail[], keyAbove = '', labelAbove = ''): Value[] {
  const seen = new Map<string, number>()
  return details.flatMap(({ name, label, text, children }) => {
    const times = seen.get(name) ?? 0
    seen.set(name, times + 1)
    const key = `${keyAbove}/${name}#${times}`
    const path = labelAbove ? `${labelAbove} › ${label}` : label
    const own: Value[] = children.length === 0 || text !== null ? [{ key, label: path, text }] : []
    return [...own, ...valuesOf(children, key, path)]
  })
}

/**
 * The specs of some vehicles side by side, in the order of the categories and, within one, of the vehicle that names most. `all` holds
 * the parts of each vehicle; null for one whose specs are not here: it counts neither as like nor as unlike.
 */
export function compareSpecs(all: readonly (readonly SpecsPart[] | null)[]): readonly ComparedSection[] {
  const known: readonly string[] = SpecsCategory.options
  const given = all.flatMap((parts) => parts ?? []).map(({ category }) => category)
  const categories = [...known, ...new Set(given.filter((category) => !known.includes(category)))]
  return categories.flatMap((category) => {
    const parts = all.map((of) => of?.find((part) => part.category === category) ?? null)
    const values = parts.map((part) => new Map(valuesOf(part?.details ?? []).map((value) => [value.key, value])))
    const rows = mergedOrder(values.map((of) => [...of.keys()])).map((key): ComparedRow => {
      const texts = values.map((of) => of.get(key)?.text ?? null)
      const here = texts.filter((_, at) => all[at] !== null)
      return {
        key,
        label: values.find((of) => of.has(key))?.get(key)?.label ?? key,
        values: texts,
        differs: here.some((text) => text !== here[0]),
      }
    })
    if (rows.length === 0) return []
    const named = SpecsCategory.safeParse(category)
    const label = parts.find((part) => part !== null)?.label ?? category
    return [{ category, label: named.success ? specsCategoryNames[named.data] : label, rows }]
  })
}

/** Every key once: in the order of the longest list, what it lacks put after the key that it follows elsewhere. */
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

/** What is left when only differences are wanted. */
export const onlyDiffering = (sections: readonly ComparedSection[]): readonly ComparedSection[] =>
  sections
    .map((section) => ({ ...section, rows: section.rows.filter(({ differs }) => differs) }))
    .filter(({ rows }) => rows.length > 0)

/** The name that the specs give a vehicle, for one that came by its id alone. */
export function titleInSpecs(parts: readonly SpecsPart[]): string | null {
  const base = parts.find(({ category }) => category === 'base')?.details ?? []
  return base.find(({ name }) => name === 'title')?.text ?? null
}
