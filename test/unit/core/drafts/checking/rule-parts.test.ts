import { describe, expect, it } from 'vitest'
import { customerFields } from '../../../../../src/core/drafts/checking/check-row.ts'
import { changedParts, hasPartOf, ruleInputs } from '../../../../../src/core/drafts/checking/rule-parts.ts'
import type { DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { act, openText } from '../engine/open-draft.ts'

const text = [
  'Name,Mobile,Rego,State,Sold,Buyer,Colour,Opt Out',
  'Ann Lee,0491570006,ABC123,NSW,13/04/2024,Bob Tan,Red,',
  'Cy Ray,0491570156,XYZ789,,14/04/2024,Di Fox,Blue,Y',
].join('\n')

/** The fields whose rules have other inputs after an action. */
async function changedBy(action: DraftAction): Promise<readonly string[]> {
  const engine = await openText(text)
  const before = ruleInputs(engine.rows.rules)
  act(engine, action)
  const parts = changedParts(before, ruleInputs(engine.rows.rules))
  return [...customerFields.filter((field) => hasPartOf(parts, field)), ...(parts >= 16 ? ['contact'] : [])]
}

describe('the inputs of rules', () => {
  it.each<readonly [string, DraftAction, readonly string[]]>([
    ['another column of the name', { kind: 'column', index: 5, target: 'client_name' }, ['client_name']],
    ['another order of dates', { kind: 'date-order', index: 4, order: 'mdy' }, ['sale_date', 'expiry_date']],
    ['a default state', { kind: 'default-state', state: 'WA' }, ['rego', 'state', 'vin']],
    ['an ignored column', { kind: 'column', index: 6, target: 'leave_out' }, []],
    ['no column of mobiles', { kind: 'column', index: 1, target: 'keep' }, ['mobile_number']],
    ['an answer about contact', { kind: 'contact', index: 7, choice: 'send' }, ['contact']],
  ])('change with %s only where it matters', async (_, action, fields) => {
    expect(await changedBy(action)).toEqual(fields)
  })
})

describe('a draft after a change of its columns', () => {
  it('warns of cut cells of a column only while the column is sent', async () => {
    const notes = `${'x'.repeat(40_000)}`
    const engine = await openText(`Name,Rego,State,Notes\nAnn Lee,ABC123,NSW,${notes}\nBob Tan,XYZ789,NSW,\n`)
    const rules = (): string[] => engine.rowsByNumber([2])[0]?.issues.map(({ rule }) => rule) ?? []
    expect(rules()).toContain('row.cell-cut')
    expect(engine.view().counts.warning).toBe(1)
    act(engine, { kind: 'column', index: 3, target: 'leave_out' })
    expect(rules()).not.toContain('row.cell-cut')
    expect(engine.view().counts.warning).toBe(0)
    act(engine, { kind: 'column', index: 3, target: 'keep' })
    expect(engine.view().counts.warning).toBe(1)
  })
})
