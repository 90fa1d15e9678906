import { z } from 'zod'
import type { UploadRequest } from '../service/service-client.ts'

/**
 * The request of a batch (interface, part 4), with the stored customers byte for byte. `customers`: a list in JSON (UTF-8), which is
 * parsed only where it is read.
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
    get customers() {
      return z.array(z.record(z.string(), z.unknown())).parse(JSON.parse(customers.toString()))
    },
    posted: Buffer.concat([Buffer.from(`${start},"customers":`), customers, Buffer.from('}')]),
  }
}
