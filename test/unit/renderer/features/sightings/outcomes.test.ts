import { describe, expect, it } from 'vitest'
import { outcomes } from '../../../../../src/contract/call-note.ts'
import {
  outcomeByKey,
  outcomeKeys,
  pathTo,
  questions,
} from '../../../../../src/renderer/features/sightings/outcomes.ts'
import { sightingsShortcuts } from '../../../../../src/renderer/features/sightings/sightings-shortcuts.ts'

describe('the outcomes on the card', () => {
  const selectable = outcomes.map(({ code }) => code).filter((code) => code !== 'new')

  it('are the answer to one question each, but for Do Not Contact, and have a letter each', () => {
    const answers = Object.values(questions).flat()
    expect(selectable.filter((code) => !answers.includes(code))).toEqual(['do_not_contact'])
    expect(new Set(answers).size).toBe(answers.length)
    expect(Object.keys(outcomeKeys).toSorted()).toEqual(selectable.toSorted())
    expect(outcomeByKey.size).toBe(selectable.length)
  })

  it('are reached through the questions before them', () => {
    expect([pathTo('no_answer'), pathTo('call_back'), pathTo('traded_in')]).toEqual([
      [],
      ['reached'],
      ['reached', 'deal'],
    ])
  })

  it('leave the other letters of the card free', () => {
    for (const { keys } of Object.values(sightingsShortcuts)) expect(outcomeByKey.has(keys)).toBe(false)
  })
})
