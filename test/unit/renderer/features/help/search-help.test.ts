import { describe, expect, it } from 'vitest'
import type { HelpPage } from '../../../../../src/renderer/app/help-page.ts'
import { allHelpPages } from '../../../../../src/renderer/features/help/help-pages.ts'
import { searchHelp } from '../../../../../src/renderer/features/help/search-help.ts'

const page = (id: string, title: string, sections: readonly [string, string][], keywords = ''): HelpPage => ({
  id,
  title,
  group: 'calls',
  summary: `All about ${title.toLowerCase()}.`,
  screens: [],
  keywords,
  sections: sections.map(([name, text]) => ({ title: name, blocks: [text] })),
})
const pages = [
  page('bin', 'Bin', [['Restore', 'Choose **Restore** for `Ctrl+Z`. See [Customers](customers).']], 'undelete'),
  page('customers', 'Customers', [['Delete', 'Deleted customers go to the bin.']]),
]
const found = (text: string) =>
  searchHelp(pages, text).map(({ place }) => [place.page, place.section].filter(Boolean).join('#'))

describe('the search of Help', () => {
  it('finds words that begin with what was typed, the title first', () => {
    expect(found('bin')).toEqual(['bin', 'customers#delete'])
    expect(found('resto')).toEqual(['bin#restore'])
    expect(found('estore')).toEqual([])
  })

  it('needs every word, each anywhere in the page or its section', () => {
    expect(found('bin restore')).toEqual(['bin#restore'])
    expect(found('bin unicorn')).toEqual([])
  })

  it('finds a page by its further words, in any case and with accents', () => {
    expect(found('UNDELETE')).toEqual(['bin'])
    expect(found('Réstore')).toEqual(['bin#restore'])
  })

  it('searches the text without its marks, and gives nothing for nothing', () => {
    expect(searchHelp(pages, 'restore')[0]?.excerpt).toBe('Choose Restore for Ctrl+Z. See Customers.')
    expect(found('  ')).toEqual([])
  })

  it('shows the text around a word that is far down', () => {
    const long = page('long', 'Long', [['Part', `${'word '.repeat(60)}needle ${'word '.repeat(60)}`]])
    expect(searchHelp([long], 'needle')[0]?.excerpt).toMatch(/^… .*needle.* …$/)
  })

  it.each([
    ['forgot password', 'unlock'],
    ['do not contact', 'call-card'],
    ['failed rows', 'upload'],
    ['write-off', 'lookup-result'],
    ['header row', 'import-columns'],
    ['days supply', 'market'],
    ['recovery key', 'recovery'],
  ])('finds the right page first for “%s”', (text, id) => {
    expect(
      searchHelp(allHelpPages, text)
        .slice(0, 3)
        .map(({ place }) => place.page),
    ).toContain(id)
  })
})
