/** From this many names on, a mobile is probably a filler or the dealership's own number. */
export const manyNames = 3
/** A list as short as this is read row by row anyway. */
const fewRows = 20

/** Letters and digits in lower case, so that "O'Brien" and "OBrien" are one name. */
export const normalisedName = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

/**
 * Whether most rows of a list share their mobiles: then that is how the list was made, and a warning on nearly every
 * row would hide others.
 */
export const coversMostRows = (shared: number, rows: number): boolean =>
  shared > 0 && rows >= fewRows && shared * 2 > rows
