import type { HelpGroup } from '../../app/help-page.ts'

/** The texts of Help itself. Its pages are in the `help.md` of each feature. */
export const helpUiText = {
  title: 'Help',
  buttonWithNews: 'Help, with changes of a new version',
  buttonTitle: 'Help (F1)',
  search: 'Search help',
  searchPlaceholder: 'Search help',
  pages: 'Pages of Help',
  results: (count: number): string => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
  noResults: (search: string): string => `Nothing found for “${search}”`,
  noResultsText: 'Try fewer or other words.',
  back: 'Previous page of Help',
  groups: {
    start: 'Start here',
    calls: 'Calls',
    customers: 'Customers',
    import: 'Import and uploads',
    cars: 'Cars and prices',
    connections: 'Webhooks and practice',
    program: 'The program',
  } satisfies Record<HelpGroup, string>,
  tour: { start: 'Take the tour', resume: 'Resume the tour' },
  shortcuts: 'Keyboard shortcuts',
  news: {
    title: 'What’s new',
    show: 'What’s new',
    notice: (version: string): string => `Forecourt was updated to version ${version}.`,
    text: 'What has changed for you, newest version first.',
    version: (version: string | null): string => (version === null ? 'In this version' : `Version ${version}`),
    isNew: 'New',
    earlier: 'Earlier versions',
  },
} as const
