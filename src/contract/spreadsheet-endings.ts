/** The endings of files that can be opened as spreadsheets, without the dot. */
export const spreadsheetEndings: readonly string[] =
  'csv tsv txt prn xlsx xlsm xls xlsb ods fods xml html htm slk dif'.split(' ')
