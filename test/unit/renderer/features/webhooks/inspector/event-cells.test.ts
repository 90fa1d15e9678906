import { expect, it } from 'vitest'
import type { ReceivedEvent } from '../../../../../../src/contract/webhooks.ts'
import { eventCell, formatClock } from '../../../../../../src/renderer/features/webhooks/inspector/event-cells.ts'

const event = (changes: Partial<ReceivedEvent>): ReceivedEvent => ({
  number: 1,
  at: '2026-11-20T00:00:00.000Z',
  region: 'au',
  event: 'recapture_new',
  sizeBytes: 1_434,
  state: 'decoded',
  summary: 'Jane Citizen',
  applied: null,
  ...changes,
})

it('shows the label of an event, its size, and what it changed', () => {
  const applied = { customerId: 'c', words: 'Updated Jane Citizen.' }
  expect(eventCell(event({}), 'event')).toEqual({ text: 'New sighting', title: 'recapture_new' })
  expect(eventCell(event({}), 'size').text).toBe('1.4 KB')
  expect(eventCell(event({ applied }), 'applied').text).toBe('Updated Jane Citizen.')
})

it('marks a malformed event as an error without a result', () => {
  const malformed = event({ state: 'malformed', event: null })
  expect(eventCell(malformed, 'event')).toEqual({ text: 'Malformed', tone: 'error' })
  expect(eventCell(malformed, 'applied')).toEqual({ text: 'None', tone: 'muted' })
})

it('gives the time of day, with the date when that is not today', () => {
  const noon = new Date(2026, 10, 21, 12, 5, 9)
  expect(formatClock(noon.toISOString(), noon)).toBe('12:05:09 pm')
  expect(formatClock(noon.toISOString(), new Date(2026, 10, 22))).toBe('21/11/2026, 12:05:09 pm')
  expect(formatClock('never')).toBe('')
})
