import type { CustomerField } from '../../../src/contract/draft-rows.ts'
import type { CheckedRow } from '../../../src/core/drafts/checking/check-row.ts'
import { groupKey } from './group-issues.ts'
import { entryToSet, isChange, type OverrideEntry } from '../../../src/core/drafts/model/overrides.ts'
import type { ActionPlan } from '../../../src/core/drafts/engine/action-plan.ts'
import type { RowState } from './row-state.ts'
import { changeLabels, refusals } from '../../../src/core/drafts/engine/draft-text.ts'

/** A row of the group, and the text that its cell gets. */
interface Fix {
  readonly row: CheckedRow
  readonly text: string
}

/**
 * Gives the rows of an issue group a value: `value`, or else each row's own proposal. Where every cell with the same
 * text gets the same fix, one replacement covers them all; other cells are set one by one, so that no row outside the
 * group changes.
 */
export function fixGroup(state: RowState, key: string, value: string | undefined): ActionPlan {
  const group = state.groups().find((one) => one.key === key)
  if (!group) return { ok: false, message: refusals.noGroup }
  const { field } = group
  if (field === null) return { ok: false, message: refusals.rowIssue }
  if (value === undefined && group.proposal === null && !group.ownProposals) {
    return { ok: false, message: refusals.noProposal }
  }
  const fixes = fixesFor(state, key, value)
  const replaceable = replaceableTexts(state, field, fixes)
  const replaced = new Set<string>()
  const entries: OverrideEntry[] = []
  for (const { row, text } of fixes) {
    const original = row.originals[field]
    if (!replaceable.has(original)) {
      entries.push(entryToSet(state.overrides, { kind: 'cell', row: row.row, field, text }))
    } else if (!replaced.has(original)) {
      entries.push(entryToSet(state.overrides, { kind: 'replacement', field, original, text }))
      replaced.add(original)
    }
  }
  const rows = fixes.map(({ row }) => row.row)
  const label = changeLabels.fixedGroup(field, group.value, value ?? group.proposal, rows)
  return { ok: true, label, entries: entries.filter(isChange) }
}

function fixesFor(state: RowState, key: string, value: string | undefined): Fix[] {
  const fixes: Fix[] = []
  for (const row of state.rows) {
    if (state.statusOf(row) === 'left-out') continue
    const issue = state.issuesOf(row).find((one) => groupKey(row, one) === key)
    if (issue) fixes.push({ row, text: value ?? issue.proposal ?? '' })
  }
  return fixes
}

/**
 * Original texts of which every cell gets the same fix and none was typed by the user. An empty cell is never replaced
 * in all rows.
 */
function replaceableTexts(state: RowState, field: CustomerField, fixes: readonly Fix[]): Set<string> {
  const cells = new Map<string, number>()
  const typed = new Set<string>()
  for (const { row, originals } of state.rows) {
    const original = originals[field]
    cells.set(original, (cells.get(original) ?? 0) + 1)
    if (state.index.cells.get(row)?.has(field)) typed.add(original)
  }
  const fixed = new Map<string, { cells: number; readonly texts: Set<string> }>()
  for (const { row, text } of fixes) {
    const original = row.originals[field]
    const use = fixed.get(original) ?? { cells: 0, texts: new Set<string>() }
    use.cells += 1
    use.texts.add(text)
    fixed.set(original, use)
  }
  const replaceable = new Set<string>()
  if ([...fixed.keys()].filter((original) => original !== '').length > 50) return replaceable
  for (const [original, use] of fixed) {
    const all = use.cells === cells.get(original) && use.texts.size === 1
    if (all && original !== '' && !typed.has(original)) replaceable.add(original)
  }
  return replaceable
}
