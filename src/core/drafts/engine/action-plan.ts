import type { OverrideEntry } from '../model/overrides.ts'

/** The overrides that an action changes, and its name for undo. `entries` is empty when nothing would change. */
export type ActionPlan =
  | { readonly ok: true; readonly label: string; readonly entries: readonly OverrideEntry[] }
  | { readonly ok: false; readonly message: string }
