import { expect, it } from 'vitest'
import { eventsText, propertyLabel, webhookName } from '../../../../../src/renderer/features/webhooks/webhooks-text.ts'

it('lists events by their labels, and unknown events by their names', () => {
  expect(eventsText(['recapture_new', 'price_change', 'x_y'])).toBe('New sighting, Price change, x_y')
  expect(eventsText([])).toBe('Not provided')
})

it('labels properties of the service, also unknown ones', () => {
  expect(['endpoint', 'retry_limit', '_'].map(propertyLabel)).toEqual(['Endpoint', 'Retry limit', 'A property'])
})

it('names a webhook that has no name', () => {
  expect(webhookName({ name: null })).toBe('Unnamed webhook')
})
