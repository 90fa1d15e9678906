import type { StateCode } from '../../../contract/region.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import { headerShape } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, Template } from '../model/draft-source.ts'
import { applyEntries, entryToSet, type OverrideEntry, type Overrides, type Override } from '../model/overrides.ts'
import { indexOverrides } from '../model/override-index.ts'
import { fixEntries } from './apply-template.ts'
import { DraftEngine } from './engine.ts'
import { locateTable } from './locate-table.ts'

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
  const located = locateTable(source, indexOverrides(overrides))
  const found = findTemplate(source, headerShape(located.table.header), templates)
  const place = found?.place ?? []
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
    // Another place has another table.
    place.length === 0 ? located : null,
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
  const { table } = locateTable(source, indexOverrides(new Map(place.map((override) => [override.kind, override]))))
  return table.records.length > 0 && headerShape(table.header) === template.shape
}

function placeOf({ facts, rows }: DraftSource, { choices: { sheet, headerRow } }: Template): Override[] {
  const place: Override[] = []
  if (sheet && facts.sheets.some(({ name }) => name === sheet)) place.push({ kind: 'sheet', sheet })
  const isInFile = typeof headerRow === 'number' && rows.some((list) => list.length >= headerRow)
  if (isInFile) place.push({ kind: 'header-row', headerRow })
  return place
}
