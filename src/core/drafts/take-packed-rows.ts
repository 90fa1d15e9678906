import type { WorkerCalls } from './worker/worker-protocol.ts'
import type { PackedRows } from './storage/pack-upload.ts'

type Part = WorkerCalls['packRows']['output']

/** Where a part of the rows begins. */
export type PartPlace = Pick<WorkerCalls['packRows']['input'], 'sent' | 'from'>

/**
 * The rows of a draft for an upload, packed: first the batches, then the excluded rows. The draft's thread packs the next part
 * while one is written. `partAt` rejects when a part cannot be packed, and then so does this. Can be read once.
 */
export async function* takePackedRows(
  first: Part,
  partAt: (place: PartPlace) => Promise<Part>,
): AsyncGenerator<PackedRows, void, undefined> {
  let sent = true
  for (let part = first; ;) {
    // The excluded rows come from the beginning again.
    const place: PartPlace | null =
      part.next !== null ? { sent, from: part.next } : sent ? { sent: false, from: 0 } : null
    const coming = place && partAt(place)
    // Its reader may end before it: then nobody hears of a failure.
    coming?.catch(() => undefined)
    yield* part.packed
    if (!coming || !place) return
    sent = place.sent
    part = await coming
  }
}
