import type { CountedCell, SourceCell } from '../../../../src/core/fields/source-cell.ts'

/** The cells of a column, as if all were different. */
export const eachOnce = (cells: readonly SourceCell[]): CountedCell[] => cells.map((cell) => ({ cell, count: 1 }))
