import { defaultAdvanced } from '../../src/core/service/assumptions.ts'
import type { GivenCustomers, GivenUpload, Measurement } from '../measurement.ts'
import { rowsOfDraft } from '../made-rows.ts'

/** Every page fetched and parsed, and nothing done with it. */
export const pageBare: Measurement<GivenCustomers> = async ({ service, customers }) => {
  const startedMs = performance.now()
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
  const totalMs = performance.now() - startedMs
  if (read !== customers) throw new Error(`${read} of ${customers} customers were read`)
  return { totalMs }
}

const batchSize = defaultAdvanced.firstBatchSize

/** The same batches posted one after the other, each answer read. */
export const postBare: Measurement<GivenUpload> = async ({ service, rows }) => {
  const inputs = rowsOfDraft(rows).rows.map(({ row, input }) => ({
    ...input,
    additional_fields: { ...input.additional_fields, [defaultAdvanced.referenceKey]: `fc-0000000000000000-${row}` },
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
