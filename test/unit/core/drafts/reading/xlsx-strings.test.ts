import { describe, expect, it } from 'vitest'
import { createContentMeter, draftLimits } from '../../../../../src/core/drafts/reading/content-meter.ts'
import { readSharedStrings, type SharedStrings } from '../../../../../src/core/drafts/reading/xlsx-strings.ts'
import { zipParts } from '../../../../../src/core/drafts/reading/zip-archive.ts'
import { madeZip } from '../../../../spreadsheets/made-workbook.ts'

function stringsOf(
  texts: readonly string[],
  pieceBytes?: number,
  characters = draftLimits.characters,
): Promise<SharedStrings> {
  const content = `<sst count="9">${texts.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`
  const archive = madeZip([{ name: 'xl/sharedStrings.xml', content }])
  const meter = createContentMeter(undefined, { ...draftLimits, characters })
  return readSharedStrings(archive, zipParts(archive)?.[0] ?? null, meter, { pieceBytes })
}

describe('the shared texts of a workbook', () => {
  const texts = Array.from({ length: 300 }, (_, at) => `${at} ${'long text '.repeat(2_000)}`)

  it('are the same from wherever they are cut', async () => {
    const strings = await stringsOf(texts, 1_000)
    for (const [at, text] of texts.entries()) expect(strings.at(at)).toBe(text)
  })

  it('are empty where a row refers to more than the list has', async () => {
    const strings = await stringsOf(['a', 'b'])
    expect([strings.at(1), strings.at(2), strings.at(Number.NaN)]).toEqual(['b', '', ''])
    expect(strings.lost).toBe(2)
  })

  it('are refused when they are more than a draft can hold, also those that no row refers to', async () => {
    await expect(stringsOf(texts, 50_000, 2_000_000)).rejects.toMatchObject({ limit: 'text' })
  })
})
