import { bin, changes, customers, edits, views } from './customer-contents.ts'
import { uploads } from './upload-contents.ts'
import { connections, settings } from './settings-contents.ts'
import { drafts } from './draft-contents.ts'
import { lookups } from './lookup-contents.ts'
import { callList } from './call-list-contents.ts'
import { type Reader } from './reader.ts'

const receivedEvents: Reader = async ({ get }) => {
  const { total, events } = await get('inspector.events', { limit: 500 })
  const read = []
  for (const event of events) {
    const opened = await get('inspector.open', { number: event.number })
    read.push({
      number: event.number,
      at: event.at,
      region: event.region,
      event: event.event,
      bytes: event.sizeBytes,
      state: event.state,
      hasSummary: event.summary !== '',
      appliedTo: event.applied?.customerId ?? null,
      prices: opened.valuation?.prices.map(({ before, after }) => [before, after]) ?? null,
      text: opened.text,
    })
  }
  return { total, events: read }
}

/** The readers that work without the service, by area. */
export const readers: Readonly<Record<string, Reader>> = {
  connections,
  settings,
  drafts,
  uploads,
  customers,
  edits,
  bin,
  changes,
  views,
  callList,
  lookups,
  receivedEvents,
}

/** Needs the service, which stores the webhooks. Their pings are stored on this PC. */
export const webhooks: Reader = async ({ get }) => {
  const { webhooks: all } = await get('webhooks.list', {})
  const read = []
  for (const webhook of all) {
    const { pings } = await get('webhooks.pings', { id: webhook.id })
    read.push({
      id: webhook.id,
      createdAt: webhook.createdAt,
      name: webhook.name,
      events: webhook.events,
      endpoint: webhook.endpointShown,
      hasSecret: webhook.hasSecret,
      toInspector: webhook.toInspector,
      pings: pings.map((ping) => ({
        at: ping.at,
        status: ping.responseStatus,
        ms: ping.responseTimeMs,
        endpoint: ping.endpointShown,
        succeeded: ping.ok,
      })),
    })
  }
  return read
}

/** What the practice service stores. */
export const practiceContents: Reader = async (program) => {
  const { control } = program.service()
  return {
    customers: control.customers().map((customer) => ({
      id: customer.id,
      rego: customer.rego,
      name: customer.client_name,
      mobile: customer.mobile_number,
      soldOn: customer.sale_date,
      sightings: customer.sightings.length,
      reference: customer.additional_fields['forecourt_ref'] ?? null,
    })),
    uploads: control.uploads().map((upload) => ({
      id: upload.id,
      name: upload.name,
      createdAt: upload.created_at,
      uploaded: upload.total_uploaded_customers,
      processed: upload.total_processed_customers,
      errors: upload.total_errors,
    })),
    queued: control.queuedCustomers(),
  }
}
