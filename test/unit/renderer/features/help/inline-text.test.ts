import { expect, it } from 'vitest'
import { partsOfLine, plainText } from '../../../../../src/renderer/features/help/inline-text.ts'

it('divides a line into text, labels, keys and links', () => {
  expect(
    partsOfLine('Press `Ctrl+K`, then **Send**: see [Send](import-send#before-you-send) or [all](import).'),
  ).toEqual([
    { kind: 'text', text: 'Press ' },
    { kind: 'keys', text: 'Ctrl+K' },
    { kind: 'text', text: ', then ' },
    { kind: 'label', text: 'Send' },
    { kind: 'text', text: ': see ' },
    { kind: 'link', text: 'Send', page: 'import-send', section: 'before-you-send' },
    { kind: 'text', text: ' or ' },
    { kind: 'link', text: 'all', page: 'import' },
    { kind: 'text', text: '.' },
  ])
  expect(plainText('**Undo** with `Ctrl+Z`')).toBe('Undo with Ctrl+Z')
})
