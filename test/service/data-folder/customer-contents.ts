import type { Customer } from '../../../src/contract/customer-record.ts'
import type { DataFolderProgram } from './data-folder-program.ts'
import { omitEmpty, readFailure, type Reader } from './reader.ts'

/** A record with the numbers that are hidden for a Do Not Contact person. */
async function withNumbers(get: DataFolderProgram['get'], customer: Customer): Promise<Customer> {
  if (customer.hiddenNumbers.length === 0) return customer
  const { mobileNumber, edits } = await get('customers.revealMobile', { id: customer.id })
  return {
    ...customer,
    mobileNumber,
    edits: customer.edits.map((edit) => ({ ...edit, ...edits.find(({ editId }) => editId === edit.editId) })),
  }
}

const readCustomer = (customer: Customer): unknown => ({
  id: customer.id,
  updatedAt: customer.lastUpdated,
  ...omitEmpty({
    rego: customer.rego,
    state: customer.state,
    vin: customer.vin,
    name: customer.clientName,
    mobile: customer.mobileNumber,
    soldOn: customer.saleDate,
    expiresOn: customer.expiryDate,
    vehicle: customer.vehicleTitle,
    sightings: customer.sightings.map((sighting) => ({
      at: sighting.at,
      listing: sighting.listingId,
      url: sighting.listingUrl,
      title: sighting.listingTitle,
      price: sighting.listingPrice,
    })),
    additional: Object.keys(customer.additionalFields).length > 0 ? customer.additionalFields : null,
    edits: customer.edits.map(({ field, value, state }) => ({ field, value, state })),
    deletion: customer.deleting && { state: customer.deleting.state, failure: readFailure(customer.deleting.failure) },
    doNotContact: customer.doNotContact,
  }),
})

export const customers: Reader = async ({ get }) => {
  const status = await get('customers.status', {})
  const facts = await get('customers.facts', {})
  const { total, customers: all } = await get('customers.list', {
    sort: 'rego',
    descending: false,
    offset: 0,
    limit: 500,
  })
  return {
    counts: {
      total: status.total,
      withSightings: status.withSightings,
      edits: status.edits,
      deletions: status.deletions,
      inBin: status.inBin,
      syncedAt: status.syncedAt,
      vanished: status.vanished,
    },
    byState: facts.states,
    byUpload: facts.uploads,
    byAdditionalField: facts.fields,
    withoutVin: facts.missingVin,
    total,
    records: await Promise.all(all.map(async (customer) => readCustomer(await withNumbers(get, customer)))),
    // These use the search index and the index of additional fields.
    found: {
      byWords: (await get('customers.list', { search: 'ana nguyen', offset: 0, limit: 100 })).customers.map(
        ({ id }) => id,
      ),
      byField: (
        await get('customers.list', { fields: [{ name: 'Colour', contains: 'red' }], offset: 0, limit: 100 })
      ).customers.map(({ id }) => id),
      unsaved: (await get('customers.list', { unsettled: true, offset: 0, limit: 100 })).customers
        .map(({ id }) => id)
        .toSorted(),
    },
  }
}

export const edits: Reader = async ({ get }) => {
  const { edits: all } = await get('customers.edits', {})
  return all.map((edit) => ({
    id: edit.editId,
    customerId: edit.customerId,
    customerName: edit.clientName,
    field: edit.field,
    before: edit.before,
    value: edit.value,
    state: edit.state,
    elsewhere: edit.elsewhere,
    failure: readFailure(edit.failure),
  }))
}

export const bin: Reader = async ({ get }) => {
  const { total, records } = await get('customers.bin', { offset: 0, limit: 500 })
  const { records: found } = await get('customers.bin', { search: 'bin', offset: 0, limit: 500 })
  return {
    total,
    records: records.map(({ customer, deletedAt, pending, restoreUploadId }) => ({
      customer: readCustomer(customer),
      deletedAt,
      pending,
      restoreUploadId,
    })),
    foundByWord: found.map(({ customer }) => customer.id),
  }
}

/** The history of each customer that has one. */
export const changes: Reader = async ({ get }) => {
  const { customers: all } = await get('customers.list', { sort: 'rego', offset: 0, limit: 500 })
  const { records } = await get('customers.bin', { offset: 0, limit: 500 })
  const { edits: open } = await get('customers.edits', {})
  const ids = [...all.map(({ id }) => id), ...records.map(({ customer }) => customer.id)]
  const read: Record<string, unknown> = {}
  for (const id of [...new Set([...ids, ...open.map(({ customerId }) => customerId)])].toSorted()) {
    const history = await get('customers.history', { id })
    // Other readers ask for hidden numbers, which is logged.
    const stored = history.changes.filter(({ kind }) => kind !== 'revealed')
    if (stored.length === 0) continue
    read[id] = {
      uploads: history.uploads.map(({ uploadId, name, row }) => ({ uploadId, name, row })),
      changes: stored.map((change) =>
        omitEmpty({
          group: change.group,
          at: change.at,
          kind: change.kind,
          field: change.field,
          before: change.before,
          after: change.after,
          undone: change.undone,
        }),
      ),
    }
  }
  return read
}

export const views: Reader = async ({ get }) => {
  const { views: all, columns } = await get('customers.views', {})
  const readColumn = (column: { key: string; widthPx: number; shown: boolean; pinned: boolean }): unknown => ({
    key: column.key,
    width: column.widthPx,
    shown: column.shown,
    pinned: column.pinned,
  })
  return {
    views: all.map((view) => ({
      id: view.id,
      name: view.name,
      sort: view.sort,
      descending: view.descending,
      filter: {
        search: view.filter.search,
        states: view.filter.states,
        sighting: view.filter.sighting,
        expiresWithinDays: view.filter.expiresWithinDays,
        uploadId: view.filter.uploadId,
        withoutVin: view.filter.missingVin,
        fields: view.filter.fields.map(({ name, contains }) => ({ name, contains })),
        unsaved: view.filter.unsettled,
      },
      columns: view.columns.map(readColumn),
    })),
    columns: columns && columns.map(readColumn),
  }
}
