/** Each guess of a password costs 128 MB and about half a second on an office PC. */
export const scryptCost: { readonly n: number; readonly r: number; readonly p: number } = { n: 2 ** 17, r: 8, p: 1 }
