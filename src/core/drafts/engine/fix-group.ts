import type { CustomerField } from '../../../contract/draft-rows.ts'
import { entryToSet, isChange } from '../model/overrides.ts'
import { nextRangeId, type ActionPlan } from './plan-entries.ts'
import { textEntries } from './cell-entries.ts'
import type { DraftState } from './draft-state.ts'
import { changeLabels, refusals } from './draft-text.ts'
import { groupKey } from '../checking/issue-classes.ts'

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
  const fixes = cellFixes(state, key, field, sameText)
  const replaceable = replaceableTexts(state, field, fixes)
  const rows: number[] = []
  const texts: string[] = []
  for (const position of fixes.positions) {
    if (replaceable.has(fixes.originalAt(position))) continue
    rows.push(state.rows.numberAt(position))
    texts.push(fixes.textAt(position))
  }
  const entries = [
    ...Array.from(replaceable, ([original, text]) =>
      entryToSet(state.overrides, { kind: 'replacement', field, original, text }),
    ),
    ...textEntries(state, { field, rows, texts }, nextRangeId(state.overrides)),
  ]
  const numbers = fixes.positions.map((position) => state.rows.numberAt(position))
  const label = changeLabels.fixedGroup(field, group.value, sameText, numbers)
  return { ok: true, label, entries: entries.filter(isChange) }
}

/** Cells of a group by the position of their rows: their texts in the file, and the texts that they get. */
interface CellFixes {
  readonly positions: readonly number[]
  originalAt(position: number): string
  textAt(position: number): string
}

/** The cells of a group. `sameText`: for all of them; null: each gets its own proposal. */
export function cellFixes(state: DraftState, key: string, field: CustomerField, sameText: string | null): CellFixes {
  const { issues, rows } = state
  const proposalAt = (position: number): string => {
    // Only the check of the field itself proposes something.
    const { original, checked } = rows.resultAt(position, field)
    const value = original.trim()
    return checked.issues.find((one) => groupKey({ ...one, field }, value) === key)?.proposal ?? ''
  }
  return {
    positions: [...issues.positionsWith(key)],
    originalAt: rows.originalsOf(field),
    textAt: sameText === null ? proposalAt : () => sameText,
  }
}

/**
 * Original texts of which every cell gets the same fix and none was typed by the user, with that fix. Excluded rows with the text do not
 * count: they get the fix as well. An empty cell is never replaced in all rows.
 */
function replaceableTexts(
  { comparison, index, rows }: DraftState,
  field: CustomerField,
  { positions, originalAt, textAt }: CellFixes,
): ReadonlyMap<string, string> {
  const fixed = new Map<string, { text: string; cells: number; isOneText: boolean }>()
  for (const position of positions) {
    const original = originalAt(position)
    const text = textAt(position)
    const use = fixed.get(original) ?? { text, cells: 0, isOneText: true }
    use.cells += 1
    use.isOneText &&= use.text === text
    fixed.set(original, use)
    if (fixed.size > maxReplaced + 1) return new Map()
  }
  fixed.delete('')
  if (fixed.size === 0 || fixed.size > maxReplaced) return new Map()
  const left = new Map(Array.from(fixed, ([original, { cells }]) => [original, cells]))
  for (let position = 0; position < rows.length; position += 1) {
    const original = originalAt(position)
    const cells = left.get(original)
    if (cells === undefined || comparison.isExcluded(position)) continue
    const isTyped = index.cells.textOf(rows.numberAt(position), field) !== undefined
    left.set(original, isTyped ? Infinity : cells - 1)
  }
  return new Map(
    Array.from(fixed, ([original, { text }]) => [original, text] as const).filter(
      ([original]) => left.get(original) === 0 && fixed.get(original)?.isOneText,
    ),
  )
}
