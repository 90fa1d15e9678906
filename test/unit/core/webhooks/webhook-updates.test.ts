import { describe, expect, it } from 'vitest'
import { updatesOf } from '../../../../src/core/webhooks/webhooks.ts'
import { raw, record } from './made-webhook.ts'

describe('the updates of an edit', () => {
  const after = { ...record, name: 'Front desk', events: ['recapture_new'] }
  it.each([
    ['new values', { name: 'Front desk', events: ['recapture_new'] }],
    ['pairs', { name: ['Desk', 'Front desk'], events: ['recapture_new'] }],
    ['objects', { name: { old: 'Desk', new: 'Front desk' }, events: { from: raw.events, to: ['recapture_new'] } }],
    ['the records when the answer was lost', {}],
  ])('are read from %s', (_name, reported) => {
    expect(updatesOf(record, after, reported)).toEqual([
      { property: 'name', before: 'Desk', after: 'Front desk' },
      { property: 'events', before: 'New sighting, Price change, brand_new_event', after: 'New sighting' },
    ])
  })
  it('have removed and unknown properties, but no token', () => {
    const endpoint = 'https://crm.example.com.au/other?token=s3cret-two'
    const updates = updatesOf(record, { ...record, name: null, endpoint }, { name: null, endpoint, paused: true })
    expect(updates).toEqual([
      { property: 'name', before: 'Desk', after: null },
      {
        property: 'endpoint',
        before: 'https://crm.example.com.au/hook?token=••••••',
        after: 'https://crm.example.com.au/other?token=••••••',
      },
      { property: 'paused', before: null, after: 'Yes' },
    ])
    expect(JSON.stringify(updates)).not.toContain('s3cret')
  })
})
