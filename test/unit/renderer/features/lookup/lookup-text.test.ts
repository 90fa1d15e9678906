import { describe, expect, it } from 'vitest'
import {
  compareWithAuthority,
  factName,
  factsToCheck,
  saysTheSame,
  vinOf,
} from '../../../../../src/renderer/features/lookup/answer/compare-authority.ts'
import { nextStepsFor } from '../../../../../src/renderer/features/lookup/answer/next-steps.ts'
import { titleOf } from '../../../../../src/renderer/features/lookup/answer/lookup-text.ts'
import { packLine, packSumWords, sumOfPacks } from '../../../../../src/renderer/features/lookup/answer/pack-sum.ts'
import { shownTab, tabsFor } from '../../../../../src/renderer/features/lookup/answer/vehicle-tabs.ts'
import {
  chosenOfRoute,
  questionOfRoute,
  routeOfQuestion,
  routeOfVehicle,
  vehicleOfHistory,
} from '../../../../../src/renderer/features/lookup/lookup-routes.ts'
import { filterOptions, withChoice } from '../../../../../src/renderer/features/lookup/search/facet-options.ts'
import {
  confidencePercent,
  factsBeside,
  nextCount,
} from '../../../../../src/renderer/features/lookup/search/result-text.ts'
import {
  expiryWords,
  incidentTitle,
  statusTone,
  vinVerdict,
} from '../../../../../src/renderer/features/lookup/status/status-text.ts'
import { detail, sampleLookup, sampleVehicle } from './sample-lookup.ts'

describe('the authority against the match', () => {
  it.each([
    ['TOYOTA', 'Toyota', true],
    ['LAND ROVER', 'Landrover', true],
    ['HILUX', 'HiLux SR5', true],
    ['CX-5', 'CX5', true],
    ['UTILITY', 'Sedan', false],
    ['2018', '2019', false],
    ['--', 'Sedan', false],
  ])('%s and %s: the same is %s', (one, other, same) => {
    expect(saysTheSame(one, other)).toBe(same)
    expect(saysTheSame(other, one)).toBe(same)
  })

  it('reads a field by any of its usual names', () => {
    expect(['bodyType', 'Body-Type', 'body_type', 'BODY TYPE'].map(factName)).toEqual(['body', 'body', 'body', 'body'])
    expect(factName('color')).toBe('colour')
  })

  it('marks what differs, and leaves what only one side says', () => {
    const lookup = sampleLookup({
      authority: {
        description: null,
        vin: 'MR0HA3CD500123456',
        details: [detail('year', '2018'), detail('make', 'TOYOTA'), detail('colour', 'WHITE'), detail('body', null)],
      },
    })
    expect(compareWithAuthority(lookup).map(({ name, verdict }) => [name, verdict])).toEqual([
      ['year', 'differs'],
      ['make', 'same'],
      ['colour', 'one-sided'],
      ['vin', 'one-sided'],
    ])
  })

  it('tells two VINs apart that differ by a letter, whichever side each is on', () => {
    const lookup = sampleLookup({ vehicle: sampleVehicle({ details: [detail('VIN', 'MR0HA3CD500123457')] }) })
    expect(compareWithAuthority(lookup).find(({ name }) => name === 'vin')?.verdict).toBe('differs')
  })

  it('names what to check on the car: year, body, colour, VIN and whatever differs', () => {
    const lookup = sampleLookup({
      outcome: 'low-quality',
      authority: {
        description: null,
        vin: null,
        details: [detail('year', '2019'), detail('make', 'MAZDA'), detail('model', 'HILUX'), detail('colour', 'RED')],
      },
    })
    expect(factsToCheck(lookup).map(({ name }) => name)).toEqual(['year', 'make', 'colour'])
  })

  it('finds the VIN wherever it stands', () => {
    expect(vinOf(sampleLookup())).toBe('MR0HA3CD500123456')
    expect(vinOf(sampleLookup({ kind: 'vin', query: 'X' }))).toBe('X')
    const noAuthority = sampleLookup({ authority: null, vehicle: sampleVehicle({ details: [detail('vin', 'Y')] }) })
    expect(vinOf(noAuthority)).toBe('Y')
    expect(vinOf(sampleLookup({ authority: null, vehicle: null }))).toBeNull()
  })
})

