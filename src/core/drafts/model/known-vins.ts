import type { KnownVin } from '../../../contract/drafts.ts'

/** By `regoKey`: the VIN that this PC knows for a rego, or null when it knows none. Absent: not looked for yet. */
export type KnownVins = ReadonlyMap<string, KnownVin | null>
