import { maxBodyBytes, type SealedEntry } from '../team-server.ts'

/** The devices that the server has more entries of than this PC. */
export interface Behind {
  readonly device: string
  /** What is stored here. */
  readonly from: number
  /** What the server had when it was asked. */
  readonly to: number
}

/**
 * What has to be pulled, the device with the fewest missing entries first: so a new "do not contact" does not wait until a
 * million old entries of another PC have arrived. Known members first: one of them says who the others are.
 */
export function findBehind(
  local: ReadonlyMap<string, number>,
  server: ReadonlyMap<string, number>,
  isMember: (device: string) => boolean,
): readonly Behind[] {
  return [...server]
    .map(([device, to]) => ({ device, from: local.get(device) ?? 0, to }))
    .filter(({ from, to }) => to > from)
    .sort(
      (one, other) =>
        Number(isMember(other.device)) - Number(isMember(one.device)) || one.to - one.from - (other.to - other.from),
    )
}

/** The first entries that together have at most `mostBytes`, but at least one. */
export function firstBytes(entries: readonly SealedEntry[], mostBytes: number): readonly SealedEntry[] {
  let bytes = 0
  const end = entries.findIndex(({ body }, index) => {
    bytes += body.length
    return bytes > mostBytes && index > 0
  })
  return end === -1 ? entries : entries.slice(0, end)
}

/** Whether the entries are those of the device that follow `after`, without gaps and none too large. */
export function followsOn(entries: readonly SealedEntry[], device: string, after: number): boolean {
  return entries.every(
    (entry, index) => entry.device === device && entry.n === after + index + 1 && entry.body.length <= maxBodyBytes,
  )
}

/** Entries of the log that are done, of those known when the sync began. */
export interface SyncProgress {
  readonly done: number
  readonly total: number
  readonly secondsLeft: number | null
}
