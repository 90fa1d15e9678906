import { firstPosition } from '../columns/row-list.ts'

/**
 * What a row does to the customer who has its car. `updated`: it changes at least one value. `unchanged`: there is nothing to change.
 * `older`: another row of the same customer counts. `ambiguous`: several customers have the car, and none is changed. `none`: the car is in
 * an upload that runs, and there is no customer yet, or the customer was deleted.
 */
export type RowUpdate = 'updated' | 'unchanged' | 'older' | 'ambiguous' | 'none'

/** By update: the numbers of its rows, ascending. Rows that are in no list are those of `none`. */
export type RowUpdates = Readonly<Partial<Record<RowUpdate, Uint32Array>>>

const reasons: Readonly<Record<RowUpdate, string>> = {
  updated: 'Updates an existing customer',
  unchanged: 'Existing customer with the same details',
  older: 'Existing customer, updated by another row',
  ambiguous: 'Several of your customers have this car, so none was updated',
  none: 'Already being uploaded or deleted, so no customer was updated',
}

/** How a row that is not sent ends in the account of its upload. */
export const endOfUpdate = (
  update: RowUpdate,
): { readonly outcome: 'updated' | 'excluded'; readonly reason: string } => ({
  outcome: update === 'updated' ? 'updated' : 'excluded',
  reason: reasons[update],
})

/** Groups rows by what they do. */
export function rowUpdatesOf(rows: Iterable<readonly [row: number, update: RowUpdate]>): RowUpdates {
  const found: Partial<Record<RowUpdate, number[]>> = {}
  for (const [row, update] of rows) (found[update] ??= []).push(row)
  return Object.fromEntries(
    Object.entries(found).map(([update, numbers]) => [update, Uint32Array.from(numbers).toSorted()]),
  )
}

export function updateOfRow(updates: RowUpdates | undefined, row: number): RowUpdate {
  for (const update of ['updated', 'unchanged', 'older', 'ambiguous'] as const) {
    const rows = updates?.[update]
    if (rows && isIn(rows, row)) return update
  }
  return 'none'
}

const isIn = (ascending: Uint32Array, row: number): boolean =>
  ascending[firstPosition(ascending.length, (at) => (ascending[at] ?? 0) >= row)] === row
