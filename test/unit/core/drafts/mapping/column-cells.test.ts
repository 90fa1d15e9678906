import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { NameCells } from '../../../../../src/core/drafts/mapping/name-cells.ts'
import { maySayDoNotCall } from '../../../../../src/core/drafts/mapping/note-cells.ts'
import { PlateCells } from '../../../../../src/core/drafts/mapping/plate-cells.ts'
import type { CellScanner } from '../../../../../src/core/drafts/packed/counted-cells.ts'
import { allRows } from '../../../../../src/core/drafts/packed/row-selection.ts'
import { saysDoNotCall } from '../../../../../src/core/fields/do-not-call-text.ts'
import { decideNameOrder } from '../../../../../src/core/fields/name.ts'
import { splitColumn } from '../../../../../src/core/fields/plate-and-state.ts'
import { eachOnce } from '../../fields/each-once.ts'
import { runs } from '../../../../runs.ts'

function scanned<Scanner extends CellScanner>(scanner: Scanner, texts: readonly string[]): Scanner {
  allRows(texts.map((text, at) => ({ row: at + 1, cells: [text] }))).scan([[scanner]])
  return scanner
}

const texts = (parts: readonly string[], maxLength: number) =>
  fc.array(fc.constantFrom(...parts), { maxLength }).map((some) => some.join(''))

describe('the cells of a column', () => {
  it('are never passed over when they say not to call', () => {
    const words =
      "do n't dont not never please no more call called contact marketing sms refused withdrew declined consent permission opt opted out unsubscribe unsubscribed DNC dnc stop all mail remove from lists deceased dec’d dec'd passed away the late estate of R.I.P r.i.p be é ſ x 1 _ - . ( \n \u00a0"
    const parts = [...words.split(' '), ' ', ' ', ' ', 'Do Not ', 'RIP']
    let said = 0
    fc.assert(
      fc.property(texts(parts, 7), (text) => {
        const bytes = Buffer.from(text)
        if (!saysDoNotCall(text)) return
        said += 1
        expect([text, maySayDoNotCall(bytes, 0, bytes.length)]).toEqual([text, true])
      }),
      { numRuns: runs(3_000) },
    )
    expect(said).toBeGreaterThan(runs(3_000) / 200)
  })

  it.each(['Ann Lee', 'Noah Strong', 'Connor Perry', 'Said "call after 6"', 'Fleet, 2nd car', 'undo', 'no'])(
    'are passed over when they say %j',
    (text) => expect(maySayDoNotCall(Buffer.from(text), 0, text.length)).toBe(text.includes('Connor')),
  )

  it('give the same order of names as when each is read', () => {
    const parts = ['Ann', 'N', 'TBA', 'NOT', 'KNOWN', ' ', ' ', '  ', ',', 'Lee', 'é', '\u200b', '-', '=', "'"]
    fc.assert(
      fc.property(fc.array(texts(parts, 9), { maxLength: 12 }), (names) => {
        const cells = scanned(new NameCells(), names)
        expect(decideNameOrder(cells.others, cells.withoutComma)).toEqual(decideNameOrder(eachOnce(names)))
      }),
    )
  })

  it('give the same split of plates and states as when each is read', () => {
    const parts = ['AB', '12', 'WA', 'C', '3', 'Q', 'S', '001', 'O', ' ', ' NSW', ' WA', ' SA', ' VIC', '-', 'nt']
    fc.assert(
      fc.property(fc.array(texts(parts, 5), { maxLength: 12 }), (plates) => {
        expect(splitColumn(scanned(new PlateCells(), plates))).toEqual(splitColumn(eachOnce(plates)))
      }),
    )
  })
})
