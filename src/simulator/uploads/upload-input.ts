import type { CustomerFields } from '../customers/customers.ts'
import { Refusal } from '../wire/refusal.ts'
import {
  australianStates,
  isObject,
  readDate,
  readMap,
  readText,
  type JsonObject,
  type Region,
} from '../wire/reading.ts'

/** One customer of an upload as it is queued. */
export interface QueuedCustomer extends CustomerFields {
  readonly additional_fields: JsonObject
}

export interface UploadInput {
  readonly name: string
  readonly enableRegoLookups: boolean
  readonly customers: readonly QueuedCustomer[]
}

/** Reads an upload's body, or refuses it whole: a body with one bad row makes no upload. */
export function readUpload(body: JsonObject, region: Region, maxCustomers: number | null): UploadInput {
  const { name, enable_rego_lookups: lookups, customers } = body
  if (typeof name !== 'string' || name.trim() === '') throw new Refusal(400, 'name must be a string')
  if (name.length > 1_000) throw new Refusal(400, 'name is too long')
  if (lookups !== undefined && typeof lookups !== 'boolean') {
    throw new Refusal(400, 'enable_rego_lookups must be true or false')
  }
  if (!Array.isArray(customers)) throw new Refusal(400, 'customers must be an array')
  if (customers.length === 0) throw new Refusal(400, 'You must upload at least one customer record')
  if (maxCustomers !== null && customers.length > maxCustomers) {
    throw new Refusal(413, `An upload may hold at most ${maxCustomers} customers`)
  }
  return {
    name,
    enableRegoLookups: lookups ?? false,
    customers: customers.map((customer, at) => readCustomer(customer, `customers[${at}]`, region)),
  }
}

function readCustomer(given: unknown, where: string, region: Region): QueuedCustomer {
  if (!isObject(given)) throw new Refusal(400, `${where} must be an object`)
  const state = readText(given['state'], `${where}.state`)
  if (region === 'au' && state !== null && !australianStates.some((known) => known === state)) {
    throw new Refusal(400, `${where}.state must be one of ${australianStates.join(', ')}`)
  }
  return {
    rego: readText(given['rego'], `${where}.rego`),
    state,
    vin: readText(given['vin'], `${where}.vin`),
    client_name: readText(given['client_name'], `${where}.client_name`),
    mobile_number: readText(given['mobile_number'], `${where}.mobile_number`),
    sale_date: readDate(given['sale_date'], `${where}.sale_date`),
    expiry_date: readDate(given['expiry_date'], `${where}.expiry_date`),
    additional_fields: readMap(given['additional_fields'], `${where}.additional_fields`),
  }
}
