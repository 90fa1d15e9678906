import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCellBytes, writeCell } from '../../../../../src/core/drafts/packed/cell-bytes.ts'
import { JsonBytes, propertyName } from '../../../../../src/core/drafts/packed/json-bytes.ts'
import { cellText, type SourceCell } from '../../../../../src/core/fields/source-cell.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ' ',
      '"',
      '\\',
      '\n',
      '\u0000',
      '\u001f',
      '\u007f',
      '\u0080',
      '\u00a0',
      '\ufeff',
      '\ud83d',
      'a',
      'é',
      '’',
      '😀',
    ),
  }),
  fc.integer({ min: 0, max: 300 }).map((length) => 'x'.repeat(length)),
)
const anyCell: fc.Arbitrary<SourceCell> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 1, arbitrary: fc.oneof(fc.double({ noNaN: true }), fc.boolean(), fc.constant(null)) },
)

const bytesOf = (cell: SourceCell): Buffer => {
  const bytes = Buffer.alloc(maxCellBytes(cell))
  return bytes.subarray(0, writeCell(bytes, 0, cell))
}

describe('JSON as bytes', () => {
  it('is what JSON.stringify gives for texts and cells', () => {
    fc.assert(
      fc.property(fc.array(anyCell), fc.integer({ min: 1, max: 64 }), (cells, room) => {
        const json = new JsonBytes(room)
        for (const cell of cells) {
          json.addText(cellText(cell))
          json.addLineEnd()
          json.addCell(bytesOf(cell), 0)
          json.addLineEnd()
        }
        const lines = cells.map((cell) => `${JSON.stringify(cellText(cell))}\n`.repeat(2))
        expect(json.written.toString()).toBe(lines.join(''))
      }),
    )
  })

  it('ends a text with a whole number', () => {
    const numbers = fc.oneof(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(0, 9, 10, 99, 100, 2 ** 32 - 1))
    fc.assert(
      fc.property(fc.array(numbers), fc.integer({ min: 1, max: 64 }), (all, room) => {
        const json = new JsonBytes(room)
        for (const number of all) json.addNumbered(Buffer.from('"row-'), number)
        expect(json.written.toString()).toBe(all.map((number) => JSON.stringify(`row-${number}`)).join(''))
      }),
    )
  })

  it('has no property for a text that is empty without spaces', () => {
    fc.assert(
      fc.property(fc.dictionary(anyText, anyCell), fc.integer({ min: 1, max: 64 }), (cells, room) => {
        const entries = Object.entries(cells)
        const json = new JsonBytes(room)
        json.addJson('{')
        for (const [name, cell] of entries) {
          const { end } = json
          json.addName(propertyName(name))
          if (!json.addTrimmedCell(bytesOf(cell), 0)) json.cutAt(end)
        }
        json.addJson('}')
        const kept = entries.map(([name, cell]) => [name, cellText(cell).trim()]).filter(([, text]) => text !== '')
        const properties = kept.map(([name, text]) => `${JSON.stringify(name)}:${JSON.stringify(text)}`)
        expect(json.written.toString()).toBe(`{${properties.join(',')}}`)
      }),
    )
  })
})
