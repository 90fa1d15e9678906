import type { RouteRecordRaw } from 'vue-router'
import { gridShortcuts } from '../../ui/grid/grid-text.ts'
import { wordsOfSearch } from '../../ui/highlight.ts'
import { appText } from '../app-text.ts'
import type { Feature } from '../feature.ts'
import type { Shortcut, ShortcutBinding, ShortcutGroup } from './shortcut.ts'

const isListed = (groups: readonly ShortcutGroup[], { keys, label }: Shortcut): boolean =>
  groups.some(({ shortcuts }) => shortcuts.some((each) => each.keys === keys && each.label === label))

/** One line for the shortcuts of a group that do the same. */
const merged = ({ title, shortcuts }: ShortcutGroup): ShortcutGroup => ({
  title,
  shortcuts: [...new Set(shortcuts.map(({ label }) => label))].map((label) => ({
    label,
    keys: shortcuts.flatMap((each) => (each.label === label ? each.keys : [])).join(' or '),
  })),
})

const hasRoute = (routes: readonly RouteRecordRaw[] | undefined, name: string): boolean =>
  routes?.some((route) => route.name === name || hasRoute(route.children, name)) ?? false

/**
 * What the shortcuts dialog lists: those of the open screen (`routeName`), the shell's, the grid's, those of the other features, and what
 * else is registered now.
 */
export function listShortcuts(
  features: readonly Feature[],
  registered: readonly ShortcutBinding[],
  routeName = '',
): readonly ShortcutGroup[] {
  const { anywhere, table, onThisScreen } = appText.shortcuts
  const onScreen = features.filter(({ routes }) => hasRoute(routes, routeName))
  const elsewhere = features.filter((feature) => !onScreen.includes(feature))
  const groups: ShortcutGroup[] = [
    ...onScreen.flatMap(({ shortcuts }) => shortcuts ?? []),
    { title: anywhere, shortcuts: registered.filter(({ group }) => group === anywhere) },
    { title: table, shortcuts: gridShortcuts },
    ...elsewhere.flatMap(({ shortcuts }) => shortcuts ?? []),
  ]
  const others = registered.filter((each) => !each.hidden && each.keys !== '' && !isListed(groups, each))
  return (others.length > 0 ? [...groups, { title: onThisScreen, shortcuts: others }] : groups).map(merged)
}

/** The shortcuts whose label or keys contain every word of the search, in their groups. */
export function findShortcuts(groups: readonly ShortcutGroup[], search: string): readonly ShortcutGroup[] {
  const words = wordsOfSearch(search)
  if (words.length === 0) return groups
  return groups
    .map(({ title, shortcuts }) => ({
      title,
      shortcuts: shortcuts.filter(({ keys, label }) => {
        const text = `${label} ${keys} ${title}`.toLowerCase()
        return words.every((word) => text.includes(word))
      }),
    }))
    .filter(({ shortcuts }) => shortcuts.length > 0)
}
