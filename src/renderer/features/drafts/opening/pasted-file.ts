import { draftsText } from '../drafts-text.ts'

/**
 * The file that a paste brings: a copied file, or cells copied from a spreadsheet (lines with separators) as a file. Null for
 * anything else, such as a word.
 */
export function fileFromPaste(clipboard: { files: ArrayLike<File>; text: string }): File | null {
  const file = clipboard.files[0]
  // Excel adds a picture of the copied cells to their text.
  if (file && !file.type.startsWith('image/')) return file
  const lines = clipboard.text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const isTable = lines.length >= 2 && lines.some((line) => /[\t,;|]/.test(line))
  if (!isTable) return null
  return new File([clipboard.text], draftsText.opening.pastedFileName, { type: 'text/tab-separated-values' })
}
