import { describe, expect, it } from 'vitest'
import { hideEventNumbers } from '../../../../src/core/webhooks/hidden-event-numbers.ts'

const people = { ids: new Set(['anna']), numbers: new Set(['61491570006']) }
const hide = (event: unknown): unknown => JSON.parse(hideEventNumbers(JSON.stringify(event), people, 'au'))
const eventOf = (customer: object) => ({ event: 'recapture_new', data: { customer } })

describe('the text of an event', () => {
  it('has no number of a Do Not Contact person, in whatever field and form', () => {
    const additional = { 'Mobile 2': '0491 570 156', HomePhone: 312345678, Notes: 'or +61 491 570 006', Colour: 'Red' }
    const anna = { id: 'anna', client_name: 'Anna', mobile_number: '0491570006', additional_fields: additional }
    expect(hide(eventOf(anna))).toEqual(
      eventOf({
        id: 'anna',
        client_name: 'Anna',
        mobile_number: 'hidden number',
        additional_fields: {
          'Mobile 2': 'hidden number',
          HomePhone: 'hidden number',
          Notes: 'or hidden number',
          Colour: 'Red',
        },
      }),
    )
  })

  it('has no changed number of a record that was marked before', () => {
    expect(hide(eventOf({ id: 'anna', mobile_number: '0491570110' }))).toEqual(
      eventOf({ id: 'anna', mobile_number: 'hidden number' }),
    )
  })

  it('has no number of another record of the same person', () => {
    expect(hide(eventOf({ id: 'other', mobile_number: '+61 491 570 006', phone: '0398765432' }))).toEqual(
      eventOf({ id: 'other', mobile_number: 'hidden number', phone: 'hidden number' }),
    )
  })

  it('has no such number in an event that is unknown or no JSON', () => {
    expect(hide({ event: 'brand_new', data: { call: ['0491570006', 7] } })).toEqual({
      event: 'brand_new',
      data: { call: ['hidden number', 7] },
    })
    expect(hideEventNumbers('{"mobile_number":"0491570006"', people, 'au')).toBe('{"mobile_number":"hidden number"')
  })

  it('stays byte for byte as it arrived when it has none', () => {
    const text = '{ "event": "recapture_new",\n "data": {"customer": {"id": "ben", "mobile_number": "0491570157"}} }'
    expect(hideEventNumbers(text, people, 'au')).toBe(text)
  })
})
