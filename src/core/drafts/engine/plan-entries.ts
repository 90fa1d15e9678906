import {
  entryToClear,
  entryToSet,
  isChange,
  type Override,
  type OverrideEntry,
  type OverrideKey,
} from '../model/overrides.ts'
import type { ActionPlan } from './action-plan.ts'
import type { DraftState } from './draft-state.ts'

export const refused = (message: string): ActionPlan => ({ ok: false, message })

export const planned = (label: string, entries: readonly OverrideEntry[]): ActionPlan => ({
  ok: true,
  label,
  entries: entries.filter(isChange),
})

export const set = ({ overrides }: DraftState, override: Override): OverrideEntry => entryToSet(overrides, override)
export const clear = ({ overrides }: DraftState, key: OverrideKey): OverrideEntry => entryToClear(overrides, key)

export function clearAll(state: DraftState, kinds: readonly Override['kind'][]): OverrideEntry[] {
  const entries: OverrideEntry[] = []
  for (const override of state.overrides.values()) {
    if (kinds.includes(override.kind)) entries.push(clear(state, override))
  }
  return entries
}
