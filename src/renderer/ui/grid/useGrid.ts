import type { ShallowRef } from 'vue'
import { providedState } from '../provided-state.ts'
import { useGridColumns } from './useGridColumns.ts'
import { useGridEditing } from './useGridEditing.ts'
import { useGridState } from './useGridState.ts'
import type { GridEmit, GridProps } from './virtual-grid.ts'

/** What the parts of a grid share. `editorInput` is there while a cell is edited. */
export function createGrid(
  props: GridProps,
  emit: GridEmit,
  scroller: Readonly<ShallowRef<HTMLDivElement | null>>,
  editorInput: () => HTMLInputElement | undefined,
) {
  const state = useGridState(props, emit, scroller)
  return { ...state, ...useGridColumns(state), ...useGridEditing(state, editorInput) }
}

export type Grid = ReturnType<typeof createGrid>

export const [provideGrid, useGrid] = providedState('grid', createGrid)
