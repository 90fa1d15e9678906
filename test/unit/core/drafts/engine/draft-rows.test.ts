import { describe, expect, it } from 'vitest'
import type { DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { act, openText } from './open-draft.ts'

const text = [
  'Name,Mobile,Rego,State,Sold,Buyer,Colour,Opt Out',
  'Ann Lee,0491570006,ABC123,NSW,13/04/2024,Bob Tan,Red,',
  'Cy Ray,0491570156,XYZ789,,14/04/2024,Di Fox,Blue,Y',
].join('\n')

/** What has to be checked again after an action. */
async function changedBy(action: DraftAction): Promise<readonly string[]> {
  const [before, after] = [await openText(text), await openText(text)]
  act(after, action)
  return before.rows.setRules(after.rows.rules)
}

describe('the rows of a draft', () => {
  it.each<readonly [string, DraftAction, readonly string[]]>([
    ['another column of the name', { kind: 'column', index: 0, target: 'client_name' }, ['client_name']],
    ['another order of dates', { kind: 'date-order', index: 4, order: 'mdy' }, ['sale_date']],
    ['a default state', { kind: 'default-state', state: 'WA' }, ['vehicle']],
    ['an ignored column', { kind: 'column', index: 6, target: 'leave_out' }, []],
    ['no column of mobiles', { kind: 'column', index: 1, target: 'keep' }, ['mobile_number']],
    ['an answer about contact', { kind: 'contact', index: 7, choice: 'send' }, []],
  ])('are checked again after %s only where it matters', async (_, action, parts) => {
    expect(await changedBy(action)).toEqual(parts)
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
