import { describe, expect, it } from 'vitest'
import type { Draft, IssueGroup } from '../../../../../../src/contract/drafts.ts'
import { addedRowId } from '../../../../../../src/contract/row-id.ts'
import { useCheck } from '../../../../../../src/renderer/features/drafts/check/useCheck.ts'
import { useDraft } from '../../../../../../src/renderer/features/drafts/useDraft.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { orderOf, sampleDraft, sampleRow } from '../sample-draft.ts'
import { withinScope } from '../../../within-scope.ts'

const group = (changes: Partial<IssueGroup> = {}): IssueGroup => ({
  key: 'state:Vic.',
  rule: 'state.unknown',
  severity: 'error',
  field: 'state',
  message: 'State “Vic.”',
  rows: 3,
  value: 'Vic.',
  proposal: 'VIC',
  ...changes,
})

async function checking(draft: Draft = sampleDraft({ groups: [group()] })) {
  let current = draft
  const currentDraft = (): Draft => current
  const twin = createProgramClientTwin({
    'drafts.get': currentDraft,
    'drafts.rowOrder': ({ group: key }) => orderOf(key ? [2, 4, 6] : [2, 4, 6, 1, 3, 5]),
    'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => sampleRow(row)) }),
    'drafts.fixGroup': currentDraft,
    'drafts.exclude': currentDraft,
    'drafts.excludeGroup': currentDraft,
    'drafts.editCell': currentDraft,
    'drafts.excludeErrors': currentDraft,
    'drafts.undo': currentDraft,
    'drafts.changeCells': currentDraft,
    'drafts.addRows': ({ count }) => ({
      draft: currentDraft(),
      rows: Array.from({ length: count ?? 1 }, (_, at) => addedRowId(at + 1)),
    }),
  })
  const { check, editor } = withinScope(() => {
    const editor = useDraft(draft.id)
    return { editor, check: useCheck(draft.id, editor) }
  }, twin)
  await twin.settled()
  await check.show({ show: 'all' })
  const inputs = (method: string): unknown[] =>
    twin.calls.filter((call) => call.method === method).map((call) => call.input)
  return { check, editor, inputs, settled: twin.settled, showDraft: (next: Draft) => (current = next) }
}

describe('the step "Check"', () => {
  it('filters by a group or by a status, never by both', async () => {
    const { check } = await checking()
    await check.show({ show: 'error' })
    await check.show({ group: 'state:Vic.' })
    expect(check.rows.filter.value).toEqual({ show: 'all', group: 'state:Vic.', search: '' })
    expect(check.activeGroup.value?.rows).toBe(3)
    await check.show({ show: 'warning' })
    expect(check.rows.filter.value).toEqual({ show: 'warning', group: null, search: '' })
  })

  it('fixes a group with its suggestion and then removes the filter by this group', async () => {
    const { check, inputs, showDraft } = await checking()
    await check.show({ group: 'state:Vic.' })
    showDraft(sampleDraft({ groups: [], changedAt: '2026-11-21T02:00:00.000Z' }))
    expect(await check.fixGroup(group())).toBe(true)
    expect(inputs('drafts.fixGroup')).toEqual([{ id: 'draft-1', group: 'state:Vic.' }])
    expect(check.rows.filter.value.group).toBeNull()
    expect(check.busyGroup.value).toBeNull()
  })

  it('fixes a group with a typed date in the format of the screen', async () => {
    const { check, inputs } = await checking()
    await check.fixGroup(group({ key: 'sold', field: 'sale_date' }), '7/3/2026')
    expect(inputs('drafts.fixGroup')).toEqual([{ id: 'draft-1', group: 'sold', value: '2026-03-07' }])
  })

  it('shows that a group is fixed when its last row was fixed in the grid', async () => {
    const { check, showDraft } = await checking()
    await check.show({ group: 'state:Vic.' })
    showDraft(sampleDraft({ groups: [], changedAt: '2026-11-21T02:00:00.000Z' }))
    await check.editCell(2, 'state', 'VIC')
    expect(check.isGroupFixed.value).toBe(true)
    expect(check.rows.total.value).toBe(3)
  })

  it('excludes only the rows of the group', async () => {
    const { check, inputs } = await checking()
    await check.excludeGroup(group())
    expect(inputs('drafts.excludeGroup')).toEqual([{ id: 'draft-1', group: group().key }])
  })

  it('trims a typed value', async () => {
    const { check, inputs } = await checking()
    await check.editCell(4, 'sale_date', ' 1/2/2026 ')
    expect(inputs('drafts.editCell')).toEqual([{ id: 'draft-1', row: 4, field: 'sale_date', value: '2026-02-01' }])
  })

  it('has the current row of the active cell', async () => {
    const { check } = await checking()
    check.activeCell.value = { row: 3, field: 'rego' }
    expect(check.activeRow.value?.row).toBe(3)
    check.activeCell.value = { row: 99, field: null }
    expect(check.activeRow.value).toBeNull()
  })

  it('shows an added row at the end, whatever the filter, and lets the user fill it in', async () => {
    const { check } = await checking()
    await check.show({ group: 'state:Vic.' })
    await check.addRow()
    expect(check.rows.order.value).toEqual([2, 4, 6, addedRowId(1)])
    expect(check.cellToOpen.value).toEqual({ row: addedRowId(1), field: null, edit: true })
    expect(check.rows.rowAt(3)?.row).toBe(addedRowId(1))
  })

  it('fetches the order again when an undo adds or removes rows', async () => {
    const { check, editor, inputs, settled, showDraft } = await checking(sampleDraft({ undo: '1 row added' }))
    const before = inputs('drafts.rowOrder').length
    const counts = { ...sampleDraft().counts, rows: 9 }
    showDraft(sampleDraft({ counts, changedAt: '2026-11-21T02:00:00.000Z' }))
    await editor.undo()
    await settled()
    expect(inputs('drafts.rowOrder')).toHaveLength(before + 1)
    expect(check.rows.isOrderStale.value).toBe(false)
  })

  it('adds the rows that a block needs which is pasted over the end of added rows', async () => {
    const { check, inputs } = await checking()
    const block = (top: number) => ({
      kind: 'paste' as const,
      range: { top, bottom: top, left: 0, right: 0 },
      texts: [['AAA111'], ['BBB222'], ['CCC333']],
    })
    await check.editRange(block(5), ['rego'])
    expect(inputs('drafts.addRows')).toEqual([])
    await check.addRow()
    await check.editRange(block(6), ['rego'])
    expect(inputs('drafts.addRows').at(-1)).toEqual({ id: 'draft-1', count: 2 })
  })

  it('excludes all selected rows, and only the one that was meant when it is not among them', async () => {
    const { check, inputs } = await checking()
    check.activeCell.value = { row: 2, field: null }
    check.selection.value = { top: 0, bottom: 2, left: 0, right: 0 }
    await check.toggleSelected(sampleRow(4))
    await check.toggleSelected(sampleRow(5))
    expect(inputs('drafts.exclude')).toEqual([
      { id: 'draft-1', rows: [2, 4, 6], excluded: true },
      { id: 'draft-1', rows: [5], excluded: true },
    ])
  })
})
