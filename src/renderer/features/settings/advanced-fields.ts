import type { AdvancedSettings } from '../../../contract/advanced-settings.ts'

export const advancedText = {
  title: 'Advanced',
  text: 'For behaviour your provider hasn’t documented. Applies to this connection from the next request on. Most people never change these.',
  group: (name: string, { changed, wrong }: { readonly changed: number; readonly wrong: number }) =>
    [name, changed > 0 ? `${changed} changed` : '', wrong > 0 ? `${wrong} to fix` : ''].filter(Boolean).join(', '),
  default: (value: string) => `Default: ${value}.`,
  reset: (label: string) => `Reset ${label} to its default`,
  resetAll: 'Reset all to defaults',
  problems: {
    number: (min: number, max: number) => `Enter a whole number from ${min} to ${max.toLocaleString('en-AU')}.`,
    sameKey: 'Another extra field has this name.',
  },
  undo: 'Undo changes',
  save: 'Save',
  saved: 'Advanced settings saved.',
  wasReset: 'Advanced settings reset.',
} as const

export type AdvancedName = keyof AdvancedSettings

/** How a setting is entered. The limits are those of the contract, so that a mistake is shown before it is sent. */
type Entry =
  | { readonly kind: 'choice'; readonly options: readonly { readonly value: string; readonly label: string }[] }
  | { readonly kind: 'number'; readonly min: number; readonly max: number }
  | { readonly kind: 'text'; readonly pattern: RegExp; readonly problem: string }

export const advancedGroups = ['Uploads', 'Requests', 'Answers and events'] as const
export type AdvancedGroup = (typeof advancedGroups)[number]

interface AdvancedSetting {
  readonly group: AdvancedGroup
  readonly label: string
  /** What the setting changes, and when. */
  readonly effect: string
  readonly entry: Entry
}

/** All values of a setting with their words: a forgotten one does not compile. */
const choices = <N extends AdvancedName>(labels: Readonly<Record<AdvancedSettings[N] & string, string>>): Entry => ({
  kind: 'choice',
  options: Object.entries<string>(labels).map(([value, label]) => ({ value, label })),
})
const number = (min: number, max: number): Entry => ({ kind: 'number', min, max })
const fieldKey: Entry = {
  kind: 'text',
  pattern: /^[a-z][a-z0-9_]{1,39}$/,
  problem: 'Use 2 to 40 lowercase letters, digits and underscores, starting with a letter.',
}

