import { describe, expect, it } from 'vitest'
import type { DraftColumn } from '../../../../../../src/contract/drafts.ts'
import { placeOf, fieldSources } from '../../../../../../src/renderer/features/drafts/columns/file-columns.ts'
import { sampleColumn } from '../sample-draft.ts'

const dates = (decidedBy: 'evidence' | 'assumed' | 'undecided' | 'user') =>
  ({ order: 'dmy', decidedBy, evidence: '' }) as const

describe('a column of the step "Columns"', () => {
  it.each<[string, Partial<DraftColumn>]>([
    ['only a person can decide it', { isOpen: true }],
    ['its dates show no order', { dates: dates('assumed') }],
    ['its dates contradict each other', { dates: dates('undecided') }],
  ])('asks for a look when %s', (_, changes) => {
    expect(placeOf({ ...sampleColumn(0, 'Car', 'vin'), ...changes })).toBe('look')
  })

  it.each<[string, Partial<DraftColumn>]>([
    ['its dates show their order', { dates: dates('evidence') }],
    ['the user chose the order of its dates', { dates: dates('user') }],
  ])('is matched when %s', (_, changes) => {
    const column = { ...sampleColumn(0, 'Car', 'vin'), ...changes }
    expect(placeOf(column)).toBe('matched')
  })

  it('is an extra field without a target, unless its mobiles are used', () => {
    const kept = sampleColumn(0, 'Home phone', 'keep')
    expect(placeOf(kept)).toBe('extra')
    expect(placeOf({ ...kept, alsoMobile: true })).toBe('matched')
  })
})

describe('the columns that fill each customer field', () => {
  it('include name parts in their order, and a rego column that contains the state', () => {
    const columns = [
      sampleColumn(0, 'Surname', 'last_name'),
      sampleColumn(1, 'Given', 'first_name'),
      sampleColumn(2, 'Plate', 'rego_and_state'),
      sampleColumn(3, '', 'vin'),
    ]
    const sources = Object.fromEntries(
      fieldSources({ columns, region: 'au' }).map((source) => [source.field, source.headers]),
    )
    expect(sources['client_name']).toEqual(['Given', 'Surname'])
    expect(sources['rego']).toEqual(['Plate'])
    expect(sources['state']).toEqual(['Plate'])
    expect(sources['vin']).toEqual(['Column 4'])
    expect(sources['mobile_number']).toEqual([])
    expect(sources).not.toHaveProperty('expiry_date')
  })

  it('include other phones whose mobiles are used, and are wanted for cars and mobiles', () => {
    const columns = [
      sampleColumn(0, 'Mobile', 'mobile_number'),
      { ...sampleColumn(1, 'Home', 'keep'), alsoMobile: true },
    ]
    const sources = fieldSources({ columns, region: 'au' })
    expect(sources.find(({ field }) => field === 'mobile_number')?.headers).toEqual(['Mobile', 'Home'])
    expect(sources.filter(({ isWanted }) => isWanted).map(({ field }) => field)).toEqual([
      'rego',
      'vin',
      'mobile_number',
    ])
  })

  it('omit the state outside Australia', () => {
    expect(fieldSources({ columns: [], region: 'nz' }).map((source) => source.field)).not.toContain('state')
  })
})
