/**
 * What a paste brings that can be opened: a copied file, or the cells copied from a spreadsheet (text in columns), which become a
 * file of their own. Null: a word or nothing, not for us.
 */
export function fileFromPaste(clipboard: { files: ArrayLike<File>; text: string }): File | null {
  const file = clipboard.files[0]
  // Excel puts a picture of the cells beside their text.
  if (file && !file.type.startsWith('image/')) return file
  const lines = clipboard.text.split(/\r\n|\r|\n/).filter((line) => line.trim() !== '')
  const isTable = lines.length >= 2 && lines.some((line) => /[\t,;|]/.test(line))
  return isTable ? new File([clipboard.text], 'Pasted table.tsv', { type: 'text/tab-separated-values' }) : null
}
