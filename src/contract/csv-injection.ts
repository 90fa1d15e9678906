/**
 * Protection against formulas in exported and copied cells (CWE-1236), for core and the window. This file has no
 * dependencies.
 */

/** A text that a spreadsheet would run as a formula, also behind spaces and in full-width characters. */
const formulaStart = /^[\s\p{Cc}\u200b\ufeff]*[=+\-@|%\uff1d\uff0b\uff0d\uff20]/u
/** A number, or a phone number with or without spaces: harmless, and an apostrophe would spoil it. */
const wholeNumber = /^[+-]?\d+(?:[.,]\d+)*$|^\+\d+(?: \d+)*$/

/**
 * The cell as text that a spreadsheet shows and does not run: an apostrophe goes in front of a formula. Every text that is copied, and
 * every text in a CSV file, goes through this. A workbook marks its texts as text.
 */
export function safeCell(text: string): string {
  return formulaStart.test(text) && !wholeNumber.test(text) ? `'${text}` : text
}

/** Removes the apostrophe that `safeCell` added. */
export function originalCell(text: string): string {
  const rest = text.slice(1)
  return text.startsWith("'") && safeCell(rest) === text ? rest : text
}
