/** The words of the grid itself, for screen readers. */
export const gridText = {
  loading: 'Loading',
  open: 'Open',
  menu: (title: string): string => `Sort and filter by ${title}`,
  filtered: 'Filtered',
  selected: 'Selected',
  notSelected: 'Not selected',
  selectAll: (state: 'none' | 'some' | 'all'): string =>
    `Select all. ${{ all: 'All rows are selected', some: 'Some rows are selected', none: 'No rows are selected' }[state]}`,
  editor: (title: string, row: number): string => `${title}, row ${row + 1}`,
} as const
