import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addedRowId } from '../../../../../src/contract/row-id.ts'
import type { Region } from '../../../../../src/contract/region.ts'
import { planAction } from '../../../../../src/core/drafts/engine/draft-actions.ts'
import { createDraftEngine, type DraftEngine } from '../../../../../src/core/drafts/engine/engine.ts'
import { unsearchedRegos } from '../../../../../src/core/drafts/engine/upload-row.ts'
import type { PackForm } from '../../../../../src/core/drafts/storage/pack-upload.ts'
import { unpackJournalRows } from '../../../../../src/core/drafts/storage/row-pack.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'
import { act, context, openText, sourceOf } from './open-draft.ts'
import { randomAction, randomTable } from './random-drafts.ts'
import { difference, packsOf } from './upload-packs.ts'
import { longTable, oddTable, plainTable } from './random-tables.ts'
import { runs } from '../../../../runs.ts'

const known = new Set(['v:6G1FA8E5AZ4033922', 'r:XYZ789|NSW', 'r:1AB2CD|VIC'])
const corrected = '00112233445566aa'

const anyForm: fc.Arbitrary<PackForm> = fc.record({
  uploadId: fc.constant('0123456789abcdef'),
  batchSize: fc.constantFrom(1, 7, 500),
  referenceKey: fc.constantFrom(null, 'forecourt_ref', 'forecourt_ref', 'Notes', 'Notes (2)', '7', '__proto__', 'a"b'),
  corrects: fc.constantFrom(null, null, null, corrected),
})

const anyContext = fc.record({
  region: fc.constantFrom<Region>('au', 'au', 'nz', 'my'),
  mobileForm: fc.constantFrom('national' as const, 'international' as const),
})

/** Gives a VIN for every second rego that has none. */
function addKnownVins(engine: DraftEngine): void {
  const found = { vin: 'JTDKN3DU7A0123456', source: 'upload', at: '2026-10-01T00:00:00.000Z' } as const
  engine.addKnownVins(new Map(unsearchedRegos(engine, 1_000).map((rego, at) => [rego, at % 2 === 0 ? found : null])))
}

const twoMobiles = fc
  .array(fc.constantFrom('0491570006', '0491 570 156', '', 'ask wife', '0491570157 / 0491570158'), { minLength: 2 })
  .map((mobiles) =>
    [
      'Name,Mobile,Rego,State,Mobile 2',
      ...mobiles.map((one, at) => `Ann,${mobiles[at - 1] ?? ''},ABC12${at % 10},NSW,${one}`),
    ].join('\n'),
  )

/** Rows of a file of an earlier upload, for a correction. */
const rowsToCorrect = `Rego,State,Name,Forecourt row,Forecourt upload\n${Array.from({ length: 9 }, (_, at) => `ABC12${at},NSW,Ann,${at + 3},U-${corrected}`).join('\n')}`

const anyTable = fc.oneof(
  { weight: 6, arbitrary: randomTable(60) },
  { weight: 1, arbitrary: plainTable },
  { weight: 1, arbitrary: oddTable('au', 'Rego and State', 'First Name,Surname') },
  { weight: 1, arbitrary: oddTable('my', 'Rego', 'Surname,Company Name') },
  { weight: 1, arbitrary: twoMobiles },
  { weight: 1, arbitrary: fc.constantFrom(longTable(), rowsToCorrect) },
)

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom(' ', '"', '\\', '\n', '\u0000', '\u007f', '\u00a0', 'é', '\ud83d', '\u2028', 'a'),
  }),
  fc.constantFrom('', ' ', ' x ', 'x'.repeat(239), 'y'.repeat(600), 'é'.repeat(200), '\t', '"quoted"'),
)

/** Cells of a workbook. */
const anyCell: fc.Arbitrary<SourceCell> = fc.oneof(
  anyText,
  fc.double({ noNaN: true }),
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.record({ serial: fc.integer({ min: 1, max: 60_000 }), format: fc.constant('d/mm/yyyy') }),
  fc.record({ error: fc.constantFrom('#N/A', '#REF!') }),
)

const anyRow = fc
  .tuple(
    fc.constantFrom<SourceCell>('ABC123', ' abc 124', 'XYZ789', 'ABC12é', 125),
    fc.constantFrom<SourceCell>('Ann Lee', 'Zoë', '', 'O"Neil', '\ud83d'),
    fc.constantFrom<SourceCell>(491_570_006, '0491570157', null),
    fc.constantFrom<SourceCell>('6G1FA8E5AZ4033922', null, 'JZX100-0010000'),
    fc.array(anyCell, { maxLength: 6 }),
  )
  .map(([rego, name, mobile, vin, others]) => [rego, 'NSW', name, mobile, vin, ...others])

const anyHeader = fc
  .tuple(fc.constantFrom('Notes', '2019', '__proto__', 'A "b"', 'Größe'), fc.constantFrom('Colour', 'Colour', 'Notes'))
  .map((others): SourceCell[] => ['Rego', 'State', 'Name', 'Mobile', 'VIN', ...others, 'Deal'])

