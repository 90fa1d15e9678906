import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { eachPage } from '../service/paging.ts'
import type { RowResult } from './batch-results.ts'
import type { OpenRow } from './journal-rows.ts'
import { collectListed, type ListedEntries } from './listed-rows.ts'
import { clientFor, pageSize, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { nextSearch } from './search-times.ts'
import { uploadMessages } from './upload-messages.ts'
import type { UploadRecord } from './upload-record.ts'
import { hasRowsToSend } from './upload-steps.ts'

/**
 * Searches for the unsent rows of a region's uploads of an earlier run, all in one pass of the service's list. Rows that are there are
 * not sent again; without references, the user is asked about them. Where some were found, others may be listed late: these
 * are searched for as long as a lost batch.
 */
export async function checkEarlierUploads(
  context: RunnerContext,
  { id, region }: Pick<UploadRecord, 'id' | 'region'>,
): Promise<UploadStepEnd> {
  const { journal, unchecked, storage } = context
  const found = await clientFor(context, { id, connectionId: context.connectionId, region })
  if ('ended' in found) return found.ended
  const uploads = journal
    .unfinished(context.connectionId)
    .filter((upload) => unchecked.has(upload.id) && upload.region === region && isSendable(upload))
  const searches: RowSearch[] = []
  for (const upload of uploads) searches.push(await createRowSearch(context, upload))
  const paging = { pageSize: pageSize(context), signal: context.closing }
  const paged = await eachPage(found.client, paging, (customers, unreadable) => {
    for (const search of searches) search.add({ customers, unreadable })
  })
  if (!paged.ok) return stepEndAfter(paged.error, id)
  let rows = 0
  for (const search of searches) rows += await search.settle()
  if (rows > 0) storage.log.write('warning', 'uploads.found-at-start', { rows })
  const problem = paged.value.problem?.failure.message ?? null
  for (const upload of uploads) {
    const before = unchecked.get(upload.id)
    const current = journal.find(upload.id)
    const earlier = rows > 0 ? null : (before?.search ?? null)
    const isOpen = current && hasRowsToSend(current) && (rows > 0 || earlier || problem)
    const search = isOpen ? nextSearch(context, earlier, problem) : null
    if (before && search) unchecked.set(upload.id, { ...before, search, nextAtMs: search.nextAtMs })
    else unchecked.delete(upload.id)
    context.changed(upload.id)
  }
  return { end: 'done' }
}

const isSendable = ({ status, paused, batches }: UploadRecord): boolean =>
  status.state === 'open' && !paused && batches.some(({ state }) => state === 'planned')

interface RowSearch {
  add(page: ListedEntries): void
  /** Takes the rows that were found out of the batches that are to be sent. Returns how many. */
  settle(): Promise<number>
}

async function createRowSearch(
  { storage, journal, unchecked }: RunnerContext,
  upload: UploadRecord,
): Promise<RowSearch> {
  const { id, referenceKey } = upload
  const { notes, reasons } = uploadMessages
  const asked = unchecked.get(id)?.asked ?? new Set()
  const batches: { readonly number: number; readonly rows: readonly OpenRow[] }[] = []
  for (const { number, state } of upload.batches) {
    if (state !== 'planned') continue
    batches.push({ number, rows: journal.openRows(id, number).filter(({ row }) => !asked.has(row)) })
    await yieldToEventLoop()
  }
  const open = batches.flatMap(({ rows }) => rows)
  const by = referenceKey === null ? 'reference or content' : 'reference'
  const listed = collectListed(open, id, by, referenceKey === null ? journal.customerIds(id) : new Set())

  const settleBatch = (planned: number, rows: readonly OpenRow[], ids: ReadonlyMap<number, string | null>): void => {
    const numbers = new Set(rows.map(({ row }) => row))
    storage.database.transaction(() => {
      const batch = journal.separate(id, planned, numbers)
      if (referenceKey === null) return journal.markUnknown(id, batch, notes.maybeSent)
      const results = rows.map(({ row }): RowResult => {
        const customerId = ids.get(row) ?? null
        const reason = customerId === null ? reasons.unreadable : null
        return { row, outcome: 'accepted', reason, customerId, isNamed: true }
      })
      journal.completeUnseenBatch(id, batch, results, notes.foundAtStart)
    })
    const check = unchecked.get(id)
    if (check) unchecked.set(id, { ...check, asked: new Set([...check.asked, ...numbers]) })
  }

  return {
    add: listed.add,
    async settle() {
      const { matched } = listed.match()
      for (const { number, rows } of batches) {
        const found = rows.filter(({ row }) => matched.has(row))
        // The user may have cancelled meanwhile.
        const current = journal.find(id)?.batches.find((batch) => batch.number === number)
        if (found.length === 0 || current?.state !== 'planned') continue
        settleBatch(number, found, matched)
        await yieldToEventLoop()
      }
      return matched.size
    },
  }
}
