import type { DomainHandlers } from '../../contract/methods.ts'
import type { Region } from '../../contract/region.ts'
import { fail } from '../failures/failure-error.ts'
import type { OpenStorage } from '../open-storage.ts'
import { pathOf, uploadPath } from '../service/call-path.ts'
import { withReference } from '../service/row-reference.ts'
import type { CustomerInput } from '../service/service-client.ts'
import type { Journal } from './journal.ts'
import { uploadMessages } from './upload-messages.ts'
import { partName } from './upload-record.ts'
import { createUploadRequest } from './upload-request.ts'

/** Some of the rows that a draft would send now. */
export type SentRowsOf = (
  draftId: string,
  offset: number,
  limit: number,
) => Promise<{
  readonly total: number
  readonly rows: readonly { readonly row: number; readonly input: CustomerInput }[]
  readonly connectionId: string
  readonly region: Region
}>

/** In place of the id of an upload that does not exist yet. */
const noUpload = '0'.repeat(16)

/** Shows the requests of an upload as they would be sent (design, part 6). Sends and saves nothing. */
export function createDryRun(
  { connections }: Pick<OpenStorage, 'connections'>,
  journal: Pick<Journal, 'sizeLearned'>,
  sentRows: SentRowsOf,
): DomainHandlers<'uploads', AbortSignal>['dryRun'] {
  return async ({ draftId, name, lookUpMissingVins, references, batch }) => {
    const { connectionId, region } = await sentRows(draftId, 0, 0)
    const { advanced } = connections.find(connectionId) ?? fail('not-found', uploadMessages.errors.connectionNotFound)
    const size = Math.min(advanced.firstBatchSize, journal.sizeLearned(connectionId) ?? Number.POSITIVE_INFINITY)
    const { total, rows } = await sentRows(draftId, (batch - 1) * size, size)
    if (rows.length === 0) return fail('invalid-input', uploadMessages.errors.nothingToSend)
    const batches = Math.ceil(total / size)
    const key = references ? advanced.referenceKey : null
    const customers = JSON.stringify(rows.map(({ row, input }) => withReference(input, key, noUpload, row)))
    const request = createUploadRequest(partName(name, batch, batches), lookUpMissingVins, Buffer.from(customers))
    return {
      method: 'POST',
      path: pathOf(uploadPath, region === 'my' ? advanced.malaysiaRegionCode : region),
      batch,
      batches,
      rows: rows.map(({ row }) => row),
      body: request.posted.toString(),
    }
  }
}
