import {
  ArrowDown,
  ArrowDownToLine,
  ArrowUp,
  ClipboardPaste,
  Copy,
  Eraser,
  EyeOff,
  MoveHorizontal,
  PenLine,
  Pin,
  PinOff,
} from '@lucide/vue'
import { type ShallowRef, shallowRef } from 'vue'
import { useClient } from '../../bridge/program-client.ts'
import type { MenuItem } from '../context-menu.ts'
import { useToasts } from '../useToasts.ts'
import { gridText } from './grid-text.ts'
import type { GridCommands, GridMenuPlace } from './virtual-grid.ts'

/** The menu of a grid: where it is open, and the commands that every grid has. */
export function useGridMenu(grid: Readonly<ShallowRef<GridCommands | null>>) {
  const client = useClient()
  const toasts = useToasts()
  const place = shallowRef<GridMenuPlace | null>(null)

  /** The desktop pastes like Ctrl+V. In a browser the user may have to allow reading the clipboard, or press Ctrl+V. */
  async function paste(): Promise<void> {
    await grid.value?.focusActive()
    const pasted = await client.call('app.paste', {})
    if (pasted.ok && pasted.value.pasted) return
    let text: string
    try {
      text = await navigator.clipboard.readText()
    } catch {
      toasts.success(gridText.pasteByKey)
      return
    }
    if (text === '') toasts.success(gridText.nothingToPaste)
    else grid.value?.paste(text)
  }

  return {
    place,
    open(at: GridMenuPlace): void {
      place.value = at
    },
    /** The focus returns to the grid, from where the command of the menu goes on. */
    close(): void {
      place.value = null
      void grid.value?.focusActive()
    },
    /** `edit`: the cell can be edited; `change`: one of the cells can. */
    cellItems: (can: { readonly edit: boolean; readonly change: string | false }): readonly (readonly MenuItem[])[] => [
      can.edit ? [{ label: gridText.menuEdit, icon: PenLine, keys: 'F2', run: () => grid.value?.edit() }] : [],
      [
        { label: gridText.menuCopy, icon: Copy, keys: 'Ctrl+C', run: () => grid.value?.copy() },
        { label: gridText.menuPaste, icon: ClipboardPaste, keys: 'Ctrl+V', run: () => void paste() },
        {
          label: gridText.menuFillDown,
          icon: ArrowDownToLine,
          keys: 'Ctrl+D',
          disabled: can.change,
          run: () => grid.value?.fillDown(),
        },
        {
          label: gridText.menuClear,
          icon: Eraser,
          keys: 'Delete',
          disabled: can.change,
          run: () => grid.value?.clear(),
        },
      ],
    ],
  }
}

export type GridMenu = ReturnType<typeof useGridMenu>

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
    { label: gridText.sortAscending, icon: ArrowUp, run: () => commands.sort(false) },
    { label: gridText.sortDescending, icon: ArrowDown, run: () => commands.sort(true) },
  ]
  return [
    [...(column.sortable ? sorting : []), ...more],
    [
      column.pinned
        ? { label: gridText.unpin, icon: PinOff, run: () => commands.pin(false) }
        : {
            label: gridText.pin,
            icon: Pin,
            disabled: !column.canPin && gridText.pinsFull,
            run: () => commands.pin(true),
          },
      { label: gridText.fit, icon: MoveHorizontal, run: commands.fit },
      { label: gridText.hide, icon: EyeOff, disabled: !column.canHide && gridText.lastColumn, run: commands.hide },
    ],
  ]
}
