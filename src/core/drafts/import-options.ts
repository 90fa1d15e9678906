import type { Draft } from '../../contract/drafts.ts'
import type { ImportOptions } from '../../contract/upload-history.ts'

/** How a draft was read, for the history of its upload. */
export const importOptions = (
  { source, defaultState, columns }: Draft,
  mobileForm: ImportOptions['mobileForm'],
): ImportOptions => ({
  sheet: source.kind === 'csv' ? '' : source.sheet,
  headerRow: source.headerRow,
  defaultState,
  mobileForm,
  columns: columns.map(({ header, target, dates }) => ({ header, target, dateOrder: dates?.order ?? null })),
})
