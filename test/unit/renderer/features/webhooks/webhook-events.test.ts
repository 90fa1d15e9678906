import { describe, expect, it } from 'vitest'
import { eventChoices, isSameEvent } from '../../../../../src/renderer/features/webhooks/webhook-events.ts'

describe('the events to select from', () => {
  it('are those of the interface, by the names that the webhook uses, and then unknown ones', () => {
    const choices = eventChoices(['price_change', 'brand_new_event'])
    expect(choices.map(({ name }) => name)).toEqual([
      'recapture_new',
      'price_change',
      'recapture_delist',
      'valuation_change',
      'brand_new_event',
    ])
    expect(choices.at(-1)?.kind).toBeNull()
  })

  it('contain each event once, under whichever name', () => {
    expect(eventChoices(['price_change', 'recapture_price_change'])).toHaveLength(4)
    expect(isSameEvent('price_change', 'recapture_price_change')).toBe(true)
  })

  it('contain a ping only where the service lists one, so that it is not dropped', () => {
    expect(eventChoices([]).some(({ name }) => name === 'ping')).toBe(false)
    expect(eventChoices(['ping']).some(({ name }) => name === 'ping')).toBe(true)
  })
})
