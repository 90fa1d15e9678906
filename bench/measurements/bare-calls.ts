import { defaultAdvanced } from '../../src/core/service/assumptions.ts'
import type { GivenCustomers, GivenUpload, Measurement } from '../measurement.ts'
import { startUsage, type Usage } from '../usage.ts'
import { madeInputs } from '../made-rows.ts'

/** Every page fetched and parsed, and nothing done with it: as the first work of a process, and once more. */
export const pageBare: Measurement<GivenCustomers> = async ({ service, customers }) => {
  const pageAll = async (): Promise<Usage> => {
    const usage = startUsage()
    let read = 0
    for (;;) {
      const query = new URLSearchParams({ region: 'au', offset: String(read), limit: String(defaultAdvanced.pageSize) })
      const response = await fetch(`${service.url}/v2/recapture/customers?${query.toString()}`, {
        headers: { ApiKey: service.apiKey },
      })
      const { customers: page } = (await response.json()) as { customers: unknown[] }
      if (page.length === 0) break
      read += page.length
    }
    if (read < customers * 0.99) throw new Error(`${read} of ${customers} customers were read`)
    return usage()
  }
  const first = await pageAll()
  const again = await pageAll()
  return { firstCpuMs: first.cpuMs, againCpuMs: again.cpuMs }
}

const batchSize = defaultAdvanced.firstBatchSize
/** As long as the id of an upload. */
const madeUploadId = '0'.repeat(16)

/** The same batches posted one after the other, each answer read. */
export const postBare: Measurement<GivenUpload> = async ({ service, rows }) => {
  const inputs = madeInputs(rows).map((input, at) => ({
    ...input,
    additional_fields: { ...input.additional_fields, [defaultAdvanced.referenceKey]: `fc-${madeUploadId}-${at + 2}` },
  }))
  const startedMs = performance.now()
  for (let from = 0; from < inputs.length; from += batchSize) {
    const response = await fetch(`${service.url}/v2/recapture/upload?region=au`, {
      method: 'POST',
      headers: { ApiKey: service.apiKey, 'Content-Type': 'application/json' },
      body: JSON.stringify({
        name: 'Bench',
        enable_rego_lookups: false,
        customers: inputs.slice(from, from + batchSize),
      }),
    })
    if (!response.ok) throw new Error(`The service answered ${response.status}`)
    await response.json()
  }
  return { totalMs: performance.now() - startedMs }
}
