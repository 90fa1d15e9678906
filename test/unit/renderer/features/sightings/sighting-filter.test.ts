import { describe, expect, it } from 'vitest'
import { CallGroup, groupsToCall } from '../../../../../src/contract/call-group.ts'
import {
  clearFilter,
  isFiltered,
  noSightingFilter,
  sightingChips,
  withGroups,
} from '../../../../../src/renderer/features/sightings/sighting-filter.ts'

describe('filters', () => {
  it('are chips that can be removed one by one', () => {
    const filter = {
      ...noSightingFilter,
      groups: ['done' as const],
      states: ['NSW', 'VIC'],
      seenFrom: '2026-11-01',
      priceTo: 30_000,
      outcomes: ['voicemail' as const],
      uploadId: 'u1',
      people: ['p1', ''],
    }
    const names = {
      uploads: [{ id: 'u1', name: 'March', count: 4 }],
      people: [{ id: 'p1', name: 'Jo Taylor', retired: true }],
      sources: [],
    }
    const chips = sightingChips(filter, names, 'au')
    expect(chips.map(({ label }) => label)).toEqual([
      'NSW',
      'VIC',
      'Seen from 1/11/2026',
      '$30,000 or less',
      'Left a voicemail',
      'Upload: March',
      'By: Jo Taylor',
      'By: Not recorded',
    ])
    expect(chips[0]?.without).toEqual({ ...filter, states: ['VIC'] })
    expect(isFiltered(filter)).toBe(true)
    expect(isFiltered(clearFilter(filter))).toBe(false)
    expect(isFiltered({ ...noSightingFilter, search: 'an' })).toBe(true)
  })
  it('keep whose calls are shown when they are cleared', () => {
    const mine = { ...noSightingFilter, assigned: 'mine' as const, search: 'an' }
    expect(clearFilter(mine)).toMatchObject({ assigned: 'mine', search: '' })
    expect(clearFilter({ ...mine, assigned: 'unassigned' })).toMatchObject({ assigned: 'everyone' })
  })

  it('open every group for a search, and those to call when it is cleared', () => {
    const searched = withGroups({ ...noSightingFilter, search: 'an' }, noSightingFilter)
    expect(searched.groups).toEqual(CallGroup.options)
    const closed = { ...searched, groups: ['new' as const] }
    expect(withGroups(closed, searched).groups).toEqual(['new'])
    expect(withGroups({ ...closed, search: '' }, closed).groups).toEqual(groupsToCall)
  })
})
