import { describe, expect, it } from 'vitest'
import { vehicleText } from '../../../../src/renderer/vehicle/vehicle-text.ts'

const now = new Date('2026-11-21T04:00:00.000Z')

describe('the source of a result', () => {
  it('names a saved result and its age', () => {
    expect(vehicleText.source({ at: '2026-11-21T02:00:00.000Z', kept: true }, now)).toBe(
      'Saved result from 2 hours ago.',
    )
  })

  it('names the age of a new result', () => {
    expect(vehicleText.source({ at: '2026-11-21T04:00:00.000Z', kept: false }, now)).toBe('Updated just now.')
  })
})
