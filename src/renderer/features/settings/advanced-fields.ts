import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'
import { advancedText } from './advanced-text.ts'

export type AdvancedName = keyof AdvancedSettings

/** How a setting is entered. The limits are those of the contract, so that a mistake is shown before it is sent. */
type Entry =
  | { readonly kind: 'choice'; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly pattern: RegExp }

const choices = (labels: Readonly<Record<string, string>>): Entry => ({
  kind: 'choice',
  options: Object.entries(labels).map(([value, label]) => ({ value, label })),
})
const fieldKey: Entry = { kind: 'text', pattern: /^[a-z][a-z0-9_]{1,39}$/ }

const entries: Readonly<Record<AdvancedName, Entry>> = {
  firstBatchSize: { kind: 'number', min: 1, max: 5_000 },
  mobileForm: choices(advancedText.choices.mobileForm),
  referenceKey: fieldKey,
  chassisKey: fieldKey,
  shortVins: choices(advancedText.choices.shortVins),
  secondMobileKey: fieldKey,
  knownVinMaxAgeDays: { kind: 'number', min: 1, max: 3_650 },
  pageSize: { kind: 'number', min: 1, max: 1_000 },
  statusPath: choices(advancedText.choices.statusPath),
  facetParameter: { kind: 'text', pattern: /^[A-Za-z0-9_.[\]-]{0,30}\{facet\}[A-Za-z0-9_.[\]-]{0,30}$/ },
  malaysiaRegionCode: { kind: 'text', pattern: /^[a-z]{2,10}$/ },
  tokenMarginSeconds: { kind: 'number', min: 0, max: 600 },
  lowConfidenceBelow: { kind: 'number', min: 0, max: 100 },
  dates: choices(advancedText.choices.dates),
  priceChangeEvent: choices(advancedText.choices.priceChangeEvent),
}

/** The settings in the order of the screen. */
export const advancedGroups: readonly { readonly title: string; readonly names: readonly AdvancedName[] }[] = [
  {
    title: advancedText.groups.uploads,
    names: [
      ...(['firstBatchSize', 'mobileForm', 'referenceKey', 'shortVins', 'chassisKey', 'secondMobileKey'] as const),
      'knownVinMaxAgeDays',
    ],
  },
  {
    title: advancedText.groups.requests,
    names: ['pageSize', 'statusPath', 'facetParameter', 'malaysiaRegionCode', 'tokenMarginSeconds'],
  },
  { title: advancedText.groups.answers, names: ['lowConfidenceBelow', 'dates', 'priceChangeEvent'] },
]

export const entryOf = (name: AdvancedName): Entry => entries[name]

/** The settings as fields show them. */
export type AdvancedFields = Record<AdvancedName, string>

export const toFields = (settings: AdvancedSettings): AdvancedFields =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) as AdvancedFields

/** The settings as the program takes them. Only for fields without problems. */
export const fromFields = (fields: AdvancedFields): AdvancedSettings =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      entries[name as AdvancedName].kind === 'number' ? Number(value) : value.trim(),
    ]),
  ) as unknown as AdvancedSettings

/** A setting in words, for "Default: …". */
export function shownValue(name: AdvancedName, value: string): string {
  const entry = entries[name]
  return entry.kind === 'choice' ? (entry.options.find((one) => one.value === value)?.label ?? value) : value
}

const keyNames = ['referenceKey', 'chassisKey', 'secondMobileKey'] as const

/** What is wrong with a field; null: nothing. */
export function problemOf(name: AdvancedName, fields: AdvancedFields): string | null {
  const entry = entries[name]
  const value = fields[name].trim()
  const { problems } = advancedText
  if (entry.kind === 'number') {
    const number = Number(value)
    const isValid = /^\d+$/.test(value) && number >= entry.min && number <= entry.max
    return isValid ? null : problems.number(entry.min, entry.max)
  }
  if (entry.kind !== 'text') return null
  if (!entry.pattern.test(value)) return problems.text[name] ?? problems.fieldKey
  const isKey = keyNames.some((key) => key === name)
  return isKey && keyNames.some((key) => key !== name && fields[key].trim() === value) ? problems.sameKey : null
}
