import { describe, expect, it } from 'vitest'
import { checkedLink } from '../../../../../src/core/app/checked-link.ts'
import { defaultTemplates } from '../../../../../src/core/sightings/messages-text.ts'
import {
  fieldsIn,
  fillFields,
  hasOptOut,
  messageLink,
  smsLength,
} from '../../../../../src/renderer/features/sightings/message-form.ts'
import { messagesText } from '../../../../../src/renderer/features/sightings/messages-text.ts'

describe('the fields of a message', () => {
  it('are filled whatever their case and spaces, and stay visible without a value', () => {
    const values = { 'first name': 'Priya', car: null, price: ' ' }
    expect(fillFields('Hi {First  Name}, your {car} at { PRICE }', values)).toBe('Hi Priya, your {car} at { PRICE }')
    expect(fieldsIn('Hi {First Name}, {car} {CAR} {nickname}')).toEqual(['first name', 'car', 'nickname'])
  })

  it('never take a value from the prototype, and fill no value again', () => {
    expect(fillFields('{constructor} {toString}', {})).toBe('{constructor} {toString}')
    expect(fillFields('{name}', { name: '{car} $& $1', car: 'RAV4' })).toBe('{car} $& $1')
  })
})

describe('the length of a text message', () => {
  it.each([
    ['', 0, 160, 1],
    ['a'.repeat(160), 160, 160, 1],
    ['a'.repeat(161), 161, 306, 2],
    ['€'.repeat(80), 160, 160, 1],
    ['€'.repeat(81), 162, 306, 2],
    ['’', 1, 70, 1],
    [`${'a'.repeat(70)}’`, 71, 134, 2],
    ['🚗', 2, 70, 1],
    ['Zoë', 3, 70, 1],
    ['Café', 4, 160, 1],
  ])('of %j is counted as networks do', (text, characters, room, parts) => {
    expect(smsLength(text)).toMatchObject({ characters, room, parts })
  })

  it('names the characters that make it longer', () => {
    expect(smsLength('it’s “new”’').special).toEqual(['’', '“', '”'])
  })

  it('of each template with sample data is one message, with room for longer names', () => {
    for (const { channel, text } of defaultTemplates) {
      if (channel !== 'sms') continue
      const { special, characters } = smsLength(fillFields(text, messagesText.templates.sample))
      expect({ special, isShort: characters <= 160 }).toEqual({ special: [], isShort: true })
    }
  })
})

describe('the link of a message', () => {
  const strange = { subject: 'A & B\r\nbcc: x', body: 'Hi?\u0000 100% & =\n\nBye\u2028x#' }

  it('is accepted by the program, and has one line for a text message and lines for an email', () => {
    const sms = messageLink('sms', '+61491570006', strange)
    expect(checkedLink(sms)).toBe('sms:+61491570006?body=Hi%3F%20100%25%20%26%20%3D%20Bye%20x%23')
    const email = messageLink('email', 'kim+car@dealer.example', strange)
    expect(checkedLink(email)).toBe(
      'mailto:kim+car@dealer.example?subject=A%20%26%20B%20bcc%3A%20x&body=Hi%3F%20%20100%25%20%26%20%3D%0D%0A%0D%0ABye%20x%23',
    )
  })
})

it.each([
  ['Reply STOP to opt out.', true],
  ['Click to unsubscribe', true],
  ['Opt-out any time', true],
  ['I can stop by', true],
  ['Call me, nonstop', false],
])('finds a way to opt out in %j: %j', (text, expected) => {
  expect(hasOptOut(text)).toBe(expected)
})
