/** A keyboard shortcut as the shortcuts dialog lists it. */
export interface Shortcut {
  /** As shown: "Ctrl+O". Alternatives after " or ": "Ctrl+Y or Ctrl+Shift+Z". Ctrl is also Command. Empty: only in the command palette. */
  readonly keys: string
  readonly label: string
}

export interface ShortcutGroup {
  readonly title: string
  readonly shortcuts: readonly Shortcut[]
}

export interface ShortcutBinding extends Shortcut {
  run(): void
  /** False: the shortcut does not exist at the moment, and the key keeps its usual effect. */
  isActive?(): boolean
  /** Also works while the user types in a text field. Never for keys that type or edit text there, such as Ctrl+Z. */
  readonly inTextFields?: boolean
  /** Also works behind a modal dialog, and in it: help, which changes nothing there. */
  readonly inDialogs?: boolean
  /** A selector: works only while the focus is inside such an element. */
  readonly within?: string
  /** The heading in the shortcuts dialog. Default: the feature's own list, else "On this screen". */
  readonly group?: string
  /** Not listed by itself, because the feature's list names it together with others. */
  readonly hidden?: boolean
}

export interface KeyPress {
  readonly key: string
  readonly code: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
}

interface Chord {
  readonly key: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

const namedKeys: Readonly<Record<string, string>> = {
  esc: 'escape',
  up: 'arrowup',
  down: 'arrowdown',
  left: 'arrowleft',
  right: 'arrowright',
  space: ' ',
}

function parseChord(text: string): Chord {
  const parts = text.trim().split('+')
  const key = (parts.at(-1) ?? '').toLowerCase()
  const modifiers = parts.slice(0, -1)
  return {
    key: namedKeys[key] ?? key,
    ctrl: modifiers.includes('Ctrl'),
    alt: modifiers.includes('Alt'),
    shift: modifiers.includes('Shift'),
  }
}

function matchesChord(chord: Chord, press: KeyPress): boolean {
  const ctrl = press.ctrlKey || press.metaKey
  if (chord.ctrl !== ctrl || chord.alt !== press.altKey) return false
  // With Alt the key is another character on some layouts: the digit's place on the keyboard counts.
  const isDigit = /^[0-9]$/.test(chord.key)
  if (isDigit ? press.code !== `Digit${chord.key}` : press.key.toLowerCase() !== chord.key) return false
  // A character by itself is the same character however it is typed: "?" needs Shift, "N" may have it.
  const isCharacter = chord.key.length === 1 && !chord.ctrl && !chord.alt
  return isCharacter || chord.shift === press.shiftKey
}

/** Whether a key press is one of the alternatives of `keys`. */
export const matchesKeys = (keys: string, press: KeyPress): boolean =>
  keys.split(' or ').some((text) => matchesChord(parseChord(text), press))

/** Inputs in which nothing is typed. */
const controlTypes = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image'])

/** True where keys type text and Ctrl+Z undoes typing. A select is none: see `takesCharacters`. */
export function isTextField(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLInputElement> | null
  if (element?.isContentEditable || element?.tagName === 'TEXTAREA') return true
  return element?.tagName === 'INPUT' && !controlTypes.has(element.type ?? 'text')
}

/** True where a letter is input: text fields, and selects, which choose the option that begins with it. */
export const takesCharacters = (target: EventTarget | null): boolean =>
  isTextField(target) || (target as Partial<HTMLElement> | null)?.tagName === 'SELECT'

/** Modal dialogs. One that fades out (a class of the transition) is closed already. */
const openDialogs = 'dialog[open], [aria-modal="true"]:not([class*="-leave-active"])'

/** True while a modal dialog is open: the keys are for the dialog alone. */
export const dialogIsOpen = (): boolean => document.querySelector(openDialogs) !== null
