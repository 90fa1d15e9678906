import type { Region } from '../../../contract/region.ts'
import { parseReference } from '../../service/row-reference.ts'
import type { RemoteCustomer } from '../../service/service-client.ts'
import { fieldNames, searchText } from '../record/search-text.ts'
import { createCarReader } from '../vehicles/car-names.ts'

/** What lists show, search, sort and count of a customer: the columns of the table `customer`, without its body. */
export interface ListedCustomer extends Pick<
  RemoteCustomer,
  | 'id'
  | 'lastUpdated'
  | 'rego'
  | 'state'
  | 'vin'
  | 'clientName'
  | 'mobileNumber'
  | 'saleDate'
  | 'expiryDate'
  | 'vehicleTitle'
> {
  /** The order of arrival. It is never given again. */
  readonly number: number
  /** The time of the latest sighting, as the service wrote it; null: it was never seen. */
  readonly lastSighting: string | null
  /** The upload of this PC whose reference the record has. */
  readonly uploadId: string | null
  /** The names of its additional fields (`fieldNames`) as JSON; null: there are none. */
  readonly fields: string | null
  /** Make and model, as `createCarReader` reads them. */
  readonly car: string | null
  /** See `searchText`. */
  readonly search: string
}

function lastSightingOf({ sightings }: Pick<RemoteCustomer, 'sightings'>): string | null {
  return sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null)
}

function uploadIdOf(fields: RemoteCustomer['additionalFields']): string | null {
  for (const value of Object.values(fields)) {
    const reference = parseReference(value)
    if (reference) return reference.uploadId
  }
  return null
}

/** Returns a function that makes the rows of records. */
export function createRowReader(): (record: RemoteCustomer, number: number, region: Region) => ListedCustomer {
  const readCar = createCarReader()
  /** Records of one file have the same fields. */
  let names: readonly string[] = []
  let fields: string | null = null
  return (record, number, region) => {
    const own = fieldNames(record.additionalFields)
    if (own.length !== names.length || own.some((name, at) => name !== names[at])) {
      names = own
      fields = own.length === 0 ? null : JSON.stringify(own)
    }
    return {
      number,
      id: record.id,
      lastUpdated: record.lastUpdated,
      rego: record.rego,
      state: record.state,
      vin: record.vin,
      clientName: record.clientName,
      mobileNumber: record.mobileNumber,
      saleDate: record.saleDate,
      expiryDate: record.expiryDate,
      vehicleTitle: record.vehicleTitle,
      lastSighting: lastSightingOf(record),
      uploadId: uploadIdOf(record.additionalFields),
      fields,
      car: readCar(record),
      search: searchText(record, region, names),
    }
  }
}
