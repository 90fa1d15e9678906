import type { DictionaryColumn } from './dictionary-column.ts'
import type { ListColumns } from './list-columns.ts'
import { flag } from './packed-record.ts'

export interface ListCounts {
  readonly total: number
  readonly withSightings: number
  readonly missingVin: number
  readonly missing: Readonly<Record<'mobileNumber' | 'clientName' | 'rego' | 'saleDate', number>>
}

/** The values of a column: of all records, or of those whose slot is marked with 1. */
export const valuesOf = (
  column: DictionaryColumn,
  marks: Uint8Array | undefined,
): { readonly value: string; readonly count: number }[] => (marks ? column.countsIn(marks) : column.counts())

/** Counts by the flags of the records: of all, or of those whose slot is marked with 1. */
export function listCounts(columns: ListColumns, marks: Uint8Array | undefined): ListCounts {
  const countOf = marks ? flagCounts(columns.flags(), marks) : columns.countOf
  const withSaleDate = valuesOf(columns.saleDate, marks).reduce(
    (sum, { value, count }) => sum + (value === '' ? 0 : count),
    0,
  )
  return {
    total: countOf(flag.present),
    withSightings: countOf(flag.sighted),
    missingVin: countOf(flag.missingVin),
    missing: {
      mobileNumber: countOf(flag.missingMobile),
      clientName: countOf(flag.missingName),
      rego: countOf(flag.missingRego),
      saleDate: countOf(flag.present) - withSaleDate,
    },
  }
}

function flagCounts(flags: ArrayLike<number>, marks: Uint8Array): (bits: number) => number {
  const counts = new Uint32Array(256)
  for (let slot = 0; slot < marks.length; slot += 1) {
    if (marks[slot] === 1) counts[flags[slot] as number] = (counts[flags[slot] as number] as number) + 1
  }
  return (bits) => counts.reduce((sum, count, each) => ((each & bits) === bits ? sum + count : sum), 0)
}
