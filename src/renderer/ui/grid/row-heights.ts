/** The height of a row in pixels, by how close together the user wants them. */
export const rowHeights = { compact: 26, comfortable: 36 } as const
