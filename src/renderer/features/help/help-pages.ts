import type { HelpGroup, HelpPage } from '../../app/help-page.ts'
import { readHelp } from './read-help.ts'

const found = import.meta.glob<string>('../*/help.md', { eager: true, query: '?raw', import: 'default' })

const order: readonly HelpGroup[] = ['start', 'calls', 'customers', 'import', 'cars', 'connections', 'program']

/** The pages of all features, in the order in which Help lists them. */
export const allHelpPages: readonly HelpPage[] = Object.values(found)
  .flatMap(readHelp)
  .toSorted((a, b) => order.indexOf(a.group) - order.indexOf(b.group))

/** The pages by group, without groups that have none. */
export const helpGroups: readonly { readonly group: HelpGroup; readonly pages: readonly HelpPage[] }[] = order
  .map((group) => ({ group, pages: allHelpPages.filter((page) => page.group === group) }))
  .filter(({ pages }) => pages.length > 0)

const pictures = import.meta.glob<string>('./pictures/*.webp', { eager: true, query: '?url', import: 'default' })

/** The address of a picture of Help; null: there is none. `npm run help-pictures` makes them. */
export const findPicture = (name: string, theme: 'light' | 'dark'): string | null =>
  pictures[`./pictures/${name}-${theme}.webp`] ?? null
