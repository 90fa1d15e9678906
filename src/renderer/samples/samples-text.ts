export const samplesText = {
  title: 'Try a sample spreadsheet',
  text: 'Made-up cars and customers.',
  clean: { title: 'Clean sample', note: '30 sold cars with nothing to fix' },
  messy: { title: 'Messy sample', note: '45 sold cars with the usual faults to fix' },
  save: (title: string): string => `Save ${title.toLowerCase()}`,
} as const
