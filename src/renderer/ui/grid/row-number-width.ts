const paddingPx = 26
/** A digit of the grid's text, rounded up. */
const digitPx = 9
/** Room for the heading "Row". */
const smallestPx = 54

/** The width in pixels of a column of row numbers, so that its widest text is never cut. */
export const rowNumberWidth = (widest: number | string): number =>
  Math.max(smallestPx, paddingPx + digitPx * String(widest).length)
