import type { StateCode } from '../../../contract/region.ts'
import { maxSheetsTogether } from '../../../contract/row-id.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import { headerShape } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, Template } from '../model/draft-source.ts'
import { applyEntries, entryToSet, type Override, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { indexOverrides } from '../model/override-index.ts'
import { fixEntries } from './apply-template.ts'
import { DraftEngine } from './engine.ts'
import { locateTable, type LocatedTable } from './locate-table.ts'
import { isCustomerSheet } from './other-tables.ts'
import { areParts } from './sheet-names.ts'

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
  const { located, found, place } = findPlace(source, templates)
  const state = found ? found.template.choices.defaultState : defaultState
  const entries = place.map((override) => entryToSet(overrides, override))
  if (state) entries.push(entryToSet(overrides, { kind: 'default-state', state }))
  const choice = found?.template.choices.knownCustomers
  if (choice) entries.push(entryToSet(overrides, { kind: 'known-customers', choice }))
  applyEntries(overrides, entries)
  const remembered = found?.template ?? null
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

interface FoundTemplate {
  readonly template: Template
  /** Sheet and header row that the user chose for an earlier file, where the table is not found without them. */
  readonly place: readonly Override[]
}

/**
 * The template for a file: that of its header's shape, else one whose sheet and header row lead to a header of its shape.
 * `templates`: last used first.
 */
function findTemplate(source: DraftSource, shape: string | null, templates: readonly Template[]): FoundTemplate | null {
  const same = templates.find((template) => template.shape === shape)
  if (same) {
    // Another sheet of the same shape may come first in the file.
    const sheet = placeOf(source, same).filter(({ kind }) => kind === 'sheet')
    return { template: same, place: leadsTo(source, same, sheet) ? sheet : [] }
  }
  for (const template of templates) {
    const place = placeOf(source, template)
    if (leadsTo(source, template, place)) return { template, place }
  }
  return null
}

/** Whether the table there has rows, and a header of the template's shape. */
function leadsTo(source: DraftSource, template: Template, place: readonly Override[]): boolean {
  if (place.length === 0) return false
  const { table } = locateAt(source, place)
  return table.records.length > 0 && headerShape(table.header) === template.shape
}

function placeOf({ facts, rows }: DraftSource, { choices: { sheet, headerRow } }: Template): Override[] {
  const place: Override[] = []
  if (sheet && facts.sheets.some(({ name }) => name === sheet)) place.push({ kind: 'sheet', sheet })
  const isInFile = typeof headerRow === 'number' && rows.some((list) => list.length >= headerRow)
  if (isInFile) place.push({ kind: 'header-row', headerRow })
  return place
}

interface Place {
  readonly located: LocatedTable
  readonly found: FoundTemplate | null
  /** What leads to the table, where it is not found without. */
  readonly place: readonly Override[]
}

/** The table of a new file, and the template for it. Sheets that are parts of one list are read together, like those of an earlier file. */
function findPlace(source: DraftSource, templates: readonly Template[]): Place {
  const first = locateTable(source, indexOverrides(new Map()))
  const found = findTemplate(source, headerShape(first.table.header), templates)
  const placed = found?.place ?? []
  const together = placed.length > 0 ? null : sheetsOfOneList(source, first)
  if (together) {
    const located = locateAt(source, [together])
    const shape = headerShape(located.table.header)
    const template = templates.find((one) => one.shape === shape)
    if (template) return { located, found: { template, place: [together] }, place: [together] }
    if (areParts(together.sheets)) return { located, found: null, place: [together] }
  }
  return { located: placed.length > 0 ? locateAt(source, placed) : first, found, place: placed }
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
