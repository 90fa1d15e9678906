import type { StateCode } from '../../../contract/region.ts'
import type { KnownKeys } from '../checking/known-keys.ts'
import { headerShape } from '../mapping/columns.ts'
import type { CheckContext, DraftSource, Template } from '../model/draft-source.ts'
import { applyEntries, entryToSet, type OverrideEntry, type Overrides } from '../model/overrides.ts'
import { indexOverrides } from '../model/override-index.ts'
import { fixEntries } from './apply-template.ts'
import { createDraftEngine, type DraftEngine } from './engine.ts'
import { findTemplate } from './find-template.ts'
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
  const engine = createDraftEngine(
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
