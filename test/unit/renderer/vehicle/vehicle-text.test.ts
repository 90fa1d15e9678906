import { describe, expect, it } from 'vitest'
import { isYoung, vehicleText } from '../../../../src/renderer/vehicle/vehicle-text.ts'

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

  it('is young within the hours of the setting, and never when the setting is 0', () => {
    expect(isYoung('2026-11-21T02:00:00.000Z', 3, now)).toBe(true)
    expect(isYoung('2026-11-21T02:00:00.000Z', 2, now)).toBe(false)
    expect(isYoung('2026-11-21T04:00:00.000Z', 0, now)).toBe(false)
  })
})