/** Each advanced setting once, in the order of the screen. To add one, add it to its schema, its default to `defaultAdvanced`, and here. */
export const advancedSettings: Readonly<Record<AdvancedName, AdvancedSetting>> = {
  firstBatchSize: {
    group: 'Uploads',
    label: 'Rows in the first batch',
    effect: 'How many customers a new upload sends at once. A batch that is refused is halved and sent again.',
    entry: number(1, 5_000),
  },
  mobileForm: {
    group: 'Uploads',
    label: 'Mobile number format',
    effect: 'How mobile numbers are written in uploads and edits.',
    entry: choices<'mobileForm'>({
      national: 'National: 0491 570 006',
      international: 'International: +61 491 570 006',
    }),
  },
  referenceKey: {
    group: 'Uploads',
    label: 'Row reference field',
    effect: 'The extra field of new uploads that links each customer to its row, so that nothing is sent twice.',
    entry: fieldKey,
  },
  shortVins: {
    group: 'Uploads',
    label: 'Numbers too short for a VIN',
    effect:
      'Where new uploads send chassis and frame numbers that are too short for a VIN. A VIN of 17 characters wins.',
    entry: choices<'shortVins'>({ 'extra-field': 'In the chassis number field', vin: 'As the VIN' }),
  },
  chassisKey: {
    group: 'Uploads',
    label: 'Chassis number field',
    effect: 'The extra field for chassis and frame numbers that are too short for a VIN.',
    entry: fieldKey,
  },
  secondMobileKey: {
    group: 'Uploads',
    label: 'Second mobile field',
    effect: 'The extra field for the second number of a row.',
    entry: fieldKey,
  },
  knownVinMaxAgeDays: {
    group: 'Uploads',
    label: 'Use known VINs for, in days',
    effect: 'How long a VIN that was seen with a rego is filled in for free. Plates can move to another car.',
    entry: number(1, 3_650),
  },
  pageSize: {
    group: 'Requests',
    label: 'Customers per request',
    effect: 'How many customers are downloaded at once. Use a lower number if downloading fails.',
    entry: number(1, 1_000),
  },
  statusPath: {
    group: 'Requests',
    label: 'Registration status address',
    effect: 'Which of the two documented addresses is called for a registration status.',
    entry: choices<'statusPath'>({
      both: 'Try both',
      registrations: '/vehicles/registrations/ABC123/status',
      vehicles: '/vehicles/ABC123/status',
    }),
  },
  facetParameter: {
    group: 'Requests',
    label: 'Catalogue filter parameter',
    effect: 'How a filter is sent in a catalogue search. {facet} stands for its name, such as make.',
    entry: {
      kind: 'text',
      pattern: /^[A-Za-z0-9_.[\]-]{0,30}\{facet\}[A-Za-z0-9_.[\]-]{0,30}$/,
      problem: 'Write {facet} once. Letters, digits and . _ - [ ] are allowed around it.',
    },
  },
  malaysiaRegionCode: {
    group: 'Requests',
    label: 'Malaysia region code',
    effect: 'What is sent as the region while Malaysia is selected.',
    entry: { kind: 'text', pattern: /^[a-z]{2,10}$/, problem: 'Use 2 to 10 lowercase letters.' },
  },
  tokenMarginSeconds: {
    group: 'Requests',
    label: 'Renew the sign-in early, in seconds',
    effect: 'How long before its end a sign-in is renewed. Only for connections with a client ID and secret.',
    entry: number(0, 600),
  },
  lowConfidenceBelow: {
    group: 'Answers and events',
    label: 'Check matches below, in percent',
    effect: 'Look-ups with a lower confidence ask you to check the match. 0 turns this off for numbers.',
    entry: number(0, 100),
  },
  dates: {
    group: 'Answers and events',
    label: 'Dates of customers',
    effect: 'How sale and expiry dates from the service are read. Downloaded customers are read again after a change.',
    entry: choices<'dates'>({
      'as-written': 'As written, without a time zone',
      'local-time': 'In the time zone of this PC',
    }),
  },
  priceChangeEvent: {
    group: 'Answers and events',
    label: 'Name of the price change event',
    effect: 'What new webhook subscriptions to price changes are called. The service documents two names.',
    entry: choices<'priceChangeEvent'>({
      recapture_price_change: 'recapture_price_change',
      price_change: 'price_change',
    }),
  },
}

export const advancedNames = Object.keys(advancedSettings) as readonly AdvancedName[]

export const namesOfGroup = (group: AdvancedGroup): readonly AdvancedName[] =>
  advancedNames.filter((name) => advancedSettings[name].group === group)

/** The settings as fields show them. */
export type AdvancedFields = Record<AdvancedName, string>

export const toFields = (settings: AdvancedSettings): AdvancedFields =>
  Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, String(value)])) as AdvancedFields

/** The settings as the program takes them. Only for fields without problems. */
export const fromFields = (fields: AdvancedFields): AdvancedSettings =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      advancedSettings[name as AdvancedName].entry.kind === 'number' ? Number(value) : value.trim(),
    ]),
  ) as unknown as AdvancedSettings

/** A setting in words, for "Default: …". */
export function shownValue(name: AdvancedName, value: string): string {
  const { entry } = advancedSettings[name]
  return entry.kind === 'choice' ? (entry.options.find((one) => one.value === value)?.label ?? value) : value
}

const keyNames = ['referenceKey', 'chassisKey', 'secondMobileKey'] as const

/** What is wrong with a field; null: nothing. */
export function problemOf(name: AdvancedName, fields: AdvancedFields): string | null {
  const { entry } = advancedSettings[name]
  const value = fields[name].trim()
  const { problems } = advancedText
  if (entry.kind === 'number') {
    const number = Number(value)
    const isValid = /^\d+$/.test(value) && number >= entry.min && number <= entry.max
    return isValid ? null : problems.number(entry.min, entry.max)
  }
  if (entry.kind !== 'text') return null
  if (!entry.pattern.test(value)) return entry.problem
  const isKey = keyNames.some((key) => key === name)
  return isKey && keyNames.some((key) => key !== name && fields[key].trim() === value) ? problems.sameKey : null
}
