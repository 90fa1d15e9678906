/** A drawn row and the elements that show it. */
export interface GridSlot {
  /** Stays with its elements as long as they are in the page. */
  readonly slot: number
  readonly row: number
}

/**
 * Gives each of `rows` (ascending) a slot. A row that had one keeps it, so that neither the focus nor an open editor moves; a new row
 * reuses the elements of one that left, because creating elements takes several frames. Sorted by slot, as the elements in the page.
 */
export function assignSlots(before: readonly GridSlot[], rows: readonly number[]): readonly GridSlot[] {
  const wanted = new Set(rows)
  const staying = before.filter(({ row }) => wanted.has(row))
  const taken = new Set(staying.map(({ slot }) => slot))
  const placed = new Set(staying.map(({ row }) => row))
  const after = [...staying]
  let next = 0
  for (const row of rows) {
    if (placed.has(row)) continue
    while (taken.has(next)) next += 1
    after.push({ slot: next, row })
    next += 1
  }
  return after.toSorted((a, b) => a.slot - b.slot)
}

/** Whether the rows stand in the page in another order than on the screen. */
export const isOutOfOrder = (slots: readonly GridSlot[]): boolean =>
  slots.some(({ row }, at) => at > 0 && row < (slots[at - 1]?.row ?? row))
