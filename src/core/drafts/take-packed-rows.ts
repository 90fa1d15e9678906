import type { WorkerCalls } from './worker/draft-service.ts'
import type { PackedRows } from './storage/pack-upload.ts'

type Part = WorkerCalls['packRows']['output']

/** Where a part of the rows begins. */
export type PartPlace = Pick<WorkerCalls['packRows']['input'], 'sent' | 'from'>

/**
 * The rows of a draft for an upload, packed: first the batches, then the rows that are not sent. The draft's thread packs the next part while one
 * is written, and the second one at once. `partAt` rejects when a part cannot be packed, and then so does this. Can be read once.
 */
export function takePackedRows(
  first: Part,
  partAt: (place: PartPlace) => Promise<Part>,
): AsyncGenerator<PackedRows, void, undefined> {
  const askForNext = ({ next }: Part, sent: boolean) => {
    // The rows that are not sent come from the beginning again.
    const place: PartPlace | null = next !== null ? { sent, from: next } : sent ? { sent: false, from: 0 } : null
    if (!place) return null
    const part = partAt(place)
    // The reader may end before it: then nobody hears of a failure.
    part.catch(() => undefined)
    return { part, sent: place.sent }
  }
  const second = askForNext(first, true)
  const inOrder = async function* (): AsyncGenerator<PackedRows, void, undefined> {
    yield* first.packed
    for (let coming = second; coming;) {
      const part: Part = await coming.part
      coming = askForNext(part, coming.sent)
      yield* part.packed
    }
  }
  return inOrder()
}
