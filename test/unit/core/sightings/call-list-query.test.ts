import { describe, expect, it } from 'vitest'
import { phoneOf } from '../../../../src/core/sightings/call-list-query.ts'

describe('phoneOf', () => {
  it.each([
    ['0491570006', 'au', '0491 570 006', 'tel:+61491570006'],
    ['+61 491 570 006', 'au', '0491 570 006', 'tel:+61491570006'],
    ['021 234 5678', 'nz', '021 234 5678', 'tel:+64212345678'],
    ['0123456789', 'my', '012-345 6789', 'tel:+60123456789'],
    ['+64 21 234 5678', 'au', '+64 21 234 5678', 'tel:+64212345678'],
  ] as const)('formats %s in %s', (given, region, shown, tel) => {
    expect(phoneOf(given, region)).toEqual({ shown, tel })
  })

  it('is dialled without its extension', () => {
    expect(phoneOf('0491 570 006 ext. 12', 'au')).toMatchObject({ tel: 'tel:+61491570006' })
  })

  it('shows an unparseable number unchanged, and is null without digits to dial', () => {
    expect(phoneOf('12 34 567', 'au')).toEqual({ shown: '12 34 567', tel: 'tel:1234567' })
    expect(phoneOf('call office', 'au')).toBeNull()
    expect(phoneOf(null, 'au')).toBeNull()
  })
})
