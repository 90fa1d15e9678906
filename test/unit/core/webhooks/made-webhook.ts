import { readWebhook } from '../../../../src/core/webhooks/webhook-record.ts'

/** A webhook as the service gives it. */
export const raw = {
  id: 'w-1',
  created_at: '2026-11-20T00:00:00.000Z',
  name: 'Desk',
  format: 'json',
  events: ['recapture_new', 'price_change', 'brand_new_event'],
  endpoint: 'https://crm.example.com.au/hook?token=s3cret-one',
}
const read = readWebhook(raw)
if (!read) throw new Error('The webhook cannot be read')
export const record = read
