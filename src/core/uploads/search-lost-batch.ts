import { eachPage } from '../service/paging.ts'
import { collectListed, matchListed } from './listed-rows.ts'
import { clientFor, pageSize, stepEndAfter, type RunnerContext, type UploadStepEnd } from './runner-context.ts'
import { nextSearch, type Search } from './search-times.ts'
import { uploadMessages } from './upload-messages.ts'
import { batchKey, type SendStepOf } from './upload-steps.ts'

/** Searches for a lost batch: it is found, searched for again later, sent again, or left to the user. */
export async function searchLostBatch(
  context: RunnerContext,
  searches: Map<string, Search>,
  { upload, batch }: SendStepOf<'search'>,
): Promise<UploadStepEnd> {
  const { storage, journal, changed } = context
  const found = await clientFor(context, upload)
  if ('ended' in found) return found.ended
  const rows = journal.openRows(upload.id, batch.number)
  let isFound = false
  const likeRows = collectListed(rows, upload.id, 'reference or content', journal.customerIds(upload.id))
  const paging = { pageSize: pageSize(context), signal: context.closing }
  const paged = await eachPage(found.client, paging, (customers, unreadable) => {
    isFound = matchListed(rows, { customers, unreadable }, upload.id, 'reference').matched.size > 0
    likeRows.add({ customers, unreadable: [] })
    return !isFound
  })
  if (!paged.ok) return stepEndAfter(paged.error, upload.id)
  const key = batchKey(upload.id, batch.number)
  if (isFound) {
    searches.delete(key)
    journal.markFound(upload.id, batch.number, uploadMessages.notes.found)
    changed(upload.id)
    return { end: 'done' }
  }
  const next = nextSearch(context, searches.get(key) ?? null, paged.value.problem?.failure.message ?? null)
  if (next) searches.set(key, next)
  else if (likeRows.match().matched.size > 0) {
    // The service may not give references back: the user decides.
    searches.delete(key)
    journal.forgetReferences(upload.id, uploadMessages.notes.referencesNotReturned)
  } else {
    searches.delete(key)
    storage.log.write('warning', 'uploads.sent-again', { batch: batch.number, rows: batch.rows })
    journal.markPlanned(upload.id, batch.number, { resend: true, note: uploadMessages.notes.resent })
  }
  changed(upload.id)
  return { end: 'done' }
}