describe('an answer without a vehicle leads on', () => {
  const without = { vehicle: null, optionPacks: [] }

  it('from a description to the catalogue', () => {
    const next = nextStepsFor(sampleLookup({ ...without, outcome: 'no-match', facets: { make: 'Toyota' } }))
    expect(next).toMatchObject({ catalogue: 'Search the catalogue with this', vin: { lacking: null } })
  })

  it('from a VIN to its look-up, or says why not', () => {
    const lookup = sampleLookup({ ...without, outcome: 'vin-only' })
    expect(nextStepsFor(lookup)?.vin).toEqual({ vin: 'MR0HA3CD500123456', lacking: null })
    expect(nextStepsFor({ ...lookup, region: 'my' })?.vin?.lacking).toContain('Malaysia')
    expect(nextStepsFor({ ...lookup, region: 'my' })?.text).toContain('make and model')
  })

  it('from nothing to a check of what was typed', () => {
    const nothing = sampleLookup({ ...without, outcome: 'nothing', authority: null })
    expect(nextStepsFor(nothing)?.text).toContain('state')
    expect(nextStepsFor({ ...nothing, region: 'nz', state: null })?.text).not.toContain('state')
    expect(titleOf(nothing)).toBe('Nothing is known of ABC123 in NSW')
  })

  it('and a match needs none', () => {
    expect(nextStepsFor(sampleLookup())).toBeNull()
  })
})

describe('option packs', () => {
  const pack = (id: string, price: number | null) => ({ id, name: `Pack ${id}`, price, details: [] })
  const packs = [pack('a', 650), pack('b', 2_400), pack('c', null)]

  it('are summed as they are ticked, and those without a price are said', () => {
    expect(packSumWords(sumOfPacks(packs, []), 'au')).toBe('None ticked')
    expect(packSumWords(sumOfPacks(packs, ['a', 'b']), 'au')).toBe('2 packs, $3,050')
    expect(packSumWords(sumOfPacks(packs, ['a', 'c']), 'au')).toBe('2 packs, $650 and 1 without a price')
    expect(packSumWords(sumOfPacks(packs, ['c']), 'au')).toBe('1 pack, price not given')
  })

  it('go on the print as a line', () => {
    expect(packLine(sumOfPacks(packs, ['a', 'gone']), 'au')).toBe('Option packs: Pack a (1 pack, $650)')
    expect(packLine(sumOfPacks(packs, []), 'au')).toBeNull()
  })
})

describe('what can be asked about a car', () => {
  const subject = { region: 'au', plate: 'ABC123', state: 'NSW', vehicleId: 'v', vehicleKnown: true } as const
  const lacking = (given: Parameters<typeof tabsFor>[0]) =>
    tabsFor(given)
      .filter(({ reason }) => reason !== null)
      .map(({ key }) => key)

  it('differs by region, and says why', () => {
    expect(lacking(subject)).toEqual([])
    expect(lacking({ ...subject, region: 'nz', state: null })).toEqual(['status'])
    expect(lacking({ ...subject, region: 'my', state: null })).toEqual(['status', 'specs'])
    expect(tabsFor({ ...subject, region: 'nz' })[1]?.reason).toContain('Australia only')
  })

  it('differs by what is known', () => {
    expect(lacking({ ...subject, vehicleId: null })).toEqual(['specs', 'market'])
    expect(lacking({ ...subject, plate: null, vehicleKnown: false })).toEqual(['vehicle', 'status'])
  })

  it('opens at the tab of the address, where that opens', () => {
    expect(shownTab(tabsFor(subject), 'market')).toBe('market')
    expect(shownTab(tabsFor({ ...subject, region: 'nz' }), 'status')).toBe('vehicle')
    expect(shownTab(tabsFor({ ...subject, vehicleKnown: false }), undefined)).toBe('status')
    expect(shownTab(tabsFor(subject), 'nonsense')).toBe('vehicle')
  })
})

