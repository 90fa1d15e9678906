import type { CustomerField } from '../../../contract/drafts.ts'
import type { CheckedRow } from '../checking/check-row.ts'
import { entryToSet, isChange, nextRangeId } from '../model/overrides.ts'
import type { ActionPlan } from './action-plan.ts'
import { textEntries } from './cell-entries.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { issueInGroup } from './issue-groups.ts'

/** A row of the group, and the text that its cell gets. */
export interface Fix {
  readonly row: CheckedRow
  readonly text: string
}

/** A cell of the group: its row, its text in the file, and the text that it gets. */
interface CellFix {
  readonly position: number
  readonly original: string
  readonly text: string
}

/** With more different texts than these, cells are set: a replacement is an entry of its own. */
const maxReplaced = 50

/**
 * Gives the rows of an issue group a value: `value`, or else each row's own proposal. Where every cell with the same
 * text gets the same fix, one replacement covers them all; other cells are set, so that no row outside the group changes.
 */
export function fixGroup(state: DraftState, key: string, value: string | undefined): ActionPlan {
  const group = state.groups().find((one) => one.key === key)
  if (!group) return { ok: false, message: refusals.noGroup }
  const { field } = group
  if (field === null) return { ok: false, message: refusals.rowIssue }
  if (value === undefined && group.proposal === null && !group.ownProposals) {
    return { ok: false, message: refusals.noProposal }
  }
  const sameText = value ?? group.proposal
  const fixes = Array.from(state.issues.positionsWith(key), (position): CellFix => {
    const original = state.rows.originalAt(position, field)
    return { position, original, text: sameText ?? proposalOf(state, position, key) }
  })
  const rows = fixes.map(({ position }) => state.rows.numberAt(position))
  const replaceable = replaceableTexts(state, field, fixes)
  const replaced = new Map(fixes.filter(({ original }) => replaceable.has(original)).map((fix) => [fix.original, fix]))
  const cells = fixes.flatMap(({ original, text }, at) =>
    replaceable.has(original) ? [] : [{ row: rows[at] ?? 0, text }],
  )
  const entries = [
    ...Array.from(replaced.values(), ({ original, text }) =>
      entryToSet(state.overrides, { kind: 'replacement', field, original, text }),
    ),
    ...textEntries(state, field, cells, nextRangeId(state.overrides)),
  ]
  const label = changeLabels.fixedGroup(field, group.value, sameText, rows)
  return { ok: true, label, entries: entries.filter(isChange) }
}

function proposalOf(state: DraftState, position: number, key: string): string {
  const row = state.rows.at(position)
  return issueInGroup(state.issues.of(position, row), row, key)?.proposal ?? ''
}

/** The rows of a group, each with the text that a fix gives it. */
export function fixesFor(state: DraftState, key: string, value: string | undefined): Fix[] {
  const fixes: Fix[] = []
  for (const position of state.issues.positionsWith(key)) {
    const row = state.rows.at(position)
    const issue = issueInGroup(state.issues.of(position, row), row, key)
    if (issue) fixes.push({ row, text: value ?? issue.proposal ?? '' })
  }
  return fixes
}

/**
 * Original texts of which every cell gets the same fix and none was typed by the user. An empty cell is never replaced
 * in all rows.
 */
function replaceableTexts(
  { index, rows }: DraftState,
  field: CustomerField,
  fixes: readonly CellFix[],
): ReadonlySet<string> {
  const fixed = new Map<string, { text: string; cells: number; isOneText: boolean }>()
  for (const { original, text } of fixes) {
    const use = fixed.get(original) ?? { text, cells: 0, isOneText: true }
    use.cells += 1
    use.isOneText &&= use.text === text
    fixed.set(original, use)
  }
  fixed.delete('')
  if (fixed.size === 0 || fixed.size > maxReplaced) return new Set()
  const left = new Map(Array.from(fixed, ([original, { cells }]) => [original, cells]))
  for (let position = 0; position < rows.length; position += 1) {
    const original = rows.originalAt(position, field)
    const cells = left.get(original)
    if (cells === undefined) continue
    const isTyped = index.cells.textOf(rows.numberAt(position), field) !== undefined
    left.set(original, isTyped ? Infinity : cells - 1)
  }
  return new Set(
    Array.from(left.keys()).filter((original) => left.get(original) === 0 && fixed.get(original)?.isOneText),
  )
}
