import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { OverrideEntry } from '../../../../../src/core/drafts/model/overrides.ts'
import type { DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { planAction, type DraftAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { fileWords } from '../../../../../src/core/drafts/reading/file-messages.ts'
import { openText, rowsToSend } from './open-draft.ts'
import { runs } from '../../../../runs.ts'

const text = [
  'Sold list',
  'Name,Mobile,Rego,State,VIN,Sold,Opt Out,Colour',
  'Ann Lee,491570006,ABC123,Vctoria,,13/02/2024,,Red',
  'Bob Tan,0491570156,ABC123,VIC,,14/02/2024,,Blue',
  'Cy Wu,4.92E+08,1ABC234,,6G1FA8E5AZ4033922,3/04/2024,Y,',
  'Di Poe,,MAR 10,Vctoria,JTNK4OBEEHD746156,3/04/2024,,Red',
  'Total: 4',
].join('\n')

const fields = ['rego', 'state', 'vin', 'client_name', 'mobile_number', 'sale_date', 'expiry_date'] as const
const targets = [...fields, 'keep', 'leave_out', 'opt_out', 'rego_and_state', 'company'] as const
const rowNumber = fc.integer({ min: 1, max: 8 })
const action: fc.Arbitrary<DraftAction> = fc.oneof(
  fc.constantFrom('none' as const, 1, 2, 3).map((headerRow) => ({
    kind: 'table' as const,
    choices: { form: null, sheets: [fileWords.file], headerRow, lastRow: null },
  })),
  fc.record({
    kind: fc.constant('column' as const),
    index: fc.integer({ min: 0, max: 7 }),
    target: fc.constantFrom(...targets),
  }),
  fc.record({
    kind: fc.constant('other-columns' as const),
    target: fc.constantFrom('keep' as const, 'leave_out' as const),
  }),
  fc.record({
    kind: fc.constant('date-order' as const),
    index: fc.constant(5),
    order: fc.constantFrom('dmy' as const, 'mdy' as const),
  }),
  fc.record({
    kind: fc.constant('default-state' as const),
    state: fc.constantFrom(null, 'NSW' as const, 'WA' as const),
  }),
  fc.record({
    kind: fc.constant('known-customers' as const),
    choice: fc.constantFrom('skip' as const, 'send' as const),
  }),
  fc.record({
    kind: fc.constant('cell' as const),
    row: rowNumber,
    field: fc.constantFrom(...fields),
    value: fc.constantFrom('', 'ABC123', 'VIC', '0491570006', '1/02/2024', 'Vctoria'),
  }),
  fc.record({
    kind: fc.constant('exclude' as const),
    rows: fc.array(rowNumber, { minLength: 1, maxLength: 3 }),
    excluded: fc.boolean(),
  }),
  fc.constant<DraftAction>({ kind: 'exclude-errors' }),
  // A group is named by its place in the list: which there are depends on what was done before.
  fc.record({
    kind: fc.constant('fix-group' as const),
    group: fc.integer({ min: 0, max: 9 }).map(String),
    value: fc.constantFrom('', 'VIC', 'NSW'),
  }),
)

const asEntries = (engine: DraftEngine, wanted: DraftAction): readonly OverrideEntry[] => {
  const group = wanted.kind === 'fix-group' ? engine.groups()[Number(wanted.group)]?.key : undefined
  const plan = planAction(engine, wanted.kind === 'fix-group' ? { ...wanted, group: group ?? '' } : wanted)
  return plan.ok ? plan.entries : []
}

it('every record is sent, excluded or skipped exactly once after any changes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { maxLength: 8 }), async (actions) => {
      const engine = await openText(text)
      for (const wanted of actions) engine.apply(asEntries(engine, wanted))
      const { counts, notRecords, source } = engine.view()
      const { rows, unsent } = rowsToSend(engine)
      expect(counts.ready + counts.warning + counts.error + counts.excluded).toBe(counts.rows)
      expect(rows.length).toBe(counts.ready + counts.warning)
      expect(unsent.length).toBe(counts.error + counts.excluded)
      expect(unsent.every(({ reason }) => reason !== '')).toBe(true)
      const all = [...rows, ...unsent, ...notRecords].map(({ row }) => row)
      if (source.headerRow !== null) all.push(source.headerRow)
      expect(all.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7])
    }),
    { numRuns: runs(10) },
  )
})
