import { describe, expect, it } from 'vitest'
import { createWebhookView } from '../../../../src/core/webhooks/webhook-view.ts'
import { raw, record } from './made-webhook.ts'

describe('a webhook as it is shown', () => {
  it('has no secrets of its endpoint or other fields', () => {
    const view = createWebhookView((endpoint) => endpoint === raw.endpoint)
    const other = {
      signing_secret: 's3cret-three',
      retries: 3,
      last_delivery: { url: 'https://crm.example.com.au/hook?token=s3cret-one', status: 200 },
    }
    const shown = view.show({ ...record, other })
    expect(JSON.stringify(shown)).not.toContain('s3cret')
    expect(shown).toMatchObject({ hasSecret: true, toInspector: true, events: raw.events })
    expect(shown.other.map(({ name }) => name)).toEqual(['signing_secret', 'retries', 'last_delivery'])
    expect(view.show({ ...record, endpoint: null })).toMatchObject({
      endpointShown: null,
      hasSecret: false,
      toInspector: false,
    })
  })
})
