import { describe, expect, it } from 'vitest'
import { readStatus } from '../../../../src/core/lookup/read-status.ts'

describe('readStatus', () => {
  const asked = { plate: 'ABC123', state: 'VIC' }
  const given = {
    success: true,
    plate_number: 'ABC 123',
    state: 'VIC',
    vin: 'JM0BP2H7A01100001',
    registration_status: 'Registered',
    registration_expiry: '2026-11-25',
    incidents: [
      { type_code: 'RWO', state: 'VIC', recorded_date: '2019-01-02', code: 'A', damage_codes: 'D1' },
      { type_code: 'SWO', state: 'NSW', recorded_date: '2021-01-02', code: 'B', damage_codes: ['D2', 'D3'] },
    ],
  }
  it('counts calendar days to the expiry, and sorts incidents by date', () => {
    const read = readStatus(given, asked, '2026-11-21')
    expect(read).toMatchObject({ status: 'Registered', expiry: '2026-11-25', daysLeft: 4, other: [] })
    expect(read.incidents.map(({ typeCode, damageCodes }) => [typeCode, damageCodes])).toEqual([
      ['SWO', 'D2, D3'],
      ['RWO', 'D1'],
    ])
    expect(readStatus(given, asked, '2026-11-30').daysLeft).toBe(-5)
  })
  it.each([
    ['an envelope', { registration: given }],
    [
      'other names',
      { data: { rego: 'ABC123', status: 'Registered', expires: '25/11/2026', write_offs: given.incidents } },
    ],
  ])('in %s', (_what, body) => {
    const read = readStatus(body, asked, '2026-11-21')
    expect(read).toMatchObject({ status: 'Registered', expiry: '2026-11-25' })
    expect(read.incidents).toHaveLength(2)
  })
  it.each<readonly [string, unknown]>([
    ['JSON:API', { data: { type: 'registrations', id: 'ABC123', attributes: given } }],
    [
      'GraphQL',
      { data: { registrationStatus: { ...given, incidents: { edges: given.incidents.map((node) => ({ node })) } } } },
    ],
    ['a map', { ...given, incidents: { a: given.incidents[0], b: given.incidents[1] } }],
    ['a list of one', [given]],
  ])('is read from %s', (_what, body) => {
    const read = readStatus(body, asked, '2026-11-21')
    expect(read).toMatchObject({ status: 'Registered', expiry: '2026-11-25', vin: given.vin })
    expect(read.incidents.map(({ typeCode }) => typeCode)).toEqual(['SWO', 'RWO'])
  })

  it.each<readonly [unknown, number]>([
    [[], 0],
    [null, 0],
    [{ count: 0, items: [] }, 0],
    ['None', 0],
    ['No incidents recorded.', 0],
    [[null, given.incidents[0]], 1],
    [[{ damage_codes: ['A', 'B'] }], 1],
    [[{ codes: [['W01']] }, { codes: [] }], 1],
    [given.incidents[0], 1],
    ['Statutory write-off, 2021', 1],
    [['Repairable write-off'], 1],
    [2, 1],
  ])('counts %j as %i write-offs', (incidents, count) => {
    expect(readStatus({ ...given, incidents }, asked, '2026-11-21').incidents).toHaveLength(count)
  })

  it.each(['0001-01-01', '1970-01-01T00:00:00Z', '9999-12-31'])('shows the expiry %s as no date', (expiry) => {
    const read = readStatus({ ...given, registration_expiry: expiry }, asked, '2026-11-21')
    expect([read.expiry, read.daysLeft]).toEqual([null, null])
    expect(read.other.map(({ name }) => name)).toEqual(['registration_expiry'])
  })

  it('shows another plate or state, and an invalid date, as other fields', () => {
    const { other, expiry, daysLeft } = readStatus(
      { ...given, state: 'NSW', registration_expiry: 'never' },
      asked,
      '2026-11-21',
    )
    expect([expiry, daysLeft]).toEqual([null, null])
    expect(other.map(({ label, text }) => [label, text])).toEqual([
      ['State', 'NSW'],
      ['Registration expiry', 'never'],
    ])
  })
})
