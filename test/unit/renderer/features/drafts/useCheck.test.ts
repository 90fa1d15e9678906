import { effectScope } from 'vue'
import { describe, expect, it } from 'vitest'
import type { Draft, IssueGroup } from '../../../../../src/contract/drafts.ts'
import { useCheck } from '../../../../../src/renderer/features/drafts/check/useCheck.ts'
import { useDraft } from '../../../../../src/renderer/features/drafts/useDraft.ts'
import { createProgramClientTwin } from '../../../../twins/program-client-twin.ts'
import { sampleDraft, sampleRow } from './sample-draft.ts'

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
  let now = draft
  const changed = (): Draft => now
  const twin = createProgramClientTwin({
    'drafts.get': changed,
    'drafts.rowOrder': ({ group: key }) => ({ rows: key ? [2, 4, 6] : [2, 4, 6, 1, 3, 5] }),
    'drafts.rowsByNumber': ({ rows }) => ({ rows: rows.map((row) => sampleRow(row)) }),
    'drafts.mendGroup': changed,
    'drafts.leaveOut': changed,
    'drafts.editCell': changed,
    'drafts.leaveOutErrors': changed,
  })
  const scope = effectScope()
  const { work, check } = scope.run(() => {
    const inHand = useDraft(twin.client, draft.id)
    return { work: inHand, check: useCheck(twin.client, draft.id, inHand) }
  })!
  await work.load()
  await check.show({ show: 'all' })
  const inputs = (method: string): unknown[] =>
    twin.calls.filter((call) => call.method === method).map((call) => call.input)
  return { twin, work, check, inputs, become: (next: Draft) => (now = next) }
}

describe('the check', () => {
  it('lets a group and a standing exclude each other', async () => {
    const { check } = await checking()
    await check.show({ show: 'error' })
    await check.show({ group: 'state:Vic.' })
    expect(check.rows.filter.value).toEqual({ show: 'all', group: 'state:Vic.', search: '' })
    expect(check.activeGroup.value?.rows).toBe(3)
    await check.show({ show: 'warning' })
    expect(check.rows.filter.value).toEqual({ show: 'warning', group: null, search: '' })
  })

  it('mends a group by its proposal and leaves the filter of a group that is no more', async () => {
    const { check, inputs, become } = await checking()
    await check.show({ group: 'state:Vic.' })
    become(sampleDraft({ groups: [], changedAt: '2026-11-21T02:00:00.000Z' }))
    expect(await check.mendGroup(group())).toBe(true)
    expect(inputs('drafts.mendGroup')).toEqual([{ id: 'draft-1', group: 'state:Vic.' }])
    expect(check.rows.filter.value.group).toBeNull()
    expect(check.mending.value).toBeNull()
  })

  it('mends a group by a typed value, a date as the screen writes it', async () => {
    const { check, inputs } = await checking()
    await check.mendGroup(group({ key: 'sold', field: 'sale_date' }), '7/3/2026')
    expect(inputs('drafts.mendGroup')).toEqual([{ id: 'draft-1', group: 'sold', value: '2026-03-07' }])
  })

  it('says that the group in view is mended when its last row was mended one by one', async () => {
    const { check, become } = await checking()
    await check.show({ group: 'state:Vic.' })
    become(sampleDraft({ groups: [], changedAt: '2026-11-21T02:00:00.000Z' }))
    await check.editCell(2, 'state', 'VIC')
    expect(check.groupIsMended.value).toBe(true)
    expect(check.rows.total.value).toBe(3)
  })

  it('leaves out the rows of a group, and only those', async () => {
    const { check, inputs } = await checking()
    await check.leaveOutGroup(group())
    expect(inputs('drafts.leaveOut')).toEqual([{ id: 'draft-1', rows: [2, 4, 6], leftOut: true }])
  })

  it('sends a typed cell as it was typed, without blanks around it', async () => {
    const { check, inputs } = await checking()
    await check.editCell(4, 'sale_date', ' 1/2/2026 ')
    expect(inputs('drafts.editCell')).toEqual([{ id: 'draft-1', row: 4, field: 'sale_date', value: '2026-02-01' }])
  })

  it('knows the row in hand as it stands now', async () => {
    const { check } = await checking()
    check.inHand.value = { row: 3, field: 'rego' }
    expect(check.rowInHand.value?.row).toBe(3)
    check.inHand.value = { row: 99, field: null }
    expect(check.rowInHand.value).toBeNull()
  })
})
