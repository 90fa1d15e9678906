import type { ColumnFilter } from '../../../../../contract/draft-rows.ts'

const quote = (text: string): string => `“${text}”`

/** The texts of sorting, filtering and choosing columns. */
export const columnText = {
  tests: {
    contains: 'Contains',
    equals: 'Is exactly',
    empty: 'Is blank',
    filled: 'Is not blank',
    issue: 'Has an issue',
  } satisfies Record<ColumnFilter['test'], string>,
  menu: {
    label: (title: string) => `Sort and filter by ${title}`,
    ascending: 'Sort ascending',
    descending: 'Sort descending',
    errorsFirst: 'Show errors first',
    rows: 'Show rows where it',
    text: 'Text',
    filter: 'Filter',
    clear: 'Clear filter',
  },
  chip: {
    filter: (title: string, { test, text = '' }: ColumnFilter): string =>
      ({
        contains: `${title} contains ${quote(text)}`,
        equals: `${title} is ${quote(text)}`,
        empty: `${title} is blank`,
        filled: `${title} is not blank`,
        issue: `${title} has an issue`,
      })[test],
    sort: (title: string, descending: boolean): string =>
      `Sorted by ${title}, ${descending ? 'descending' : 'ascending'}`,
  },
  columns: {
    button: 'Columns',
    fields: 'Customer',
    others: 'In your file',
  },
} as const