describe('addresses', () => {
  it('carry a question there and back', () => {
    for (const question of [
      { kind: 'plate', plate: 'ABC123', state: 'NSW' },
      { kind: 'plate', plate: 'ABC123', state: null },
      { kind: 'vin', vin: '6T153BK360X070769' },
    ] as const)
      expect(questionOfRoute((routeOfQuestion(question) as { query: Record<string, unknown> }).query)).toEqual(question)
    expect(questionOfRoute({})).toBeNull()
    expect(questionOfRoute({ plate: ['A', 'B'] })).toBeNull()
    expect(questionOfRoute({ plate: 'A', state: 'Vic.' })).toEqual({ kind: 'plate', plate: 'A', state: null })
  })

  it('take facets alone for a choice', () => {
    expect(chosenOfRoute({ make: 'Kia', tab: 'x', year: '', model: ['Rio'] })).toEqual({ make: 'Kia' })
  })

  it('carry the record of a vehicle, unless it is of another one or was tampered with', () => {
    const vehicle = sampleVehicle()
    const route = routeOfVehicle(vehicle) as { state: unknown }
    expect(vehicleOfHistory(route.state, 'v-1')).toEqual(vehicle)
    expect(vehicleOfHistory(route.state, 'v-2')).toBeNull()
    expect(vehicleOfHistory({ vehicle: '{' }, 'v-1')).toBeNull()
    expect(vehicleOfHistory({ vehicle: '{"vehicleId":"v-1"}' }, 'v-1')).toBeNull()
    expect(vehicleOfHistory(null, 'v-1')).toBeNull()
    expect(routeOfVehicle(sampleVehicle({ vehicleId: null }))).toBeNull()
  })
})

describe('facets', () => {
  const options = ['Rover', 'Land Rover', 'Kia'].map((value, at) => ({ value, count: at }))

  it('are found by any of their letters, those that begin with them first', () => {
    expect(filterOptions(options, 'rov').map(({ value }) => value)).toEqual(['Rover', 'Land Rover'])
    expect(filterOptions(options, 'LANDR').map(({ value }) => value)).toEqual(['Land Rover'])
    expect(filterOptions(options, ' ')).toBe(options)
  })

  it('are chosen and cleared one by one', () => {
    expect(withChoice({ make: 'Kia' }, 'year', '2020')).toEqual({ make: 'Kia', year: '2020' })
    expect(withChoice({ make: 'Kia', year: '2020' }, 'make', null)).toEqual({ year: '2020' })
  })
})

describe('results', () => {
  it('say beside the title what it does not', () => {
    const vehicle = sampleVehicle({ facets: { make: 'Toyota', transmission: 'Automatic', fuel: 'Diesel' } })
    expect(factsBeside(vehicle)).toBe('Automatic · Diesel')
  })

  it('show a confidence as a bar only where it is a number', () => {
    expect(confidencePercent(sampleVehicle({ confidence: { part: 0.974, words: '97 %' } }))).toBe(97)
    expect(confidencePercent(sampleVehicle({ confidence: { part: 7, words: '7' } }))).toBe(100)
    expect(confidencePercent(sampleVehicle())).toBeNull()
    expect(confidencePercent(sampleVehicle({ confidence: null }))).toBeNull()
  })

  it('grow by a page, to the most that is asked for', () => {
    expect([nextCount(10, 10), nextCount(90, 25), nextCount(100, 10)]).toEqual([20, 100, 100])
  })
})

describe('registration status', () => {
  it.each([
    [45, 'Ends in 45 days', 'good'],
    [30, 'Ends in 30 days', 'warning'],
    [1, 'Ends tomorrow', 'warning'],
    [0, 'Ends today', 'warning'],
    [-1, 'Ended yesterday', 'error'],
    [-40, 'Ended 40 days ago', 'error'],
    [null, 'No expiry date was given', 'neutral'],
  ] as const)('%s days left: %s', (days, words, tone) => {
    expect(expiryWords(days)).toEqual({ words, tone })
  })

  it('holds two VINs against each other without regard to how they are written', () => {
    expect(vinVerdict('mr0ha 3cd500123456', 'MR0HA3CD500123456')).toBe('match')
    expect(vinVerdict('MR0HA3CD500123457', 'MR0HA3CD500123456')).toBe('mismatch')
    expect(vinVerdict(null, 'MR0HA3CD500123456')).toBe('unknown')
  })

  it('explains the types that it knows and keeps the others', () => {
    expect(incidentTitle({ typeCode: 'SWO' })).toBe('Statutory write-off (SWO)')
    expect(incidentTitle({ typeCode: 'XX9' })).toBe('XX9')
    expect(incidentTitle({ typeCode: null })).toBe('Incident')
    expect([statusTone('REGISTERED'), statusTone('Expired'), statusTone('On hold'), statusTone(null)]).toEqual([
      'good',
      'error',
      'neutral',
      'neutral',
    ])
  })
})
