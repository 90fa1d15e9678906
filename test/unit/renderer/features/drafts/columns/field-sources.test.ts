import { describe, expect, it } from 'vitest'
import { fieldSources } from '../../../../../../src/renderer/features/drafts/columns/field-sources.ts'
import { sampleColumn } from '../sample-draft.ts'

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
