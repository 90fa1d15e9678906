import { describe, expect, test, it } from 'vitest'
import type { CustomersStatus } from '../../../../../src/contract/customers.ts'
import { customersText } from '../../../../../src/renderer/features/customers/customers-text.ts'
import {
  blockedOf,
  isStale,
  statusText,
  currentProblem,
} from '../../../../../src/renderer/features/customers/useCustomersStatus.ts'

describe('the age of the cached customers', () => {
  const now = new Date('2026-11-21T12:00:00Z')
  const status: CustomersStatus = {
    total: 1_240,
    withSightings: 36,
    syncedAt: '2026-11-21T11:55:00Z',
    syncing: null,
    problem: null,
    unreadable: 0,
    vanished: null,
    returned: null,
    edits: { pending: 0, failed: 0, conflicts: 0 },
    deletions: { pending: 0, held: 0, failed: 0 },
    inBin: 0,
  }
  test('is shown with the count', () => {
    expect(statusText(status, now)).toBe('1,240 customers, 36 seen for sale. Updated 5 minutes ago.')
    expect(statusText({ ...status, syncedAt: null }, now)).toMatch(/\. Download incomplete\.$/)
    expect(statusText({ ...status, total: 0, withSightings: 0, syncedAt: null }, now)).toBe('Not downloaded yet')
  })
  test('decides whether the cache is synced when the screen opens', () => {
    expect(isStale(status, now)).toBe(false)
    expect(isStale({ ...status, syncedAt: '2026-11-21T11:30:00Z' }, now)).toBe(true)
    expect(isStale({ ...status, syncedAt: null }, now)).toBe(true)
    // The PC's clock was ahead.
    expect(isStale({ ...status, syncedAt: '2041-11-21T11:55:00Z' }, now)).toBe(true)
  })
})

describe('the problem of the customer list', () => {
  const earlier = 'The service is temporarily unavailable (503).'

  it('is that of the last sync while the service can be reached', () => {
    expect(currentProblem(earlier, 'service-down')).toBe(earlier)
    expect(currentProblem(earlier, 'online')).toBe(earlier)
  })

  it('is not an earlier error while the top bar says Offline', () => {
    expect(currentProblem(earlier, 'offline')).toBe('You’re offline.')
  })

  it('is none after a sync without failure', () => {
    expect(currentProblem(null, 'offline')).toBeNull()
  })
})

describe('changes that the service does not have', () => {
  const { unsaved } = customersText

  it('wait for the sign-in, the service or a connection, and say so', () => {
    expect(blockedOf({ current: null, reachability: 'online' })).toBeNull()
    for (const by of ['offline', 'service-down', 'sign-in-required'] as const)
      expect(blockedOf({ current: null, reachability: by })).toBe(by)
    expect(unsaved.blocked(1, 'sign-in-required')).toBe('1 change waiting for your sign-in')
    expect(unsaved.waiting(2, 'service-down')).toBe('2 changes to send when the service responds.')
  })
})
