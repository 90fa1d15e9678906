import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readFileParts } from '../../../../../src/core/drafts/reading/read-file.ts'
import { readRecords } from '../../../../../src/core/drafts/reading/read-text.ts'

/** The rows and the problem of a text that is parsed in parts of some size. */
function inParts(text: string, size: number): { rows: (readonly string[])[]; problem: string | null } {
  const parts = readRecords('list.csv', text, ',', 0, size)
  const rows: (readonly string[])[] = []
  for (;;) {
    const next = parts.next()
    if (next.done) return { rows, problem: next.value?.message ?? null }
    rows.push(...next.value.rows)
  }
}

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
        const whole = Papa.parse<string[]>(text, { delimiter: ',', newline: '\n' }).data
        for (let size = 1; size <= text.length + 1; size += 1)
          expect(inParts(text, size)).toEqual({ rows: whole, problem: null })
      }),
    )
  })

  it('names the line of a misplaced quote in a later part', () => {
    const text = `${'Ann,"two\nlines",NSW\n'.repeat(50)}Bob,"x"y,VIC\n`
    for (const size of [10, 100, 500, 10_000]) expect(inParts(text, size).problem).toContain('on line 101.')
  })

  it('counts its content as read when its rows are passed on', async () => {
    const bytes = new TextEncoder().encode('Name,Rego\nAnn,ABC123\n'.repeat(20_000))
    const meter = createContentMeter()
    const parts = readFileParts('list.csv', bytes, meter)
    let rows = 0
    for (let next = await parts.next(); !next.done; next = await parts.next())
      if (next.value.kind === 'rows') rows += next.value.rows.length
    expect(rows).toBe(40_000)
    expect(meter.counts).toMatchObject({ expectedBytes: bytes.byteLength, contentBytes: bytes.byteLength })
  })
})
