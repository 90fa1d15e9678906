export const paletteText = {
  title: 'Search and run commands',
  label: 'Search',
  placeholder: 'Search customers, regos, mobiles, uploads and commands',
  results: 'Results',
  groups: { recent: 'Recent', screens: 'Screens', commands: 'Commands' },
  searching: 'Searching',
  count: (count: number) => (count === 0 ? 'No results' : count === 1 ? '1 result' : `${count} results`),
  nothing: (text: string) => ({
    title: `No results for “${text}”`,
    text: 'Try a name, rego, VIN, mobile number, file name or command.',
  }),
  failed: (source: string) => `Can’t search ${source.toLowerCase()}.`,
  retry: 'Retry',
  keys: { move: 'Move', open: 'Open', close: 'Close' },
  theme: (theme: 'light' | 'dark') => `Use the ${theme} theme`,
  switchTo: (name: string) => `Switch to ${name}`,
  region: (name: string) => `Use region ${name}`,
} as const
