import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../../src/contract/call-note.ts'
import { outcomeByKey, outcomeKeys, shownOutcomes } from '../../../../../src/renderer/features/sightings/outcomes.ts'
import { sightingsShortcuts } from '../../../../../src/renderer/features/sightings/sightings-shortcuts.ts'

describe('the outcomes on the card', () => {
  const selectable = outcomes.map(({ code }) => code).filter((code) => code !== 'new')

  it('have a button and a letter of their own each', () => {
    expect(shownOutcomes.toSorted()).toEqual(selectable.toSorted())
    expect(Object.keys(outcomeKeys).toSorted()).toEqual(selectable.toSorted())
    expect(outcomeByKey.size).toBe(selectable.length)
  })

  it('leave the other letters of the card free', () => {
    for (const { keys } of Object.values(sightingsShortcuts)) expect(outcomeByKey.has(keys)).toBe(false)
  })
})