async function sourceOfCells(cells: readonly (readonly SourceCell[])[]) {
  const { facts } = await sourceOf('list.csv', new TextEncoder().encode('a,b\n1,2\n'))
  const rows = cells.map((one, at) => ({ row: at + 1, cells: one }))
  return {
    facts: { ...facts, sheets: facts.sheets.map((sheet) => ({ ...sheet, rowCount: rows.length })) },
    rows: [rows],
  }
}

const form: PackForm = { uploadId: '0123456789abcdef', batchSize: 500, referenceKey: 'forecourt_ref', corrects: null }

/** What is posted of the row sent last, in batches that are compared with the ordinary ones. */
function lastPosted(engine: DraftEngine, given: PackForm = form): string {
  expect(difference(engine, given)).toBeNull()
  return (
    packsOf(engine, given)
      .flatMap(({ pack }) => unpackJournalRows(pack))
      .at(-1)?.body ?? ''
  )
}

describe('batches written from packed rows', () => {
  it('have the bytes of rows as objects, for random tables, changes and forms', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTable,
        fc.array(randomAction, { maxLength: 8 }),
        anyForm,
        anyContext,
        async (text, actions, form, over) => {
          const source = await sourceOf('list.csv', new TextEncoder().encode(text))
          const engine = createDraftEngine(source, new Map(), context(over), known)
          expect(difference(engine, form)).toBeNull()
          addKnownVins(engine)
          for (const action of actions) {
            const group = 'group' in action ? engine.groups()[action.group]?.key : ''
            if (group === undefined) continue
            const plan = planAction(
              engine,
              action.kind === 'fix-group' || action.kind === 'exclude-group' ? { ...action, group } : action,
            )
            if (!plan.ok) continue
            engine.apply(plan.entries)
            expect(difference(engine, form)).toBeNull()
          }
        },
      ),
      { numRuns: runs(8) },
    )
  })

  it('have the bytes of rows as objects, for any cells and names of columns', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHeader,
        fc.array(anyRow, { minLength: 3, maxLength: 30 }),
        anyForm,
        async (header, rows, form) => {
          const engine = createDraftEngine(await sourceOfCells([header, ...rows]), new Map(), context(), known)
          expect(difference(engine, form)).toBeNull()
          for (const column of [5, 6, 7]) {
            const plan = planAction(engine, { kind: 'column', index: column, target: 'keep' })
            if (plan.ok) engine.apply(plan.entries)
          }
          expect(difference(engine, form)).toBeNull()
        },
      ),
      { numRuns: runs(15) },
    )
  })

  it('have the second mobile of a row', async () => {
    const engine = await openText('Name,Mobile,Rego,State,Other\nAnn,0491570006,ABC123,NSW,0491570156\n')
    act(engine, { kind: 'column', index: 4, target: 'mobile_number' })
    expect(lastPosted(engine)).toContain('"mobile_2":"0491570156"')
  })

  it('have a chassis number', async () => {
    const engine = await openText(
      'Name,VIN,Rego,State\nBob,6G1FA8E5AZ4033922,ABC124,NSW\nAnn,JZX100-0010000,ABC123,NSW\n',
    )
    expect(lastPosted(engine)).toContain('"chassis_no":"JZX100-0010000"')
  })

  it('have a VIN that is known from elsewhere', async () => {
    const engine = await openText('Name,Rego,State\nAnn,ABC123,NSW\n')
    addKnownVins(engine)
    expect(lastPosted(engine)).toContain('"vin":"JTDKN3DU7A0123456"')
  })

  it('have a column with a number as its name before the others', async () => {
    const engine = await openText('Name,Rego,State,Colour,2019\nAnn,ABC123,NSW,Red,sold\n')
    act(engine, { kind: 'other-columns', target: 'keep' })
    expect(lastPosted(engine)).toContain('{"2019":"sold","Name":"Ann","Colour":"Red"')
  })

  it('have the reference in the place of a column with its name', async () => {
    const engine = await openText('Name,Rego,State,Deal,Colour\nAnn,ABC123,NSW,7,Red\n')
    act(engine, { kind: 'other-columns', target: 'keep' })
    const posted = lastPosted(engine, { ...form, referenceKey: 'Deal' })
    expect(posted).toContain('"Deal":"fc-0123456789abcdef-2","Colour":"Red"}')
  })

  it('have what was typed in an added row as its cells', async () => {
    const engine = await openText('Name,Rego,State\nAnn,ABC123,NSW\n')
    act(engine, { kind: 'add-rows', count: 1 })
    for (const [field, value] of [
      ['rego', 'XYZ780'],
      ['state', 'VIC'],
    ] as const) {
      act(engine, { kind: 'cell', row: addedRowId(1), field, value })
    }
    expect(lastPosted(engine)).toContain('"rego":"XYZ780","state":"VIC"')
    expect(engine.rowsToSend().rows.at(-1)?.original).toEqual(['', 'XYZ780', 'VIC'])
  })

  it('have the row that a row corrects', async () => {
    const engine = await openText(rowsToCorrect)
    const correction = { ...form, corrects: corrected }
    expect(difference(engine, correction)).toBeNull()
    const rows = packsOf(engine, correction).flatMap(({ pack }) => unpackJournalRows(pack))
    expect(rows.map(({ correctsRow }) => correctsRow)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11])
  })
})
