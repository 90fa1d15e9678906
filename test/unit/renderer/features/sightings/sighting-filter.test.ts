import { describe, expect, it } from 'vitest'
import {
  clearFilter,
  isFiltered,
  noSightingFilter,
  sightingChips,
} from '../../../../../src/renderer/features/sightings/sighting-filter.ts'

describe('filters', () => {
  it('are chips that can be removed one by one', () => {
    const filter = {
      ...noSightingFilter,
      view: 'all' as const,
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
    expect(clearFilter(filter).view).toBe('all')
    expect(isFiltered({ ...noSightingFilter, search: 'an' })).toBe(true)
  })
})
