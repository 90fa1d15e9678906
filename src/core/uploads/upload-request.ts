import type { CustomerInput, UploadRequest } from '../service/service-client.ts'
import { toInputs } from './journal-columns.ts'

/**
 * The request of a batch (interface, part 4). The stored customers are posted as they are: a text of them would be decoded and
 * encoded again, and they become objects only where they are read. `customers`: JSON texts (UTF-8) with a comma between two.
 */
export function createUploadRequest(
  name: string,
  lookUpMissingVins: boolean,
  customers: Buffer,
): UploadRequest & { readonly posted: Buffer<ArrayBuffer> } {
  const start = JSON.stringify({ name, enable_rego_lookups: lookUpMissingVins }).slice(0, -1)
  return {
    name,
    enable_rego_lookups: lookUpMissingVins,
    get customers(): CustomerInput[] {
      return toInputs(customers.toString())
    },
    posted: Buffer.concat([Buffer.from(`${start},"customers":[`), customers, Buffer.from(']}')]),
  }
}
