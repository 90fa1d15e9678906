/** The texts that any screen can need when a file is opened. The first script has these, not the other texts of the import. */
export const openingText = {
  overlay: 'Drop the spreadsheet to open it',
  tooMany: 'Drop one spreadsheet at a time.',
  firstStep: 'Reading the file',
  pastedFileName: 'Pasted table.tsv',
}
