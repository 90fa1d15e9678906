import { gridShortcuts } from '../../ui/grid/grid-shortcuts.ts'
import { appText } from '../app-text.ts'
import type { Feature } from '../feature.ts'
import { searchShortcut } from './search-shortcut.ts'
import type { Shortcut, ShortcutBinding, ShortcutGroup } from './shortcut.ts'

const isListed = (groups: readonly ShortcutGroup[], { keys, label }: Shortcut): boolean =>
  groups.some(({ shortcuts }) => shortcuts.some((each) => each.keys === keys && each.label === label))

/** What the shortcuts dialog lists: the shell's, the grid's, those of the features, and what else is registered now. */
export function listShortcuts(
  features: readonly Feature[],
  registered: readonly ShortcutBinding[],
): readonly ShortcutGroup[] {
  const { anywhere, table, onThisScreen } = appText.shortcuts
  const groups: ShortcutGroup[] = [
    { title: anywhere, shortcuts: [...registered.filter(({ group }) => group === anywhere), searchShortcut] },
    { title: table, shortcuts: gridShortcuts },
    ...features.flatMap(({ shortcuts }) => shortcuts ?? []),
  ]
  const others = registered.filter((each) => !each.hidden && !isListed(groups, each))
  return others.length > 0 ? [...groups, { title: onThisScreen, shortcuts: others }] : groups
}
