import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { jsonOrNull } from '../database/parse-json.ts'
import { AdvancedSettings } from '../../contract/advanced-settings.ts'
import { regionNames } from '../../contract/region-names.ts'
import type { Database } from '../database/database.ts'
import { readSetting } from '../database/settings.ts'
import { defaultAdvanced } from '../service/assumptions.ts'
import { backupPlanSetting } from '../storage/settings-of-this-pc.ts'

/** A line of the report: a name that this code has, and a value that cannot be a text of the user. */
export type Fact = readonly [name: string, value: string | number | boolean]

/** What is counted, with the table of each. A table of a later version is not counted. */
const countedTables: Readonly<Record<string, string>> = {
  connections: 'connection',
  drafts: 'draft',
  'column templates': 'template',
  uploads: 'upload',
  'upload batches': 'upload_batch',
  customers: 'customer',
  'changes of customers': 'customer_change',
  'customer views': 'customer_view',
  'customers in the bin': 'bin',
  'Do Not Contact marks': 'do_not_contact',
  'unreadable customers': 'customer_unreadable',
  'call notes': 'sighting_entry',
  'attempts to contact': 'contact_attempt',
  people: 'person',
  'saved look-ups': 'kept_answer',
  'bulk look-ups': 'bulk_lookup',
  'cars of bulk look-ups': 'bulk_lookup_item',
  'webhook pings': 'webhook_ping',
  'inspector events': 'inspector_event',
  settings: 'setting',
}

/** States that are counted each by itself. Any other state is "other". */
const uploadStates = ['preparing', 'open', 'stopped', 'complete', 'cancelled'] as const
const batchStates = ['planned', 'sending', 'unknown', 'processing', 'complete', 'refused', 'cancelled'] as const

/** Settings that are shown, by their stored name, with the keys that hold no text of the user. */
const shownSettings: Readonly<Record<string, readonly string[]>> = {
  'app.preferences': ['theme', 'whenClosing', 'density'],
  lookup: ['repeatAfterHours', 'pageLength'],
  'sightings.settings': ['checkEveryMinutes', 'notify'],
  inspector: ['startsByItself'],
  [backupPlanSetting]: ['every', 'keep'],
}

/** The texts that a shown setting can have. */
const settingTexts: ReadonlySet<unknown> = new Set(
  'system light dark ask background quit compact comfortable day week'.split(' '),
)

/** How much of everything is stored. Other calls run between two counts. */
export async function countFacts(database: Database): Promise<Fact[]> {
  const facts: Fact[] = []
  const present = new Set(database.values<string>("SELECT name FROM sqlite_master WHERE type = 'table'"))
  const count = async (name: string, from: string): Promise<void> => {
    facts.push([name, database.value<number>(`SELECT count(*) FROM ${from}`) ?? 0])
    await yieldToEventLoop()
  }
  for (const [name, table] of Object.entries(countedTables)) if (present.has(table)) await count(name, table)
  await count('pending edits', 'customer_change WHERE edit IS NOT NULL')
  for (const state of uploadStates) await count(`uploads ${state}`, `upload WHERE state = '${state}'`)
  for (const state of batchStates) await count(`upload batches ${state}`, `upload_batch WHERE state = '${state}'`)
  return facts
}

/** The settings that hold no text of the user. */
export function settingFacts(database: Database): Fact[] {
  return Object.entries(shownSettings).flatMap(([name, keys]) => {
    const saved = readSetting(database, name)
    const value = saved === null ? {} : parsedObject(saved)
    return keys.map((key): Fact => [`${name} ${key}`, key in value ? safeValue(value[key]) : 'default'])
  })
}

/** The connections without their names. The address is shown as its host only. */
export function connectionFacts(database: Database): Fact[] {
  const rows = database.all<Record<'kind' | 'scheme' | 'region' | 'base_url' | 'credentials_in' | 'advanced', unknown>>(
    'SELECT kind, scheme, region, base_url, credentials_in, advanced FROM connection ORDER BY created_at',
  )
  return rows.flatMap((row, index): Fact[] => {
    const name = `connection ${index + 1}`
    const advanced = parsedObject(String(row.advanced))
    return [
      [`${name} kind`, oneOf(row.kind, ['practice', 'account'])],
      [`${name} host`, hostOf(String(row.base_url))],
      [`${name} region`, oneOf(row.region, Object.keys(regionNames))],
      [`${name} sign-in`, oneOf(row.scheme, ['api-key', 'oauth'])],
      [`${name} credentials in`, oneOf(row.credentials_in, ['keychain', 'memory'])],
      ...Object.entries(defaultAdvanced).flatMap(([key, standard]): Fact[] => {
        const value = advanced[key]
        if (value === undefined || value === standard) return []
        // Names of fields and parameters are the user's.
        const shown = typeof standard === 'string' && !isChoice(key) ? 'changed' : safeValue(value, key)
        return [[`${name} ${key}`, shown]]
      }),
    ]
  })
}

/** Whether an advanced setting is one of a list, and its texts can be shown. */
const choicesOf = (key: string): readonly unknown[] => {
  const field: unknown = AdvancedSettings.shape[key as keyof AdvancedSettings]
  return typeof field === 'object' && field !== null && 'options' in field && Array.isArray(field.options)
    ? field.options
    : []
}
const isChoice = (key: string): boolean => choicesOf(key).length > 0

/** A value that cannot be a text, a phone number or a plate. */
function safeValue(value: unknown, key = ''): Fact[1] {
  if (typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) < 100_000 ? value : 'out of range'
  return typeof value === 'string' && (settingTexts.has(value) || choicesOf(key).includes(value)) ? value : 'not shown'
}

const oneOf = (value: unknown, known: readonly string[]): string =>
  typeof value === 'string' && known.includes(value) ? value : 'other'

/** The host of an address, without its user, port, path and parameters. */
function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).hostname : 'none'
}

function parsedObject(json: string): Readonly<Record<string, unknown>> {
  const value = jsonOrNull(json)
  // A damaged setting is a fact as well: its default is in use.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}
