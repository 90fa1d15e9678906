import { formatNumber } from '../../contract/regional-format.ts'
import type { Detail } from '../../contract/details.ts'
import { fieldLabel } from './field-label.ts'
import { amountOf, cleanText, isAmountName, numberText, readableText } from './value-text.ts'

type AnyRecord = Readonly<Record<string, unknown>>

/** Fields beyond these limits are left out, with a note that says so. */
const maxDepth = 8
const maxFields = 4_000
/** A list of short texts is shown as one line. */
const maxLineItems = 12
const maxLineLength = 160

/**
 * Every field of a record as readable text, in the record's order. Nested records and lists become children, a list of
 * short texts one line, null or an empty text a field without text. `without` names fields of the record that are shown
 * elsewhere.
 */
export function detailsOf(record: AnyRecord, without: readonly string[] = []): Detail[] {
  const entries = Object.entries(record).filter(([name]) => !without.includes(name))
  return fieldsOf(entries, 0, { left: maxFields })
}

/** One named value as readable text. */
export function detailOf(name: string, value: unknown): Detail {
  return fieldOf(name, value, 0, { left: maxFields })
}

interface Budget {
  left: number
}

function fieldsOf(entries: readonly (readonly [string, unknown])[], depth: number, budget: Budget): Detail[] {
  const details: Detail[] = []
  for (const [name, value] of entries) {
    if (budget.left <= 0) {
      details.push(omittedFields(entries.length - details.length))
      return details
    }
    details.push(fieldOf(name, value, depth, budget))
  }
  return details
}

function omittedFields(count: number): Detail {
  const text = count === 1 ? 'One more field is not shown.' : `${formatNumber(count)} more fields are not shown.`
  return { name: '', label: 'Not shown', text, children: [] }
}

function fieldOf(name: string, value: unknown, depth: number, budget: Budget): Detail {
  budget.left -= 1
  const { label, unit } = fieldLabel(cleanText(name), mayMeasure(value))
  const leaf = (text: string | null): Detail => ({ name, label, text, children: [] })
  switch (typeof value) {
    case 'boolean':
      return leaf(value ? 'Yes' : 'No')
    case 'number':
      return leaf(numberText(value, unit, isAmountName(name)))
    case 'bigint':
      return leaf(value.toString())
    case 'string':
      return leaf(readableText(value))
    case 'object': {
      if (value === null) return leaf(null)
      const entries: readonly (readonly [string, unknown])[] = Array.isArray(value)
        ? value.map((item, at): [string, unknown] => [String(at + 1), item])
        : Object.entries(value)
      if (entries.length === 0) return leaf(null)
      if (Array.isArray(value)) {
        const line = lineOf(name, value)
        if (line !== null) return leaf(line)
      }
      if (depth >= maxDepth) return { name, label, text: null, children: [omittedFields(entries.length)] }
      const children = fieldsOf(entries, depth + 1, budget)
      return { name, label, text: null, children: Array.isArray(value) ? withTitles(children, value) : children }
    }
    default:
      // JSON has no other types.
      return leaf(null)
  }
}

/** Only amounts and empty fields have a unit. */
function mayMeasure(value: unknown): boolean {
  return value === null || value === '' || amountOf(value) !== null
}

function lineOf(name: string, items: readonly unknown[]): string | null {
  if (items.length > maxLineItems) return null
  const texts: string[] = []
  for (const item of items) {
    if (typeof item === 'object') return null
    const text = fieldOf(name, item, 0, { left: 1 }).text
    if (text === null || text.includes('\n')) return null
    texts.push(text)
  }
  const line = texts.join(', ')
  return line.length <= maxLineLength ? line : null
}

const titleNames = ['title', 'name', 'label', 'description'] as const

/** The items of a list, labelled with their titles where they have one. */
function withTitles(children: readonly Detail[], items: readonly unknown[]): Detail[] {
  return children.map((child, at) => {
    const item = items[at]
    if (typeof item !== 'object' || item === null || Array.isArray(item) || child.children.length === 0) return child
    const record = item as AnyRecord
    for (const titleName of titleNames) {
      const title = record[titleName]
      if (typeof title !== 'string' || title.length > 120) continue
      const label = cleanText(title)
      if (label !== '') return { ...child, label }
    }
    return child
  })
}
