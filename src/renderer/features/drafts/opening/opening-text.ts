/** What is said of a file on any screen: part of the first script, unlike the other texts of the import. */
export const openingText = {
  overlay: 'Drop the spreadsheet to open it',
  tooMany: 'Drop one spreadsheet at a time.',
  firstStep: 'Reading the file',
  pastedFileName: 'Pasted table.tsv',
}
