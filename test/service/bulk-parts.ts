import type { BulkItem, BulkLookup } from '../../src/contract/bulk-lookups.ts'
import { createBulkLookups, type BulkLookups } from '../../src/core/bulk-lookups/bulk-lookups.ts'
import type { BulkTiming } from '../../src/core/bulk-lookups/bulk-runner.ts'
import { createFileIntake } from '../../src/core/intake/file-intake.ts'
import { createLookup, type Lookup } from '../../src/core/lookup/lookup.ts'
import type { OpenStorage } from '../../src/core/open-storage.ts'
import { startReaderTwin } from '../twins/reader-process.ts'

const shortBulkTiming: Partial<BulkTiming> = { firstBackoffMs: 5, longestBackoffMs: 40, closeGraceMs: 500 }

export interface BulkParts {
  readonly lookup: Lookup
  readonly bulk: BulkLookups
}

/** Real look-ups and bulk look-ups, with short times. They are not started. */
export function openBulkParts(storage: OpenStorage, timing: Partial<BulkTiming> = {}): BulkParts {
  const lookup = createLookup(storage)
  const bulk = createBulkLookups(storage, {
    cars: lookup.cars,
    intake: createFileIntake(),
    startReaderProcess: startReaderTwin,
    selectedCars: async () => [],
    callsLeft: () => null,
    timing: { ...shortBulkTiming, ...timing },
  })
  return { lookup, bulk }
}

/** Plates that no other test uses. */
export const plateAt = (index: number): string => `K${String(index).padStart(5, '0')}`

export const isOver = ({ state }: Pick<BulkLookup, 'state'>): boolean => state === 'finished' || state === 'cancelled'

const answered: ReadonlySet<BulkItem['status']> = new Set(['match', 'low-quality', 'no-match', 'vin-only', 'nothing'])
export const isAnswered = ({ status }: Pick<BulkItem, 'status'>): boolean => answered.has(status)
