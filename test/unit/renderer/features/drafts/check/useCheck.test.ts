import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import type { Draft, IssueGroup } from '../../../../../../src/contract/drafts.ts'
import { useCheck } from '../../../../../../src/renderer/features/drafts/check/useCheck.ts'
import { useDraft } from '../../../../../../src/renderer/features/drafts/useDraft.ts'
import { createProgramClientTwin } from '../../../../../twins/program-client-twin.ts'
import { orderOf, sampleDraft, sampleRow } from '../sample-draft.ts'

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
    'drafts.leaveOut': currentDraft,
    'drafts.leaveOutGroup': currentDraft,
    'drafts.editCell': currentDraft,
    'drafts.leaveOutErrors': currentDraft,
  })
  const scope = effectScope()
  const { check } = scope.run(() => {
    const editor = useDraft(twin.client, draft.id)
    return { editor, check: useCheck(twin.client, draft.id, editor) }
  })!
  await twin.settled()
  await check.show({ show: 'all' })
  const inputs = (method: string): unknown[] =>
    twin.calls.filter((call) => call.method === method).map((call) => call.input)
  return { check, inputs, showDraft: (next: Draft) => (current = next) }
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
    expect(inputs('drafts.leaveOutGroup')).toEqual([{ id: 'draft-1', group: group().key }])
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
})
