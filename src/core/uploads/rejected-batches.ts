import type { RefusedRecord, ServiceFailure } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'

/**
 * Finds out why the service rejects batches, whose reason is known only in words: the rows that it names are sent apart, any other batch
 * in two halves, down to one row. A row that is rejected alone waits for the user. When both halves of a batch were accepted whole, its size
 * was the reason: once a larger one is rejected as well, or none is left, all batches get the size that was accepted.
 */
export type RejectedBatches = ReturnType<typeof createRejectedBatches>

interface SentBatchSize {
  readonly number: number
  readonly rows: number
}

/** A batch that is sent in halves, and what of it was accepted. */
interface HalvedBatch {
  readonly rows: number
  readonly acceptedRows: number
  readonly largestAccepted: number
}

/** It is not saved: after a restart, some batches are rejected once more. */
interface Search {
  /** The innermost one last. */
  readonly halved: readonly HalvedBatch[]
  /** The size of batches that were accepted while one of the double size was rejected; null: none. */
  readonly acceptedSize: number | null
  /** The batch of the rows that the service named. */
  readonly named: number | null
  /** Rows that the service had named were accepted, so it counts in another way. */
  readonly namesAreWrong: boolean
}

const start: Search = { halved: [], acceptedSize: null, named: null, namesAreWrong: false }

type SearchJournal = Pick<Journal, 'find' | 'divide' | 'limitSize' | 'markRowsRejected'>

export function createRejectedBatches(journal: SearchJournal) {
  const searches = new Map<string, Search>()
  const { notes, reasons } = uploadMessages

  const limitSize = (uploadId: string, size: number, batch: number): void => {
    journal.limitSize(uploadId, size, { batch, note: notes.smaller(size) })
    searches.delete(uploadId)
  }

  return {
    /** The service gave the size as the reason. */
    tooLarge: (uploadId: string, { number, rows }: SentBatchSize): void =>
      limitSize(uploadId, Math.floor(rows / 2), number),

    rejected(
      uploadId: string,
      { number, rows }: SentBatchSize,
      { failure, words }: ServiceFailure,
      named: readonly RefusedRecord[],
    ): void {
      const search = searches.get(uploadId) ?? start
      // A bad row says nothing about the size of the batches that it was in.
      const withBadRow = { ...search, halved: [], acceptedSize: null }
      if (rows === 1 || named.length === rows) {
        const byIndex = new Map(named.map(({ index, reason }) => [index, reason]))
        const reasonOf = (index: number): string => reasons.rejected(byIndex.get(index) ?? words ?? null)
        journal.markRowsRejected(uploadId, number, failure.message, reasonOf)
        searches.set(uploadId, withBadRow)
      } else if (named.length > 0 && !search.namesAreWrong) {
        const indexes = new Set(named.map(({ index }) => index))
        journal.divide(uploadId, number, (index) => indexes.has(index), notes.apart(failure.message, named.length))
        searches.set(uploadId, { ...withBadRow, named: number })
      } else if (search.acceptedSize !== null && rows > search.acceptedSize) {
        limitSize(uploadId, search.acceptedSize, number)
      } else {
        const first = Math.ceil(rows / 2)
        journal.divide(uploadId, number, (index) => index < first, notes.halved(failure.message))
        searches.set(uploadId, {
          ...search,
          acceptedSize: null,
          halved: [...search.halved, { rows, acceptedRows: 0, largestAccepted: 0 }],
        })
      }
    },

    accepted(uploadId: string, { number, rows }: SentBatchSize): void {
      const before = searches.get(uploadId)
      if (!before) return
      const search = afterAccepted(before, rows)
      const namesAreWrong = search.namesAreWrong || search.named === number
      const named = search.named === number ? null : search.named
      const { acceptedSize } = search
      const planned = journal.find(uploadId)?.batches.filter(({ state }) => state === 'planned') ?? []
      const isSizeKnown = acceptedSize !== null && planned.every((batch) => batch.rows <= acceptedSize)
      if (isSizeKnown) journal.limitSize(uploadId, acceptedSize, null)
      searches.set(uploadId, { ...search, namesAreWrong, named, acceptedSize: isSizeKnown ? null : acceptedSize })
    },

    /** What was rejected before may be accepted now. */
    forget: (): void => searches.clear(),
  }
}

/** Counts an accepted batch for the halved ones. */
function afterAccepted(search: Search, rows: number): Search {
  const halved = [...search.halved]
  // A larger batch was accepted: the size was not the reason.
  let acceptedSize = search.acceptedSize !== null && rows > search.acceptedSize ? null : search.acceptedSize
  let [accepted, largest] = [rows, rows]
  for (let inner = halved.pop(); inner; inner = halved.pop()) {
    const acceptedRows = inner.acceptedRows + accepted
    const largestAccepted = Math.max(inner.largestAccepted, largest)
    if (acceptedRows < inner.rows) {
      halved.push({ ...inner, acceptedRows, largestAccepted })
      break
    }
    acceptedSize = largestAccepted
    accepted = inner.rows
    largest = largestAccepted
  }
  return { ...search, halved, acceptedSize }
}
