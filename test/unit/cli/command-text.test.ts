import { describe, expect, it } from 'vitest'
import { commandText } from '../../../src/cli/command-text.ts'

const open: Parameters<typeof commandText.upload>[0] = {
  id: 'upload-1',
  name: 'March',
  state: 'running',
  waiting: null,
  failure: null,
  duplicates: 0,
  rejectedRows: 0,
  rejected: [],
  done: 40,
  total: 100,
}

describe('an open upload in the status', () => {
  it('says how far it is', () => {
    expect(commandText.upload(open)).toEqual(['Upload “March”: 40 of 100 rows processed'])
    expect(commandText.upload({ ...open, done: 1_500, total: 2_640 })).toEqual([
      'Upload “March”: 1,500 of 2,640 rows processed',
    ])
  })

  it('says what it waits for, and until when', () => {
    const until = new Date(2026, 10, 22, 14, 40).toISOString()
    expect(
      commandText.upload({ ...open, state: 'waiting', waiting: { reason: 'Looks.', until, atLatest: true } }),
    ).toEqual(['Upload “March”: Looks. Until 22/11/2026, 2:40 pm at the latest.'])
    expect(commandText.upload({ ...open, state: 'waiting', waiting: { reason: 'Offline.', until } })).toEqual([
      'Upload “March”: Offline. Continues at 22/11/2026, 2:40 pm.',
    ])
  })

  it('names the rejected rows that a person decides about', () => {
    const rejected = [{ row: 52, reason: 'No rego.', rego: null, vin: null, clientName: 'Ann Lee' }]
    expect(commandText.upload({ ...open, state: 'undecided', rejectedRows: 3, rejected })).toEqual([
      'Upload “March”: 40 of 100 rows processed',
      'The service rejected 3 rows. Open Forecourt and decide whether they are left out. Until then, they aren’t sent.',
      '  Row 52 (Ann Lee): No rego.',
      '  and 2 more',
    ])
  })

  it('asks about customers that exist twice', () => {
    expect(commandText.upload({ ...open, state: 'complete', duplicates: 2 })).toEqual([
      'Upload “March”: 40 of 100 rows processed',
      '2 customers of the upload exist twice at the service. Open Forecourt and decide. Until then, both stay.',
    ])
  })
})

describe('an import that waits for a yes', () => {
  it('says which customers change and which look-ups may be charged', () => {
    expect(commandText.ask(2, 0, 0, 'Motor City')).toBe('Send 2 rows to “Motor City”? [y/N] ')
    expect(commandText.ask(2, 1, 5, 'Motor City')).toBe(
      'Send 2 rows to “Motor City”, and 1 existing customer updated, with 5 VIN look-ups that may be charged? [y/N] ',
    )
    expect(commandText.confirm(2, 0, 1)).toContain('2 rows can be sent, with 1 VIN look-up that may be charged.')
  })
})
