import type { DraftAction } from './draft-actions.ts'

/** Actions that the next file of the same shape starts with. */
export const rememberedActions: ReadonlySet<DraftAction['kind']> = new Set([
  'column',
  'other-columns',
  'date-order',
  'default-state',
  'contact',
  'notes',
  'value',
  'known-customers',
  'fix-group',
  'template',
  'header-row',
  'sheet',
])
