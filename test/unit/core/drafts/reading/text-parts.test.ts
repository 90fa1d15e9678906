import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readText } from '../../../../../src/core/drafts/reading/read-text.ts'
import { readRecords } from '../../../../../src/core/drafts/reading/read-records.ts'
import { runs } from '../../../../runs.ts'

const quoting = { delimiter: ',', quote: '"', backslash: false, spaced: false } as const

/** The rows of a text that is read in parts of some size. */
const inParts = (text: string, size: number): (readonly string[])[] =>
  [...readRecords(text, quoting, size)].flatMap(({ rows }) => rows)

/** Without the empty line behind the last line end. */
const withoutEnd = (rows: readonly (readonly string[])[]): (readonly string[])[] =>
  rows.slice(0, rows.findLastIndex((cells) => cells.some((cell) => cell !== '')) + 1)

describe('a text that is parsed in parts', () => {
  const cell = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'é', ' ', '1'), maxLength: 5 }),
    fc.string({ unit: fc.constantFrom('a', ',', '\n', '""'), maxLength: 6 }).map((text) => `"${text}"`),
  )
  const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 2 }), { minLength: 1, maxLength: 8 })

  it('gives the same records wherever the parts end', () => {
    fc.assert(
      fc.property(table, fc.boolean(), (rows, endsWithLine) => {
        const text = rows.map((row) => row.join(',')).join('\n') + (endsWithLine ? '\n' : '')
        fc.pre(text !== '')
        const whole = inParts(text, text.length)
        for (let size = 1; size <= text.length + 1; size += 1)
          expect(withoutEnd(inParts(text, size))).toEqual(withoutEnd(whole))
      }),
      { numRuns: runs(60) },
    )
  })

  it('repairs a stray quote in a later part, and says in which row of the part it is', () => {
    const text = `${'Ann,"two\nlines",NSW\n'.repeat(50)}Bob,"x"y,VIC\n`
    for (const size of [10, 100, 500, 10_000]) {
      const parts = [...readRecords(text, quoting, size)]
      const rows = parts.flatMap((part) => part.rows)
      expect(rows.slice(0, 51)).toEqual([
        ...Array.from({ length: 50 }, () => ['Ann', 'two\nlines', 'NSW']),
        ['Bob', '"x"y', 'VIC'],
      ])
      expect(parts.flatMap((part) => part.repairs.map(({ row }) => part.rows[row - 1]))).toContainEqual([
        'Bob',
        '"x"y',
        'VIC',
      ])
    }
  })

  it('counts its content as read when its rows are passed on', async () => {
    const bytes = new TextEncoder().encode('Name,Rego\nAnn,ABC123\n'.repeat(20_000))
    const meter = createContentMeter()
    const parts = readText('list.csv', bytes, meter)
    let rows = 0
    for (let next = await parts.next(); !next.done; next = await parts.next())
      if (next.value.kind === 'rows') rows += next.value.rows.length
    expect(rows).toBe(40_000)
    expect(meter.counts).toMatchObject({ expectedBytes: bytes.byteLength, contentBytes: bytes.byteLength })
  })
})
