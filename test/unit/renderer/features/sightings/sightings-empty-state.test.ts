import { describe, expect, it } from 'vitest'
import { noGroupCounts } from '../../../../../src/contract/call-group.ts'
import { noSightingFilter } from '../../../../../src/renderer/features/sightings/sighting-filter.ts'
import {
  sightingsEmptyKind,
  staleReason,
  staleSourcesText,
} from '../../../../../src/renderer/features/sightings/sightings-empty-state.ts'
import { summary } from './sample-car.ts'

describe('the state shown instead of the call list', () => {
  const status = {
    total: 40,
    withSightings: 0,
    syncedAt: '2026-11-21T00:00:00.000Z',
    syncing: null,
    problem: null,
    unreadable: 0,
    vanished: null,
    returned: null,
    edits: { pending: 0, failed: 0, conflicts: 0 },
    deletions: { pending: 0, held: 0, failed: 0 },
    inBin: 0,
  }
  const nothing = noGroupCounts()
  const all = {
    summary: summary(),
    status,
    groups: summary().groups,
    filter: noSightingFilter,
    failed: false,
    personKnown: true,
  }
  const empty = { ...all, summary: summary({ groups: nothing }), groups: nothing }
  it.each([
    ['the list', all, null],
    ['loading', { ...all, summary: null }, 'loading'],
    ['a failure', { ...all, summary: null, failed: true }, 'failed'],
    ['no sightings yet', empty, 'no-sightings'],
    ['no customers yet', { ...empty, status: { ...status, total: 0 } }, 'no-customers'],
    ['the first download', { ...empty, status: { ...status, total: 0, syncing: { read: 3, of: null } } }, 'reading'],
    ['offline at first', { ...empty, status: { ...status, total: 0, problem: 'Offline.' } }, 'problem'],
    ['all called', { ...all, groups: nothing }, 'all-called'],
    [
      'Mine while nobody works',
      { ...all, groups: nothing, filter: { ...noSightingFilter, assigned: 'mine' }, personKnown: false },
      'no-person',
    ],
    [
      'Mine while others have calls',
      { ...all, groups: nothing, filter: { ...noSightingFilter, assigned: 'mine' } },
      'none-mine',
    ],
    ['no match', { ...all, groups: nothing, filter: { ...noSightingFilter, search: 'x' } }, 'no-match'],
  ] as const)('%s', (_, state, kind) => {
    expect(sightingsEmptyKind(state)).toBe(kind)
  })
})

describe('the reason why the list may be out of date', () => {
  const earlier = 'The service is temporarily unavailable (503).'
  it.each([
    ['offline', earlier, 'You’re offline.'],
    ['offline', null, 'You’re offline.'],
    ['service-down', earlier, earlier],
    ['service-down', null, 'Can’t connect to the service.'],
    ['online', earlier, earlier],
    ['online', null, null],
  ] as const)('with %s and the problem %j is %j', (reachability, problem, reason) => {
    expect(staleReason(reachability, problem)).toBe(reason)
  })
})

it('names each connection whose list may be out of date, why, and how old it is', () => {
  const now = new Date('2026-11-22T03:00:00.000Z')
  const source = (name: string, problem: string | null) => ({
    source: { connectionId: name, region: 'au' as const, name },
    groups: summary().groups,
    states: [],
    checkedAt: '2026-11-22T01:00:00.000Z',
    syncing: false,
    problem,
  })
  expect(staleSourcesText([source('Sydney', null), source('Perth', null)], now)).toBeNull()
  expect(staleSourcesText([source('Sydney', null), source('Perth', 'Sign in again.')], now)).toBe(
    'Perth, Australia: Sign in again. Updated 2 hours ago.',
  )
})
