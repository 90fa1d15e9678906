import { CustomerFilter } from '../../contract/customer-filter.ts'
import type { Customer } from '../../contract/customer-record.ts'
import type { OtherCar } from '../../contract/contact.ts'
import type { ConnectionRegion } from '../connections/connection-region.ts'
import { normaliseForSearch } from '../customers/record/search-text.ts'
import type { Customers } from '../customers/customers.ts'
import { personTitles } from '../fields/person-titles.ts'
import { vehicleKeys } from '../fields/vehicle-key.ts'
import { isLeavingList } from './call-list.ts'
import { emailOf } from './email-address.ts'

/** A number with more records is probably a placeholder, such as the dealership's own. */
const maxRecords = 12

const notNames = new Set([...personTitles, 'the', 'and', 'pty', 'ltd', 'limited', 'co', 'company', 'group'])

const nameWords = (name: string | null): ReadonlySet<string> =>
  new Set(
    normaliseForSearch((name ?? '').replaceAll(/[,&/-]/g, ' '))
      .split(' ')
      .filter((word) => word.length > 1 && !notNames.has(word)),
  )

/**
 * Whether two records with the same mobile number or email address are of one person: their names share a word. A shared number alone is
 * not enough, because families and companies share one, and a number can get another owner. A record without a name proves nothing.
 */
export function areNamesOfOnePerson(one: string | null, other: string | null): boolean {
  const words = nameWords(one)
  return [...nameWords(other)].some((word) => words.has(word))
}

/** Finds the other cars of the person of a record, the newest sale first. Records of the same car are left out. */
export async function findOtherCars(
  customers: Pick<Customers, 'recordsOfPerson' | 'list'>,
  scope: ConnectionRegion,
  customer: Customer,
  isListed: (customerId: string) => boolean,
  signal: AbortSignal,
): Promise<OtherCar[]> {
  const withMobile = customers.recordsOfPerson(scope, customer).filter(({ id }) => id !== customer.id)
  const email = emailOf(customer)
  const withEmail = email === null ? [] : await recordsWithEmail(customers, scope, email, signal)
  const groups = [withMobile, withEmail].filter(({ length }) => length <= maxRecords)
  const ownKeys = new Set(vehicleKeys(customer))
  const seenKeys = new Set(ownKeys)
  const found = new Map<string, Customer>()
  for (const record of groups.flat()) {
    const keys = vehicleKeys(record)
    if (record.id === customer.id || found.has(record.id) || isLeavingList(record)) continue
    if (!areNamesOfOnePerson(customer.clientName, record.clientName) || keys.some((key) => seenKeys.has(key))) continue
    for (const key of keys) seenKeys.add(key)
    found.set(record.id, record)
  }
  return [...found.values()]
    .toSorted((one, other) => (other.saleDate ?? '').localeCompare(one.saleDate ?? ''))
    .map(({ id, vehicle, vehicleTitle, rego, state, saleDate }) => ({
      customerId: id,
      title: vehicleTitle ?? vehicle?.title ?? null,
      rego,
      state,
      saleDate,
      isListed: isListed(id),
    }))
}

async function recordsWithEmail(
  customers: Pick<Customers, 'list'>,
  { connectionId, region }: ConnectionRegion,
  email: string,
  signal: AbortSignal,
): Promise<readonly Customer[]> {
  const { customers: found } = await customers.list(
    {
      ...CustomerFilter.parse({ search: email }),
      source: { connectionId, region },
      sort: 'saleDate',
      descending: true,
      offset: 0,
      limit: maxRecords + 2,
    },
    signal,
  )
  return found.filter((record) => emailOf(record) === email)
}
