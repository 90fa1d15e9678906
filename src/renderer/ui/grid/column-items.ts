import { ArrowDown, ArrowUp, EyeOff, MoveHorizontal, Pin, PinOff } from '@lucide/vue'
import type { MenuItem } from '../context-menu.ts'
import { gridText as text } from './grid-text.ts'

/** More pinned columns would leave no room to scroll the others. */
export const maxPinned = 4

/** What the menu of a heading can do. */
export interface ColumnCommands {
  sort(descending: boolean): void
  pin(pinned: boolean): void
  hide(): void
  fit(): void
}

/** The items of the menu of a heading. `more`: items of one grid, after those that sort. */
export function columnItems(
  column: { readonly sortable: boolean; readonly pinned: boolean; readonly canPin: boolean; readonly canHide: boolean },
  commands: ColumnCommands,
  more: readonly MenuItem[] = [],
): readonly (readonly MenuItem[])[] {
  const sorting: MenuItem[] = [
    { label: text.sortAscending, icon: ArrowUp, run: () => commands.sort(false) },
    { label: text.sortDescending, icon: ArrowDown, run: () => commands.sort(true) },
  ]
  return [
    [...(column.sortable ? sorting : []), ...more],
    [
      column.pinned
        ? { label: text.unpin, icon: PinOff, run: () => commands.pin(false) }
        : { label: text.pin, icon: Pin, disabled: !column.canPin && text.pinsFull, run: () => commands.pin(true) },
      { label: text.fit, icon: MoveHorizontal, run: commands.fit },
      { label: text.hide, icon: EyeOff, disabled: !column.canHide && text.lastColumn, run: commands.hide },
    ],
  ]
}
