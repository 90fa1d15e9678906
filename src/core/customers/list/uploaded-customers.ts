import type { ConnectionRegion } from '../../connections/connection-region.ts'
import type { Database } from '../../database/database.ts'
import { inScope, scopeParams } from '../../database/scope-sql.ts'
import type { CustomerLists } from './customer-lists.ts'
import type { ListedCustomers } from './listed-customers.ts'
import { uploadTest } from './row-filter.ts'

/** The customers in the list that uploads of this PC created. */
export type UploadedCustomers = ReturnType<typeof createUploadedCustomers>

export function createUploadedCustomers(database: Database, lists: Pick<CustomerLists, 'now' | 'ready'>) {
  const idsIn = (list: ListedCustomers, uploadId: string): string[] =>
    list
      .rows()
      .filter(uploadTest(database, [uploadId]))
      .map(({ id }) => id)
  return {
    /** Which customers are of an upload. It is true until the list or the upload changes. */
    ofUpload: (scope: ConnectionRegion, uploadId: string): Pick<ReadonlySet<string>, 'has'> =>
      new Set(idsIn(lists.now(scope), uploadId)),
    ids: async (scope: ConnectionRegion, uploadId: string): Promise<readonly string[]> =>
      idsIn(await lists.ready(scope), uploadId),
    /** How many customers of an upload the list has, and how many of them are being deleted. */
    count(scope: ConnectionRegion, uploadId: string): { readonly left: number; readonly deleting: number } {
      const uploaded = new Set(idsIn(lists.now(scope), uploadId))
      const deletions = database.values<string>(
        `SELECT customer_id FROM bin INDEXED BY bin_open WHERE ${inScope} AND pending = 1`,
        scopeParams(scope),
      )
      return { left: uploaded.size, deleting: deletions.filter((id) => uploaded.has(id)).length }
    },
  }
}
