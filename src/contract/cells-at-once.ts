/** The most cells of one change. */
export const maxCellsAtOnce = 20_000

/** Cells that one call should have: its answer takes a few milliseconds. */
export const cellsPerCall = 1_000
