import { useEventListener } from '@vueuse/core'
import { mainSections, settingsSection } from './sections.ts'

export interface Shortcut {
  /** As shown: "Ctrl+O"; other ways after " or ". */
  readonly keys: string
  readonly does: string
}

/** What `?` shows: the whole keyboard of the program. */
export const shortcutGroups: readonly { title: string; shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: 'Ctrl+O', does: 'Open a spreadsheet' },
      { keys: 'Ctrl+K', does: 'Look a car up' },
      ...[...mainSections, settingsSection].map(({ digit, label }) => ({ keys: `Alt+${digit}`, does: label })),
      { keys: 'Ctrl+F', does: 'Search in this screen' },
      { keys: '?', does: 'This list' },
    ],
  },
  {
    title: 'In a table',
    shortcuts: [
      { keys: 'Arrows', does: 'Go from cell to cell' },
      { keys: 'Page Up or Page Down', does: 'Go a screen up or down' },
      { keys: 'Ctrl+Home or Ctrl+End', does: 'Go to the first or last row' },
      { keys: 'Enter or F2', does: 'Change the cell, or open the row' },
      { keys: 'Enter', does: 'While changing: keep it and go down' },
      { keys: 'Tab', does: 'While changing: keep it and go right' },
      { keys: 'Esc', does: 'While changing: leave it as it was' },
      { keys: 'Space', does: 'Choose or open the row' },
      { keys: 'Shift+Arrows', does: 'Mark more than one cell' },
      { keys: 'Ctrl+A', does: 'Mark every cell' },
      { keys: 'Backspace', does: 'Empty the cell, and type anew' },
      { keys: 'Delete', does: 'Delete or leave out the row, after a question where it matters' },
      { keys: 'Ctrl+C', does: 'Copy the cell, or those that are marked, for Excel' },
      { keys: 'Shift+Left or Shift+Right', does: 'On a heading: make the column narrower or wider' },
      { keys: 'Ctrl+Shift+Left or Ctrl+Shift+Right', does: 'On a heading: move the column' },
      { keys: 'Ctrl+Z', does: 'Among the customers: undo the last change' },
    ],
  },
  {
    title: 'In the sightings',
    shortcuts: [
      { keys: 'Up or Down', does: 'Go through the calls' },
      { keys: 'Enter', does: 'Go to the note of the call' },
      { keys: 'N, V, C, A, O …', does: 'Choose what came of it: the letter on its button' },
      { keys: 'Ctrl+Enter', does: 'Save it and go to the next call' },
      { keys: 'Esc', does: 'Back to the list' },
    ],
  },
  {
    title: 'While checking a spreadsheet',
    shortcuts: [
      { keys: 'Ctrl+Z', does: 'Undo' },
      { keys: 'Ctrl+Y', does: 'Redo' },
      { keys: 'Ctrl+V', does: 'On the first page: take in a copied table or file' },
    ],
  },
]

/** True where a single letter is text, not a command. */
export function takesText(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName)
}

/** True while a question stands before everything else: it keeps the keys to itself. */
export const dialogIsOpen = (): boolean => document.querySelector('dialog[open], [aria-modal="true"]') !== null

/** The shell's own keys. A dialog that is open keeps them to itself. */
export function useShortcuts(actions: {
  openFile(): void
  lookUp(): void
  goTo(digit: number): void
  showShortcuts(): void
}): void {
  useEventListener(window, 'keydown', (event: KeyboardEvent) => {
    if (event.defaultPrevented || dialogIsOpen()) return
    const command = event.ctrlKey || event.metaKey
    if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'o') {
      event.preventDefault()
      actions.openFile()
    } else if (command && !event.altKey && !event.shiftKey && event.key.toLowerCase() === 'k') {
      event.preventDefault()
      actions.lookUp()
    } else if (event.altKey && !command && /^Digit[1-7]$/.test(event.code)) {
      event.preventDefault()
      actions.goTo(Number(event.code.slice('Digit'.length)))
    } else if (event.key === '?' && !command && !event.altKey && !takesText(event.target)) {
      event.preventDefault()
      actions.showShortcuts()
    }
  })
}
