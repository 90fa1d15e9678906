import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../../src/contract/sightings.ts'
import {
  commonOutcomes,
  otherOutcomes,
  outcomeByKey,
  outcomeKeys,
  shownOutcomes,
} from '../../../../../src/renderer/features/sightings/outcomes.ts'

describe('outcomes', () => {
  it('each have a button and a unique key', () => {
    const shown = [...commonOutcomes, ...otherOutcomes]
    expect(shown.toSorted()).toEqual(
      outcomes
        .map(({ code }) => code)
        .filter((code) => code !== 'new')
        .toSorted(),
    )
    expect(outcomeByKey.size).toBe(shown.length)
    expect(Object.keys(outcomeKeys).toSorted()).toEqual(shown.toSorted())
  })

  it('are shown when common, selected, or when all are requested', () => {
    expect(shownOutcomes(null, true)).toEqual([...commonOutcomes, ...otherOutcomes])
    expect(shownOutcomes(null, false)).toEqual([...commonOutcomes, 'sold_elsewhere', 'do_not_contact'])
    expect(shownOutcomes('duplicate', false)).toContain('duplicate')
  })
})
