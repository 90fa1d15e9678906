import { describe, expect, it } from 'vitest'
import {
  expiryText,
  incidentFields,
  incidentTitle,
  statusTone,
  vinVerdict,
} from '../../../../../../src/renderer/features/lookup/status/registration-status.ts'
import { lookupText } from '../../../../../../src/renderer/features/lookup/lookup-text.ts'

describe('registration status', () => {
  it.each([
    [45, 'Expires in 45 days', 'good'],
    [30, 'Expires in 30 days', 'warning'],
    [1, 'Expires tomorrow', 'warning'],
    [0, 'Expires today', 'warning'],
    [-1, 'Expired yesterday', 'error'],
    [-40, 'Expired 40 days ago', 'error'],
    [null, 'No expiry date provided', 'neutral'],
  ] as const)('%s days left: %s', (days, text, tone) => {
    expect(expiryText(days)).toEqual({ text, tone })
  })

  it('compares VINs without case, spaces and punctuation', () => {
    expect(vinVerdict('mr0ha 3cd500123456', 'MR0HA3CD500123456')).toBe('match')
    expect(vinVerdict('MR0HA3CD500123457', 'MR0HA3CD500123456')).toBe('mismatch')
    expect(vinVerdict(null, 'MR0HA3CD500123456')).toBe('unknown')
  })

  it('names the known incident types and leaves others unchanged', () => {
    expect(incidentTitle({ typeCode: 'SWO' })).toBe('Statutory write-off (SWO)')
    expect(incidentTitle({ typeCode: 'XX9' })).toBe('XX9')
    expect(incidentTitle({ typeCode: null })).toBe('Incident')
    const statuses = ['REGISTERED', 'Expired', 'Registered, reported stolen', 'On hold', null]
    expect(statuses.map(statusTone)).toEqual(['good', 'error', 'error', 'neutral', 'neutral'])
  })

  it('marks missing fields of an incident as not provided', () => {
    const incident = {
      typeCode: 'SWO',
      state: null,
      recordedDate: '2024-03-07',
      code: 'C',
      damageCodes: null,
      details: [],
    }
    expect(incidentFields(incident).map(({ value }) => value)).toEqual([
      '7/3/2024',
      'Not provided',
      'C',
      'Not provided',
    ])
    expect([1, 2].map(lookupText.status.incidents)).toEqual([
      '1 write-off incident recorded',
      '2 write-off incidents recorded',
    ])
  })
})
