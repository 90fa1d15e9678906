export const advancedText = {
  title: 'Advanced',
  text: 'For behaviour your provider hasn’t documented. Applies to this connection from the next request on. Most people never change these.',
  group: (name: string, { changed, wrong }: { readonly changed: number; readonly wrong: number }) =>
    [name, changed > 0 ? `${changed} changed` : '', wrong > 0 ? `${wrong} to fix` : ''].filter(Boolean).join(', '),
  default: (value: string) => `Default: ${value}.`,
  reset: (label: string) => `Reset ${label} to its default`,
  resetAll: 'Reset all to defaults',
  problems: {
    number: (min: number, max: number) => `Enter a whole number from ${min} to ${max.toLocaleString('en-AU')}.`,
    sameKey: 'Another extra field has this name.',
  },
  undo: 'Undo changes',
  save: 'Save',
  saved: 'Advanced settings saved.',
  wasReset: 'Advanced settings reset.',
} as const
