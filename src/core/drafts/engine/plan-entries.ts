import { isAddedRow } from '../../../contract/row-id.ts'
import {
  entryToClear,
  entryToSet,
  isChange,
  type Override,
  type OverrideEntry,
  type OverrideKey,
  type Overrides,
} from '../model/overrides.ts'
import { RowRanges } from '../model/row-ranges.ts'
import type { DraftState } from './draft-state.ts'

/** The overrides that an action changes, and its name for undo. `entries` is empty when nothing would change. */
export type ActionPlan =
  | { readonly ok: true; readonly label: string; readonly entries: readonly OverrideEntry[] }
  | { readonly ok: false; readonly message: string }

export const refused = (message: string): ActionPlan => ({ ok: false, message })

export const planned = (label: string, entries: readonly OverrideEntry[]): ActionPlan => ({
  ok: true,
  label,
  entries: entries.filter(isChange),
})

export const set = ({ overrides }: DraftState, override: Override): OverrideEntry => entryToSet(overrides, override)
export const clear = ({ overrides }: DraftState, key: OverrideKey): OverrideEntry => entryToClear(overrides, key)

/** The id of the next range of cells or rows: later than all others. */
export function nextRangeId(overrides: Overrides): number {
  let latest = 0
  for (const override of overrides.values()) if ('id' in override && override.id > latest) latest = override.id
  return latest + 1
}

/** The entries that remove all overrides of these kinds. What is about rows added by hand stays: they are in no file. */
export function clearAll(state: DraftState, kinds: readonly Override['kind'][]): OverrideEntry[] {
  const entries: OverrideEntry[] = []
  for (const override of state.overrides.values()) {
    if (!kinds.includes(override.kind)) continue
    const stays = ofAddedRows(override)
    entries.push(stays ? set(state, stays) : clear(state, override))
  }
  return entries.filter(isChange)
}

/** The part of an override that is about rows added by hand; null: none. */
function ofAddedRows(override: Override): Override | null {
  if (override.kind === 'cell' || override.kind === 'row') return isAddedRow(override.row) ? override : null
  if (override.kind !== 'cells' && override.kind !== 'rows') return null
  const { rows } = override
  const added = [...rows].filter(isAddedRow)
  if (added.length === 0) return null
  const part = RowRanges.of(added)
  if (override.kind === 'rows') return { ...override, rows: part }
  const { texts } = override
  return { ...override, rows: part, texts: texts.length === 1 ? texts : texts.slice(-added.length) }
}
