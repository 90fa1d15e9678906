import type { KnownVin } from '../../../contract/drafts.ts'

/** Keys of customers' cars (`fields/vehicle-key.ts`). */
export type KnownKeys = ReadonlySet<string>

/** The keys as one text, which is handed to a thread at once: a set of strings is copied key by key. No car has a line end in its key. */
export const joinKeys = (keys: Iterable<string>): string => [...keys].filter((key) => !key.includes('\n')).join('\n')

/** The keys of `joinKeys`. */
export const splitKeys = (joined: string): KnownKeys => new Set(joined === '' ? [] : joined.split('\n'))

/** By `regoKey`: the VIN that this PC knows for a rego, or null when it knows none. Absent: not looked for yet. */
export type KnownVins = ReadonlyMap<string, KnownVin | null>
