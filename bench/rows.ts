import type { BenchRow } from './bench-row.ts'
import { customerRows } from './customer-rows.ts'
import { fileRows } from './file-rows.ts'
import { oldDataRows } from './old-data-rows.ts'
import { peerRows } from './peer-rows.ts'
import { serviceRows } from './service-rows.ts'
import { teamRows } from './team-rows.ts'
import { windowRows } from './window-rows.ts'

/** All measurements, in the order of their keys. */
export const benchRows: readonly BenchRow[] = [
  ...customerRows,
  ...fileRows,
  ...oldDataRows,
  ...peerRows,
  ...serviceRows,
  ...teamRows,
  ...windowRows,
].toSorted((a, b) => (a.key < b.key ? -1 : 1))
