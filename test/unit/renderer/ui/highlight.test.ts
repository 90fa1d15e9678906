import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { partsOfText, wordsOfSearch } from '../../../../src/renderer/ui/highlight.ts'

const hits = (text: string, search: string): string[] =>
  partsOfText(text, wordsOfSearch(search))
    .filter(({ hit }) => hit)
    .map((part) => part.text)

describe('the words of a search', () => {
  it('are in lower case, each once, without blanks', () => {
    expect(wordsOfSearch('  Fuel  TANK fuel ')).toEqual(['fuel', 'tank'])
    expect(wordsOfSearch('  ')).toEqual([])
  })
})

describe('a text that was searched', () => {
  it('is marked wherever a word stands, whatever its case', () => {
    expect(hits('Fuel tank, fuel cap', 'fuel')).toEqual(['Fuel', 'fuel'])
    expect(hits('Front tyre', 'tyre front')).toEqual(['Front', 'tyre'])
  })

  it('marks words that overlap as one piece', () => {
    expect(hits('airbags', 'airb bags')).toEqual(['airbags'])
  })

  it('is whole where nothing is searched for, and nothing where there is no text', () => {
    expect(partsOfText('Airbags', [])).toEqual([{ text: 'Airbags', hit: false }])
    expect(partsOfText('', ['a'])).toEqual([])
  })

  it('gives the text again when its parts are put together', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string({ minLength: 1, maxLength: 3 }), (text, search) => {
        const parts = partsOfText(text, wordsOfSearch(search))
        expect(parts.map((part) => part.text).join('')).toBe(text)
      }),
    )
  })
})
