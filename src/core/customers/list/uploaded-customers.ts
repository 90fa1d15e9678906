import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import { runAtOnce, runInSlices } from '../../scheduling/in-slices.ts'
import { anyRecord } from '../packed/slot-filter.ts'
import type { CustomerLists } from './customer-lists.ts'
import { customersWithoutReference } from './slot-filter.ts'

/** The customers in the list that uploads of this PC created. */
export interface UploadedCustomers {
  /** Which customers are of an upload. It is true until the list or the upload changes. */
  ofUpload(scope: ConnectionRegion, uploadId: string): Pick<ReadonlySet<string>, 'has'>
  ids(scope: ConnectionRegion, uploadId: string): Promise<readonly string[]>
  /** How many customers of an upload the list has, and how many of them are being deleted. */
  count(scope: ConnectionRegion, uploadId: string): { readonly left: number; readonly deleting: number }
}

export function createUploadedCustomers(database: Database, lists: CustomerLists): UploadedCustomers {
  const filterOf = (id: string) => ({
    ...anyRecord,
    upload: { ids: new Set([id]), customerIds: customersWithoutReference(database, id) },
  })
  const ofUpload: UploadedCustomers['ofUpload'] = (scope, uploadId) => {
    const { list } = lists.now(scope)
    const withoutReference = new Set(customersWithoutReference(database, uploadId))
    return { has: (id) => list.uploadOf(id) === uploadId || (withoutReference.has(id) && list.has(id)) }
  }
  return {
    ofUpload,
    async ids(scope, uploadId) {
      const { list } = await lists.ready(scope)
      return runInSlices(list.idsOf(runAtOnce(list.find(filterOf(uploadId))).numbers()))
    },
    count(scope, uploadId) {
      const { list } = lists.now(scope)
      const uploaded = ofUpload(scope, uploadId)
      const deletions = database.all<{ id: string }>(
        `SELECT customer_id AS id FROM bin INDEXED BY bin_open WHERE ${inScope} AND pending = 1`,
        scopeParams(scope),
      )
      return {
        left: runAtOnce(list.find(filterOf(uploadId))).count,
        deleting: deletions.filter(({ id }) => uploaded.has(id)).length,
      }
    },
  }
}
