/** Test plates that work in any region (interface, part 4), with the result that each shows. Offered in practice. */
export const testPlates: readonly { readonly plate: string; readonly shows: string }[] = [
  { plate: 'REG4SUCCESS', shows: 'good match' },
  { plate: 'REG4WARNING', shows: 'low-confidence match' },
  { plate: 'REG4NOMATCH', shows: 'no match' },
  { plate: 'REG4VINONLY', shows: 'VIN only' },
]
