import type { LocationQuery } from 'vue-router'

/** What the list options show in their panel. */
export type ListOption = 'columns' | 'export'

/** The address of the list with one of its options open: for commands of the palette. */
export const listOptionAddress = (option: ListOption) => ({ name: 'customers', query: { option } })

/** The option that an address asks for. */
export function listOptionOf({ option }: LocationQuery): ListOption | null {
  return option === 'columns' || option === 'export' ? option : null
}
