import type { Customer, EditableField, Sighting } from '../../contract/customer-record.ts'
import type { Region } from '../../contract/region.ts'
import type { CsvCell } from '../export/csv-text.ts'
import { additionalFieldText } from '../customers/record/search-text.ts'
import { mobileOnScreen } from '../fields/mobile.ts'
import { exportHeaders as headers } from './data-export-text.ts'
import { withoutEmails } from './hide-contact.ts'
import type { TableColumn } from '../export/table-pieces.ts'
import type { ExportTable } from './write-table.ts'

type CustomerColumn = TableColumn & { readonly valueOf: (customer: Customer, region: Region) => CsvCell }

/** The value that the list shows, including a change that is not saved yet. */
function shown(customer: Customer, field: EditableField): string | null {
  const pending = customer.edits.find((edit) => edit.field === field && edit.state === 'pending')
  return pending ? pending.value : customer[field]
}

const customerColumns: readonly CustomerColumn[] = [
  { title: headers.recordId, valueOf: ({ id }) => id },
  { title: headers.name, valueOf: (customer) => shown(customer, 'clientName') },
  { title: headers.rego, valueOf: ({ rego }) => rego },
  { title: headers.state, valueOf: ({ state }) => state },
  { title: headers.vin, valueOf: ({ vin }) => vin },
  {
    title: headers.mobile,
    valueOf(customer, region) {
      const mobile = shown(customer, 'mobileNumber')
      return mobile === null ? null : mobileOnScreen(mobile, region)
    },
  },
  { title: headers.vehicle, valueOf: ({ vehicle }) => vehicle?.title ?? null },
  { title: headers.saleDate, isDay: true, valueOf: (customer) => shown(customer, 'saleDate') },
  { title: headers.expiryDate, isDay: true, valueOf: (customer) => shown(customer, 'expiryDate') },
  { title: headers.lastUpdated, valueOf: ({ lastUpdated }) => lastUpdated },
  { title: headers.doNotContact, valueOf: ({ doNotContact }) => (doNotContact ? headers.yes : null) },
  {
    title: headers.unsaved,
    valueOf: ({ edits, deleting }) => (edits.length > 0 || deleting !== null ? headers.yes : null),
  },
]

/**
 * A row for each customer, with a column for each additional field. `hideContact`: without the e-mail addresses of Do Not Contact people;
 * their numbers are no part of `batches` then.
 */
export function customerTable(
  fields: readonly string[],
  batches: Iterable<readonly Customer[]>,
  region: Region,
  hideContact: boolean,
): ExportTable {
  const rowOf = (customer: Customer): CsvCell[] => {
    const own = customerColumns.map(({ valueOf }) => valueOf(customer, region))
    const additional = fields.map((field) => additionalFieldText(customer.additionalFields[field]))
    return [...own, ...(hideContact && customer.doNotContact ? additional.map(withoutEmails) : additional)]
  }
  return {
    columns: [...customerColumns, ...fields.map((title) => ({ title }))],
    *batches() {
      for (const customers of batches) yield customers.map(rowOf)
    },
  }
}

const sightingColumns: readonly TableColumn[] = [
  headers.recordId,
  headers.name,
  headers.rego,
  headers.state,
  headers.vin,
  headers.seenAt,
  headers.title,
  headers.price,
  headers.address,
  headers.listingId,
].map((title) => ({ title }))

const customersPerBatch = 50

/** A row for each sighting of a customer's car. */
export function sightingTable(customers: readonly Customer[]): ExportTable {
  const rowOf = ({ id, clientName, rego, state, vin }: Customer, sighting: Sighting): CsvCell[] => [
    id,
    clientName,
    rego,
    state,
    vin,
    sighting.at,
    sighting.listingTitle,
    sighting.listingPrice,
    sighting.listingUrl,
    sighting.listingId,
  ]
  return {
    columns: sightingColumns,
    *batches() {
      for (let first = 0; first < customers.length; first += customersPerBatch) {
        yield customers
          .slice(first, first + customersPerBatch)
          .flatMap((customer) => customer.sightings.map((sighting) => rowOf(customer, sighting)))
      }
    },
  }
}
