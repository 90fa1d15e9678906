const paddingPx = 26
/** A digit of the grid's text, rounded up. */
const digitPx = 9
/** Room for the heading "Row". */
const smallestPx = 54

/** The width in pixels of a column of row numbers, so that its largest number is never cut. */
export const rowNumberWidth = (largest: number): number =>
  Math.max(smallestPx, paddingPx + digitPx * String(Math.max(1, largest)).length)
