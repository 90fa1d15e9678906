import { describe, expect, it } from 'vitest'
import { readCell } from '../../../../../src/core/drafts/packed/cell-bytes.ts'
import { createContentMeter } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { PlainStrings } from '../../../../../src/core/drafts/reading/plain-strings.ts'
import { zipParts } from '../../../../../src/core/drafts/reading/zip-archive.ts'
import { madeZip } from '../../../../spreadsheets/made-workbook.ts'

function stringsOf(xml: string, options: ConstructorParameters<typeof PlainStrings>[3] = {}): PlainStrings {
  const archive = madeZip([{ name: 'xl/sharedStrings.xml', content: xml }])
  return new PlainStrings(archive, zipParts(archive)?.[0] ?? null, createContentMeter(), options)
}
const listOf = (texts: readonly string[]): string =>
  `<sst count="9">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`
const textAt = (strings: PlainStrings, at: number): unknown => readCell(strings.segmentOf(at), strings.startOf(at))

describe('the shared texts of a workbook', () => {
  const texts = Array.from({ length: 300 }, (_, at) => `${at} ${'long text '.repeat(2_000)}`)

  it('are read as far as a row refers to them, and are the same from wherever they are cut', async () => {
    const strings = stringsOf(listOf(texts), { pieceBytes: 1_000 })
    expect(await strings.load(3)).toBe(true)
    expect(strings.count).toBeLessThan(6)
    expect(await strings.load(300)).toBe(true)
    expect(await strings.loadRest()).toBe(true)
    for (const [at, text] of texts.entries()) expect(textAt(strings, at)).toBe(text)
  })

  it('are fewer than a row refers to when the list ends', async () => {
    const strings = stringsOf(listOf(['a', 'b']))
    expect(await strings.load(2)).toBe(true)
    expect(await strings.load(3)).toBe(false)
  })

  it('are not plain when they are more than fit in memory, also those that no row refers to', async () => {
    const strings = stringsOf(listOf(texts), { pieceBytes: 50_000, maxBytes: 2_000_000 })
    expect(await strings.load(3)).toBe(true)
    expect(await strings.loadRest()).toBe(false)
  })

  it.each(['<sst><si><t>a</t></si></sst><si/>', '<sst><si><t>a</t></si><extLst/></sst>', '<sst><si><t>a</t></si>'])(
    'are not plain when something else follows: %s',
    async (xml) => {
      expect(await stringsOf(xml).loadRest()).toBe(false)
    },
  )
})
