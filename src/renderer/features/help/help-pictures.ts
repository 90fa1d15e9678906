const found = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** The address of a picture of Help; null: there is none. `npm run help-pictures` makes them. */
export const findPicture = (name: string, theme: 'light' | 'dark'): string | null =>
  found[`./pictures/${name}-${theme}.webp`] ?? null
