import { describe, expect, it } from 'vitest'
import type { DraftColumn } from '../../../../../../src/contract/drafts.ts'
import { isUnsure, placeOf } from '../../../../../../src/renderer/features/drafts/columns/column-places.ts'
import { sampleColumn } from '../sample-draft.ts'

const dates = (decidedBy: 'evidence' | 'assumed' | 'undecided' | 'user') =>
  ({ order: 'dmy', decidedBy, evidence: '' }) as const
const guess = { target: 'vin', confidence: 'low', reason: '' } as const

describe('a column of the step "Columns"', () => {
  it.each<[string, Partial<DraftColumn>]>([
    ['only a person can decide it', { isOpen: true }],
    ['its target is a guess', { suggested: guess }],
    ['its dates show no order', { dates: dates('assumed') }],
    ['its dates contradict each other', { dates: dates('undecided') }],
  ])('asks for a look when %s', (_, changes) => {
    expect(placeOf({ ...sampleColumn(0, 'Car', 'vin'), ...changes })).toBe('look')
  })

  it.each<[string, Partial<DraftColumn>]>([
    ['the user confirmed a guess', { suggested: guess, isChosen: true }],
    ['its dates show their order', { dates: dates('evidence') }],
    ['the user chose the order of its dates', { dates: dates('user') }],
  ])('is matched when %s', (_, changes) => {
    const column = { ...sampleColumn(0, 'Car', 'vin'), ...changes }
    expect([placeOf(column), isUnsure(column)]).toEqual(['matched', false])
  })

  it('is an extra field without a target, unless its mobiles are used', () => {
    const kept = sampleColumn(0, 'Home phone', 'keep')
    expect(placeOf({ ...kept, suggested: { ...kept.suggested, confidence: 'low' } })).toBe('extra')
    expect(placeOf({ ...kept, alsoMobile: true })).toBe('matched')
  })
})
