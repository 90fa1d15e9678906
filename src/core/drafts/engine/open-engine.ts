import { StateCode } from '../../../contract/region.ts'
import { maxSheetsTogether } from '../../../contract/row-id.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import { headerShape } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, Template } from '../model/draft-source.ts'
import { applyEntries, entryToSet, type Override, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { indexOverrides } from '../model/override-index.ts'
import { fixEntries } from './template.ts'
import { DraftEngine } from './engine.ts'
import { type LocatedTable, locateTable } from './locate-table.ts'
import { isCustomerSheet } from './other-tables.ts'
import { monthNames } from '../../../contract/calendar-date.ts'

export interface OpenedEngine {
  readonly engine: DraftEngine
  /** What was decided without the user, to be saved. */
  readonly entries: readonly OverrideEntry[]
}

/**
 * Opens a new file with the columns, the default state, the choice about existing customers and the fixes of an earlier file of the same shape, or else with a default
 * state. All is known before the rows are checked, because checking them twice takes twice as long.
 */
export function openEngine(
  source: DraftSource,
  context: CheckContext,
  known: KnownKeys,
  { templates, defaultState }: { readonly templates: readonly Template[]; readonly defaultState: StateCode | null },
): OpenedEngine {
  const overrides: Overrides = new Map()
  const { located, template: remembered, place } = findPlace(source, templates)
  const state = remembered ? remembered.choices.defaultState : defaultState
  const entries = place.map((override) => entryToSet(overrides, override))
  if (state) entries.push(entryToSet(overrides, { kind: 'default-state', state }))
  const choice = remembered?.choices.knownCustomers
  if (choice) entries.push(entryToSet(overrides, { kind: 'known-customers', choice }))
  applyEntries(overrides, entries)
  const engine = new DraftEngine(
    { ...source, facts: { ...source.facts, remembered } },
    overrides,
    context,
    known,
    located,
  )
  const fixes = remembered ? fixEntries(engine, remembered.choices) : []
  if (fixes.length > 0) engine.apply(fixes)
  return { engine, entries: [...entries, ...fixes] }
}

interface Place {
  readonly located: LocatedTable
  /** Null: none is remembered for this table. */
  readonly template: Template | null
  /** What leads to the table, where it is not found without. */
  readonly place: readonly Override[]
}

/** The table of a new file, and the template for it. Sheets that are parts of one list are read together, like those of an earlier file. */
function findPlace(source: DraftSource, templates: readonly Template[]): Place {
  const located = locateAt(source, [])
  const found = findTemplate(source, located, templates)
  if (found && found.place.length > 0) return found
  const together = sheetsOfOneList(source, located)
  if (together) {
    const place = [together]
    const joined = locateAt(source, place)
    const template = templateFor(joined, templates)
    if (template || areParts(together.sheets)) return { located: joined, template, place }
  }
  return found ?? { located, template: null, place: [] }
}

/**
 * The template for a file: that of its header's shape, else one whose sheet and header row lead to a header of its shape.
 * `templates`: last used first.
 */
function findTemplate(source: DraftSource, located: LocatedTable, templates: readonly Template[]): Place | null {
  const template = templateFor(located, templates)
  if (template) {
    // Another sheet of the same shape may come first in the file.
    const sheet = placeOf(source, template).filter(({ kind }) => kind === 'sheet')
    return tableAt(source, template, sheet) ?? { located, template, place: [] }
  }
  for (const other of templates) {
    const found = tableAt(source, other, placeOf(source, other))
    if (found) return found
  }
  return null
}

function templateFor({ table }: LocatedTable, templates: readonly Template[]): Template | null {
  const shape = headerShape(table.header)
  return templates.find((template) => template.shape === shape) ?? null
}

/** The table there; null when it has no rows, or another header than that of the template. */
function tableAt(source: DraftSource, template: Template, place: readonly Override[]): Place | null {
  if (place.length === 0) return null
  const located = locateAt(source, place)
  const isIts = located.table.records.length > 0 && headerShape(located.table.header) === template.shape
  return isIts ? { located, template, place } : null
}

function placeOf({ facts, rows }: DraftSource, { choices: { sheet, headerRow } }: Template): Override[] {
  const place: Override[] = []
  if (sheet && facts.sheets.some(({ name }) => name === sheet)) place.push({ kind: 'sheet', sheet })
  const isInFile = typeof headerRow === 'number' && rows.some((list) => list.length >= headerRow)
  if (isInFile) place.push({ kind: 'header-row', headerRow })
  return place
}

const locateAt = (source: DraftSource, place: readonly Override[]): LocatedTable =>
  locateTable(source, indexOverrides(new Map(place.map((override) => [override.kind, override]))))

/** All sheets with cars and customers, when there are several and they have the same columns; else null. */
function sheetsOfOneList(
  source: DraftSource,
  { alike, reading }: LocatedTable,
): Extract<Override, { kind: 'sheets' }> | null {
  const customers = reading.sheets.filter((at) => isCustomerSheet(source, at))
  const isOneList = customers.length > 1 && customers.every((at) => alike.includes(at))
  if (!isOneList || customers.length > maxSheetsTogether) return null
  return { kind: 'sheets', sheets: customers.map((at) => source.facts.sheets[at]?.name ?? '') }
}

/** Words that only say which part of a list a sheet has: sheet 1, week 12, FY24 Q3, 2024, A to M. */
const partWord = /^(?:sheet|table|page|part|list|week|wk|quarter|qtr|month|year|day|fy|cy|to|and|of|\p{L}|\d+)$/iu
const months = new Set(
  monthNames.flatMap((name) => [name.toLowerCase(), name.slice(0, 3).toLowerCase(), name.slice(0, 4).toLowerCase()]),
)
const states: ReadonlySet<string> = new Set(StateCode.options.map((state) => state.toLowerCase()))

const isPartWord = (word: string): boolean => partWord.test(word) || months.has(word) || states.has(word)

/**
 * Whether sheets are parts of one list by their names: apart from the words that all of them have, each only says which month, number or
 * state it is of. Any other word may be a reason to leave a sheet out: "Lost", "Do not call", "Example".
 */
export function areParts(names: readonly string[]): boolean {
  const words = names.map((name): readonly string[] => name.toLowerCase().match(/\p{L}+|\d+/gu) ?? [])
  const [first = []] = words
  const common = new Set(first.filter((word) => words.every((others) => others.includes(word))))
  return words.every((all) => all.every((word) => common.has(word) || isPartWord(word)))
}
