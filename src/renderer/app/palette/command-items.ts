import type { Component } from 'vue'
import type { NavigationEntry } from '../feature.ts'
import type { ShortcutBinding } from '../shortcuts/shortcut.ts'
import type { PaletteItem } from './palette-source.ts'

/** Screens as items, with their shortcuts. */
export const screenItems = (
  entries: readonly NavigationEntry[],
  open: (path: string) => void,
): readonly PaletteItem[] =>
  entries.map(({ path, label, icon, digit }) => ({
    key: path,
    label,
    icon,
    keys: `Alt+${digit}`,
    run: () => open(path),
  }))

export interface NamedCommand {
  readonly label: string
  readonly icon?: Component
  run(): void
}

/**
 * What can be done now: the shortcuts that the open screen has registered, then those that work everywhere. `focused` is what had the
 * focus before the palette opened: some shortcuts work only inside a part of the screen. `without`: labels that are screens.
 */
export function commandItems(
  bindings: readonly ShortcutBinding[],
  named: readonly NamedCommand[],
  { focused, everywhere, without }: { focused: Element | null; everywhere: string; without: ReadonlySet<string> },
): readonly PaletteItem[] {
  const possible = bindings.filter(
    ({ label, hidden, isActive, within }) =>
      !hidden && !without.has(label) && (isActive?.() ?? true) && (within === undefined || focused?.closest(within)),
  )
  const onScreen = possible.filter(({ group }) => group !== everywhere)
  const others = possible.filter(({ group }) => group === everywhere)
  const items = [
    ...onScreen.map((binding) => ({ ...binding, run: () => binding.run() })),
    ...others.map((binding) => ({ ...binding, run: () => binding.run() })),
    ...named.map((command) => ({ ...command, run: () => command.run() })),
  ]
  const seen = new Set<string>()
  return items.flatMap((item): PaletteItem[] => {
    if (seen.has(item.label)) return []
    seen.add(item.label)
    return [
      {
        key: item.label,
        label: item.label,
        ...('keys' in item && item.keys !== '' ? { keys: item.keys } : {}),
        ...('icon' in item && item.icon ? { icon: item.icon } : {}),
        run: item.run,
      },
    ]
  })
}
