import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ColumnScans } from '../../../../../src/core/drafts/mapping/column-scans.ts'
import { phraseBeginnings } from '../../../../../src/core/drafts/mapping/note-cells.ts'
import { BlockScanner, unnumberedCell } from '../../../../../src/core/drafts/packed/block-scanner.ts'
import { allRows, type RowSelection } from '../../../../../src/core/drafts/packed/row-selection.ts'
import { runs } from '../../../../runs.ts'
import type { SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const columns = [0, 1, 2, 3]

const rowsOf = (table: readonly (readonly SourceCell[])[]): RowSelection =>
  allRows(table.map((cells, at) => ({ row: at + 1, cells })))

/** What is counted in each column, and the numbers of its cells. */
function scanned(rows: RowSelection, scanner: BlockScanner | null) {
  const scans = new ColumnScans(rows, scanner)
  const notes = columns.map((column) => scans.notes(column))
  const cells = columns.map((column) => scans.cells(column))
  scans.number(columns)
  scans.run()
  return {
    counts: { notes: notes.map((one) => [...one.cells]), cells: cells.map((one) => [...one]) },
    numbers: columns.map((column) => scans.numbers.get(column) ?? null),
  }
}

/** Expects both ways to count the same, and one number for each different cell. Gives the numbers. */
function expectSame(rows: RowSelection): (Uint16Array | null)[] {
  const { counts, numbers } = scanned(rows, BlockScanner.create(phraseBeginnings))
  expect(counts).toEqual(scanned(rows, null).counts)
  for (const [column, ofColumn] of numbers.entries()) {
    const different = { numbers: new Set<number>(), texts: new Set<string>(), pairs: new Set<string>() }
    for (const [at, number] of (ofColumn ?? []).entries()) {
      if (number === unnumberedCell) continue
      const text = JSON.stringify(rows.cellAt(at, column) ?? '')
      different.numbers.add(number)
      different.texts.add(text)
      different.pairs.add(`${number} ${text}`)
    }
    const { size } = different.pairs
    expect([different.numbers.size, different.texts.size]).toEqual([size, size])
    expect(different.pairs.has('0 ""')).toBe(different.numbers.has(0))
  }
  return numbers
}

const words = [
  'do',
  'not',
  'call',
  'DNC',
  'ne',
  've',
  'never',
  'opt',
  'out',
  'R.I.P',
  "do n't",
  'Noah',
  'Forester',
  'deceased',
]
const text = fc
  .array(fc.constantFrom(...words, ' ', ' ', '-', '_', '`', '1', 'é', 'ñ', '\u0000', '1234567', '12345678'), {
    maxLength: 6,
  })
  .map((parts) => parts.join(''))
const cell = fc.oneof<fc.Arbitrary<SourceCell>[]>(
  text,
  fc.constantFrom<SourceCell[]>('', null, 'Ann', 7, 1.5, true, { serial: 45_000, format: 'd-mmm' }, { error: '#N/A' }),
  // A text that UTF-8 cannot hold, and lengths at which other forms and limits begin.
  fc.constantFrom('\ud800', '\ud800 do not call'),
  fc
    .tuple(
      fc.constantFrom(7, 8, 9, 62, 63, 64, 65, 66, 100, 239, 240, 300),
      fc.constantFrom('', 'DNC', 'stop all mail'),
    )
    .map(([length, end]) => `${'n'.repeat(length - end.length > 0 ? length - end.length : 0)} ${end}`),
)

describe('columns that are scanned 16 bytes at once', () => {
  it('have the same cells and notes as with one byte after the other', () => {
    expect.hasAssertions()
    fc.assert(
      fc.property(
        fc.array(fc.array(cell, { maxLength: 5 }), { maxLength: 40 }),
        (table) => void expectSame(rowsOf(table)),
      ),
      { numRuns: runs(20) },
    )
  })

  it('have them in many blocks, some of which are too large for it', () => {
    const long = 'do not call '.repeat(300_000)
    const table = Array.from({ length: 40_000 }, (_, at): SourceCell[] => {
      const note = at % 997 === 0 ? 'Opted out' : at % 7 === 0 ? 'Forester, Ann' : ''
      return at === 30_000 ? ['', long, 'NSW', note] : [`Ann ${at % 90}`, 'x'.repeat(at % 50), 'NSW', note]
    })
    const [first] = expectSame(rowsOf(table))
    expect(first?.[29_999]).toBe(unnumberedCell)
    expect(first?.[100]).toBe(first?.[10])
  })

  it('have no numbers where most cells are different', () => {
    const numbers = expectSame(rowsOf(Array.from({ length: 3_000 }, (_, at) => [`Ann ${at}`, `Ann ${at % 1_000}`])))
    expect(numbers.map((one) => one !== null)).toEqual([false, true, true, true])
  })

  it('have no numbers for more cells than there is room for', () => {
    const table = Array.from({ length: 100_000 }, (_, at) => [
      `Ann ${Math.floor(at / 2.5)}`,
      'x'.repeat(50) + Math.floor(at / 3),
    ])
    const [first, second] = expectSame(rowsOf(table))
    expect(first?.[2]).toBe(1)
    expect(first?.[99_999]).toBe(unnumberedCell)
    expect(second?.[99_999]).toBe(unnumberedCell)
  })
})
