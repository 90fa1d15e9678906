import { entryToClear, entryToSet, isChange, type OverrideEntry } from '../../../src/core/drafts/model/overrides.ts'
import type { ActionPlan } from '../../../src/core/drafts/engine/action-plan.ts'
import type { DraftAction } from '../../../src/core/drafts/engine/draft-actions.ts'
import { changeLabels, refusals } from '../../../src/core/drafts/engine/draft-text.ts'
import { compareRows } from './duplicate-rows.ts'
import { groupKey } from './group-issues.ts'
import { fixGroup } from './fix-group.ts'
import type { RowState } from './row-state.ts'

type ActionOf<Kind extends DraftAction['kind']> = Extract<DraftAction, { readonly kind: Kind }>

/** Plans the actions on rows: one override for each cell or row. Actions on columns do not depend on how rows are held. */
export function planRowAction(
  state: RowState,
  action: ActionOf<'cell' | 'fix-group' | 'exclude' | 'exclude-group' | 'exclude-errors'>,
): ActionPlan {
  switch (action.kind) {
    case 'cell':
      return editCell(state, action)
    case 'fix-group':
      return fixGroup(state, action.group, action.value?.trim())
    case 'exclude':
      return action.excluded ? excludeRows(state, action.rows) : includeRows(state, action.rows)
    case 'exclude-group':
      return excludeGroup(state, action)
    case 'exclude-errors':
      return excludeErrors(state)
  }
}

const refused = (message: string): ActionPlan => ({ ok: false, message })

const planned = (label: string, entries: readonly OverrideEntry[]): ActionPlan => ({
  ok: true,
  label,
  entries: entries.filter(isChange),
})

function editCell(state: RowState, { row: number, field, value }: ActionOf<'cell'>): ActionPlan {
  const row = state.rowByNumber(number)
  if (!row) return refused(refusals.noRecord(number))
  const original = row.originals[field]
  const text = value.trim()
  const isOriginal =
    text === original.trim() &&
    !state.index.replacements.get(field)?.has(original) &&
    !(field === 'state' && text === '')
  return planned(changeLabels.cell(field, number), [
    isOriginal
      ? entryToClear(state.overrides, { kind: 'cell', row: number, field })
      : entryToSet(state.overrides, { kind: 'cell', row: number, field, text }),
  ])
}

const recordsAmong = (state: RowState, rows: readonly number[]): number[] =>
  [...new Set(rows)].filter((row) => state.rowByNumber(row) !== null)

function excludeRows(state: RowState, wanted: readonly number[]): ActionPlan {
  const rows = recordsAmong(state, wanted)
  if (rows.length === 0) return refused(refusals.noRecords)
  return planned(
    changeLabels.excluded(rows),
    rows.map((row) => entryToSet(state.overrides, { kind: 'row', row, include: false })),
  )
}

/** Only rows that a rule would exclude again need an override; for the others the user's exclusion is cleared. */
function includeRows(state: RowState, wanted: readonly number[]): ActionPlan {
  const rows = recordsAmong(state, wanted)
  if (rows.length === 0) return refused(refusals.noRecords)
  const freed = new Set(rows)
  const withoutChoice = { get: (row: number) => (freed.has(row) ? undefined : state.index.rows.get(row)) }
  const { excluded } = compareRows(
    state.rows,
    { skipKnown: state.index.skipKnown, rows: withoutChoice },
    state.knownKeys,
  )
  return planned(
    changeLabels.included(rows),
    rows.map((row) =>
      excluded.has(row)
        ? entryToSet(state.overrides, { kind: 'row', row, include: true })
        : entryToClear(state.overrides, { kind: 'row', row }),
    ),
  )
}

function excludeGroup(state: RowState, { group }: ActionOf<'exclude-group'>): ActionPlan {
  const rows = state.rows.filter(
    (row) => state.statusOf(row) !== 'left-out' && state.issuesOf(row).some((issue) => groupKey(row, issue) === group),
  )
  return rows.length === 0
    ? refused(refusals.noGroup)
    : excludeRows(
        state,
        rows.map(({ row }) => row),
      )
}

function excludeErrors(state: RowState): ActionPlan {
  const rows = state.rows.filter((row) => state.statusOf(row) === 'error').map(({ row }) => row)
  return planned(
    changeLabels.excludedErrors(rows),
    rows.map((row) => entryToSet(state.overrides, { kind: 'row', row, include: false })),
  )
}
