/** Files that the usual range is computed from. */
export const filesForRange = 10

/** How far a file may differ: by this part, or by this number of rows if that is more. */
const part = 0.3
const rows = 20

/** The usual number of rows. */
export interface UsualRows {
  readonly from: number
  readonly to: number
  readonly files: number
}

/** The range in which the next file is ordinary, from the row counts of earlier ones; null: there is none. */
export function usualRows(earlier: readonly number[]): UsualRows | null {
  if (earlier.length === 0) return null
  const [least, most] = [Math.min(...earlier), Math.max(...earlier)]
  return {
    from: Math.max(1, Math.floor(Math.min(least * (1 - part), least - rows))),
    to: Math.ceil(Math.max(most * (1 + part), most + rows)),
    files: earlier.length,
  }
}
