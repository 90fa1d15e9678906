import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { moveOf } from '../../../../../src/renderer/features/webhooks/inspector/price-move.ts'
import { prettyJson } from '../../../../../src/renderer/features/webhooks/inspector/pretty-json.ts'
import {
  eventChoices,
  eventsInWords,
  formatBytes,
  formatClock,
  propertyLabel,
} from '../../../../../src/renderer/features/webhooks/webhook-text.ts'

describe('the events to choose from', () => {
  it('are those of the interface, by the names that the webhook has, and then what nobody knows', () => {
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
  it('hold each event once, under whichever name', () => {
    expect(eventChoices(['price_change', 'recapture_price_change'])).toHaveLength(4)
  })
  it('show a ping only where the service has one, so that it is not dropped', () => {
    expect(eventChoices([]).some(({ name }) => name === 'ping')).toBe(false)
    expect(eventChoices(['ping']).some(({ name }) => name === 'ping')).toBe(true)
  })
})

describe('words', () => {
  it('name events, properties, sizes and times of day', () => {
    expect(eventsInWords(['recapture_new', 'price_change', 'x_y'])).toBe('New sighting, Price change, x_y')
    expect(eventsInWords([])).toBe('none')
    expect(['endpoint', 'retry_limit', '_'].map(propertyLabel)).toEqual(['Endpoint', 'Retry limit', 'A property'])
    expect([1, 999, 1_434, 256 * 1_024, 2_621_440].map(formatBytes)).toEqual([
      '1 byte',
      '999 bytes',
      '1.4 KB',
      '256 KB',
      '2.5 MB',
    ])
    const noon = new Date(2026, 10, 21, 12, 5, 9)
    expect(formatClock(noon.toISOString(), noon)).toBe('12:05:09 pm')
    expect(formatClock(noon.toISOString(), new Date(2026, 10, 22))).toBe('21/11/2026, 12:05:09 pm')
    expect(formatClock('never')).toBe('')
  })

  it.each([
    [16_000, 15_200, '−$800 (−5.0 %)', 'down'],
    [14_000, 14_400, '+$400 (+2.9 %)', 'up'],
    [100, 100, 'no change', 'same'],
    [0, 100, '+$100', 'up'],
    [null, 100, '', null],
  ] as const)('say how a price went from %s to %s', (before, after, change, direction) => {
    expect(moveOf({ before, after })).toMatchObject({ change, direction })
    expect(JSON.stringify(moveOf({ before, after }))).not.toMatch(/NaN|undefined|Infinity/)
  })
})

describe('JSON that is made readable', () => {
  it('is the same JSON, whatever it holds', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(JSON.parse(prettyJson(text) ?? '')).toEqual(JSON.parse(text))
      }),
    )
  })
  it('stands as one would indent it, numbers as they came', () => {
    expect(prettyJson('{"a":[1.0,12345678901234567890],"b":{},"c":"x,\\"{"}')).toBe(
      '{\n  "a": [\n    1.0,\n    12345678901234567890\n  ],\n  "b": {},\n  "c": "x,\\"{"\n}',
    )
  })
  it('is not made of what is no JSON', () => {
    expect(prettyJson('{"a":')).toBeNull()
  })
})
