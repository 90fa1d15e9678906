import { describe, expect, it } from 'vitest'
import { readHelp } from '../../../../../src/renderer/features/help/read-help.ts'

const markdown = `# The bin
id: bin
group: customers
screens: bin, bin-empty
parts: Restore all | /^Restore .+\\?$/
keywords: deleted
picture: bin: Two deleted customers.

Deleted customers.

## Restore

Select customers.

1. Press \`Enter\`.
2. Confirm.

## Look

- One
- Two

[samples]

# Views
id: views
group: customers

Saved filters.
`

describe('a help.md', () => {
  it('has a page for each title, with what its first lines say', () => {
    const [bin, views] = readHelp(markdown)
    expect(bin).toMatchObject({
      id: 'bin',
      title: 'The bin',
      group: 'customers',
      summary: 'Deleted customers.',
      screens: ['bin', 'bin-empty'],
      parts: ['Restore all', /^Restore .+\?$/],
      keywords: 'deleted',
      picture: { name: 'bin', alt: 'Two deleted customers.' },
    })
    expect(views).toEqual({
      id: 'views',
      title: 'Views',
      group: 'customers',
      summary: 'Saved filters.',
      screens: [],
      sections: [],
    })
  })

  it('has sections of paragraphs, steps, lists and the sample spreadsheets', () => {
    expect(readHelp(markdown)[0]?.sections).toEqual([
      { title: 'Restore', blocks: ['Select customers.', { steps: ['Press `Enter`.', 'Confirm.'] }] },
      { title: 'Look', blocks: [{ list: ['One', 'Two'] }, { samples: true }] },
    ])
  })

  it('reads the same with the line ends of Windows', () => {
    expect(readHelp(markdown.replaceAll('\n', '\r\n'))).toEqual(readHelp(markdown))
  })
})
