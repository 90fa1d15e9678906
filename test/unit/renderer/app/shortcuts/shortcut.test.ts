import { describe, expect, it } from 'vitest'
import {
  isTextField,
  type KeyPress,
  matchesKeys,
  takesCharacters,
} from '../../../../../src/renderer/app/shortcuts/shortcut.ts'

const press = (key: string, changes: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...changes,
})

describe('keys of a shortcut', () => {
  it.each([
    ['Ctrl+Z', press('z', { ctrlKey: true }), true],
    ['Ctrl+Z', press('Z', { metaKey: true }), true],
    ['Ctrl+Z', press('Z', { ctrlKey: true, shiftKey: true }), false],
    ['Ctrl+Z', press('z'), false],
    ['Ctrl+Y or Ctrl+Shift+Z', press('Z', { ctrlKey: true, shiftKey: true }), true],
    ['Alt+3', press('£', { altKey: true, code: 'Digit3' }), true],
    ['Alt+3', press('3', { altKey: true, ctrlKey: true, code: 'Digit3' }), false],
    ['?', press('?', { shiftKey: true }), true],
    ['N', press('N', { shiftKey: true }), true],
    ['N', press('n', { altKey: true }), false],
    ['Esc', press('Escape'), true],
    ['Ctrl+Enter', press('Enter', { ctrlKey: true }), true],
    ['Ctrl+Enter', press('Enter'), false],
  ])('%s matches %o: %s', (keys, event, expected) => {
    expect(matchesKeys(keys, event)).toBe(expected)
  })
})

const element = (tagName: string, more: object = {}): EventTarget => ({ tagName, ...more }) as unknown as EventTarget

describe('a text field', () => {
  it.each([
    [element('INPUT', { type: 'text' }), true],
    [element('INPUT', { type: 'search' }), true],
    [element('TEXTAREA'), true],
    [element('DIV', { isContentEditable: true }), true],
    [element('INPUT', { type: 'checkbox' }), false],
    [element('SELECT'), false],
    [element('BUTTON'), false],
    [null, false],
  ])('%o: %s', (target, expected) => {
    expect(isTextField(target)).toBe(expected)
  })

  it('is not the only control that takes characters: a select chooses by letters', () => {
    expect(takesCharacters(element('SELECT'))).toBe(true)
    expect(takesCharacters(element('INPUT', { type: 'checkbox' }))).toBe(false)
  })
})
