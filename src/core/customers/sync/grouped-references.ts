import type { ListedReferences, ListedRows } from '../../uploads/listed-references.ts'

/** The listed records in the order of the list: their numbers, and by number the upload (0: none) and the row of their reference. */
export interface ReferenceColumns {
  readonly listed: Uint32Array
  readonly uploads: Uint32Array
  readonly rows: Uint32Array
  /** The number of each upload, from 1. */
  readonly uploadNumbers: ReadonlyMap<string, number>
  idOf(number: number): string
}

/** Groups the records of the list by their uploads. The rows of an upload are looked at when it is asked for. */
export function groupReferences({ listed, uploads, rows, uploadNumbers, idOf }: ReferenceColumns): ListedReferences {
  const starts = new Uint32Array(uploadNumbers.size + 2)
  // Loops by index: an iterator makes an object for each record.
  for (let at = 0; at < listed.length; at += 1) starts[uploads[listed[at]!]! + 1]! += 1
  for (let upload = 1; upload < starts.length; upload += 1) starts[upload]! += starts[upload - 1]!
  const next = starts.slice()
  const grouped = new Uint32Array(listed.length)
  for (let at = 0; at < listed.length; at += 1) grouped[next[uploads[listed[at]!]!]!++] = listed[at]!

  return {
    get(uploadId) {
      const upload = uploadNumbers.get(uploadId)
      if (upload === undefined) return undefined
      const records = grouped.subarray(starts[upload], starts[upload + 1])
      return records.length === 0 ? undefined : listedRows(records, rows, idOf)
    },
  }
}

function listedRows(records: Uint32Array, rows: Uint32Array, idOf: (number: number) => string): ListedRows {
  let firstByRow: ReadonlyMap<number, number> | null = null
  const rowsOf = records.map((number) => rows[number]!)
  const sorted = rowsOf.toSorted()
  const repeated = new Set(sorted.filter((row, at) => at > 0 && sorted[at - 1] === row))
  const several = new Map<number, string[]>()
  if (repeated.size > 0) {
    rowsOf.forEach((row, at) => {
      if (!repeated.has(row)) return
      const ids = several.get(row) ?? []
      ids.push(idOf(records[at]!))
      several.set(row, ids)
    })
  }
  return {
    several,
    first: {
      get(row) {
        // The last entry of a row stays in a map: in reverse it is the first customer.
        firstByRow ??= new Map(Array.from(rowsOf, (each, at) => [each, records[at]!] as const).toReversed())
        const number = firstByRow.get(row)
        return number === undefined ? undefined : idOf(number)
      },
    },
  }
}
