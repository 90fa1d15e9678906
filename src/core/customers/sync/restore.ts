import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Customer } from '../../../contract/customers.ts'
import type { Database } from '../../database/database.ts'
import { fail } from '../../failures/failure-error.ts'
import type { Clock } from '../../ports/clock.ts'
import { localDate } from '../../../contract/calendar-date.ts'
import type { CustomerInput } from '../../service/service-client.ts'
import type { RecordsToSend } from '../../uploads/uploads.ts'
import type { Bin, RestoreEnd } from '../journal/bin.ts'
import { newGroup, type ChangeJournal } from '../journal/change-journal.ts'
import { isOwnReference } from '../cache/customer-columns.ts'
import type { DoNotContact } from '../cache/do-not-contact.ts'

/** How records of the bin become customers again: by an upload of their own. */
export interface Restoring {
  /** `conflict` when none of them is in the bin any more, or all are on their way already. */
  begin(
    scope: ConnectionRegion,
    ids: readonly string[],
  ): Promise<{ readonly uploadId: string; readonly customers: number }>
  /** Takes what uploads have created again out of the bin, once they are over. Gives whose. */
  settle(): ConnectionRegion[]
}

export interface RestoreParts {
  readonly database: Database
  readonly clock: Clock
  readonly bin: Bin
  readonly changes: ChangeJournal
  readonly doNotContact: DoNotContact
  createUpload(records: RecordsToSend): Promise<string>
}

const uploadName = 'Restored from the bin'
const header = ['Rego', 'State', 'VIN', 'Name', 'Mobile', 'Sale date', 'Expiry date'] as const

export function createRestoring({
  database,
  clock,
  bin,
  changes,
  doNotContact,
  createUpload,
}: RestoreParts): Restoring {
  /** Who is not to be contacted is known by the record as well, and this one gets another id. */
  const keepFromContact = ({ scope, customerId, newId }: RestoreEnd): void => {
    const mobileNumber = bin.record(scope, customerId)?.mobileNumber ?? null
    if (!doNotContact.has(scope, { id: customerId, mobileNumber })) return
    doNotContact.add(scope, { id: newId ?? customerId, mobileNumber }, clock.now().toISOString())
  }

  return {
    async begin(scope, ids) {
      const records = bin.restorable(scope, [...new Set(ids)])
      if (records.length === 0) {
        fail(
          'conflict',
          'There is nothing here to be restored: it is being restored already, or is no longer in the bin.',
          {
            kept: 'Nothing was changed.',
          },
        )
      }
      const today = localDate(clock.now())
      const uploadId = await createUpload({
        ...scope,
        name: uploadName,
        header,
        rows: records.map((record) => ({ input: inputOf(record, scope, today), original: originalOf(record) })),
        inTransaction(upload) {
          records.forEach(({ id }, index) => {
            // Asked for twice at once: the second upload must not come to be.
            if (!bin.markRestoring(scope, id, upload, index + 1))
              fail('conflict', 'These customers are being restored already.')
          })
        },
      })
      return { uploadId, customers: records.length }
    },

    settle() {
      const ends = bin.restoreEnds()
      if (ends.length === 0) return []
      database.transaction(() => {
        for (const end of ends) {
          if (end.accepted) keepFromContact(end)
          bin.endRestore(end)
          if (!end.accepted) continue
          changes.add(end.scope, {
            group: newGroup(),
            customerId: end.newId ?? end.customerId,
            kind: 'restored',
            field: null,
            before: null,
            after: null,
            at: clock.now().toISOString(),
            state: 'done',
            undoOf: null,
          })
        }
      })
      return [...new Map(ends.map(({ scope }) => [`${scope.region} ${scope.connectionId}`, scope])).values()]
    },
  }
}

/**
 * A record as it is created again. Without its old reference: the upload gives it a new one. Without an expiry date that has come: the
 * service would delete it again at once (interface, part 3, rule 6).
 */
function inputOf(record: Customer, { region }: ConnectionRegion, today: string): CustomerInput {
  const fields = Object.entries(record.additionalFields).filter(([, value]) => !isOwnReference(value))
  return {
    ...(record.rego === null ? {} : { rego: record.rego }),
    ...(record.state === null || region !== 'au' ? {} : { state: record.state }),
    ...(record.vin === null ? {} : { vin: record.vin }),
    ...(record.clientName === null ? {} : { client_name: record.clientName }),
    ...(record.mobileNumber === null ? {} : { mobile_number: record.mobileNumber }),
    ...(record.saleDate === null ? {} : { sale_date: record.saleDate }),
    ...(record.expiryDate === null || record.expiryDate <= today ? {} : { expiry_date: record.expiryDate }),
    ...(fields.length === 0 ? {} : { additional_fields: Object.fromEntries(fields) }),
  }
}

function originalOf(record: Customer): string[] {
  const { rego, state, vin, clientName, mobileNumber, saleDate, expiryDate } = record
  return [rego, state, vin, clientName, mobileNumber, saleDate, expiryDate].map((value) => value ?? '')
}
