import { privacyText } from './privacy-text.ts'

/** The text without what the pattern finds in it. */
export function replaceIn(text: string, pattern: RegExp | null): string {
  if (!pattern) return text
  // A pattern has letters without accents, which follow their letters in this form.
  const plain = text.normalize('NFD')
  const replaced = plain.replace(pattern, privacyText.replacement)
  return replaced === plain ? text : replaced.normalize('NFC')
}
