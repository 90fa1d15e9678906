import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkPlate } from '../../../../src/core/fields/plate.ts'
import { splitColumn, splitPlateAndState } from '../../../../src/core/fields/plate-and-state.ts'
import { plateKey, suggestState } from '../../../../src/core/fields/plate-rules.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'
import { splitVectors } from './plate-split-vectors.ts'
import { eachOnce } from './each-once.ts'

const rules = (cell: SourceCell, region: 'au' | 'nz' | 'my' = 'au', state: 'VIC' | 'NSW' | null = null) =>
  checkPlate(cell, region, state).issues.map(({ severity, rule }) => `${severity} ${rule}`)

describe('splitPlateAndState', () => {
  it.each(splitVectors)('reads %j as plate %s, state %s', (cell, plate, state) => {
    const split = splitPlateAndState(cell)
    expect(split).toEqual({ plate, state: state === 'AMBIGUOUS' ? null : state, ambiguous: state === 'AMBIGUOUS' })
  })

  it('splits ambiguous cells when the column decides so', () => {
    expect(splitPlateAndState('AB 12 WA', true)).toEqual({ plate: 'AB12', state: 'WA', ambiguous: false })
  })

  it('reads a state written out', () => {
    expect(splitPlateAndState('1ABC234 - Western Australia')).toEqual({
      plate: '1ABC234',
      state: 'WA',
      ambiguous: false,
    })
  })

  it('never loses a letter or digit of the cell', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^(?:(?:NSW|VIC|WA|SA|NT)[ -/:])?[A-Z0-9]{2,7}(?:[ -/(,](?:NSW|VIC|WA|SA|NT)[)]?)?$/),
        (cell) => {
          const { plate, state } = splitPlateAndState(cell)
          const kept = [...plate, ...(state ?? '')].toSorted().join('')
          expect([...plateKey(cell)].toSorted().join('')).toBe(kept)
        },
      ),
    )
  })
})

describe('splitColumn', () => {
  it('splits ambiguous cells when 80% of the column have one state', () => {
    const cells = [...Array.from({ length: 9 }, (_, at) => `1ABC23${at} WA`), 'AB 12 WA']
    const { treatAmbiguousAsState, evidence } = splitColumn(eachOnce(cells))
    expect(treatAmbiguousAsState).toBe(true)
    expect(evidence).toBe(
      '9 of 10 cells have a plate and a state. 1 could be a whole plate, but 9 are WA, so the state is split off there too.',
    )
  })

  it('leaves them whole when the column has plates alone', () => {
    expect(splitColumn(eachOnce(['AB 12 WA', 'CD 34 SA', 'ABC 123'])).treatAmbiguousAsState).toBe(false)
  })

  it('leaves them whole when no one state has 80%', () => {
    const cells = ['1ABC234 WA', '1ABC235 WA', '1AB2CD VIC', '1AB3CD VIC', 'AB 12 WA']
    expect(splitColumn(eachOnce(cells)).treatAmbiguousAsState).toBe(false)
  })
})

describe('checkPlate', () => {
  it.each([
    ['1cle133', '1CLE133'],
    ['1RP J803', '1RPJ803'],
    ['CF4-3JA', 'CF43JA'],
    ['CN43WJ ', 'CN43WJ'],
    ['1AB\u00b72CD', '1AB2CD'],
    ['ＡＢＣ１２３', 'ABC123'],
    ["'1abc234", '1ABC234'],
    ['="1ABC234"', '1ABC234'],
    ['123456.0', '123456'],
    [123456, '123456'],
    [true, 'TRUE'],
    ['ABC123/1', 'ABC123'],
    ['Rego: ABC123', 'ABC123'],
    [null, ''],
    ['  ', ''],
  ] as const)('sends %j as %s', (cell, value) => {
    const checked = checkPlate(cell, 'au', null)
    expect(checked.value).toBe(value)
    expect(checked.issues.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  it.each(['TBA', 'n/a', 'No Plate', 'UNREG', '000000', '-', '?', 0, 'Z_10023'])('reads %j as no plate', (cell) => {
    const checked = checkPlate(cell, 'au', null)
    expect(checked.value).toBe('')
    expect(checked.issues.map(({ severity }) => severity)).toContain('info')
    expect(checked.issues.map(({ severity }) => severity)).not.toContain('error')
  })

  it.each([
    [{ serial: 46091, format: 'd-mmm' }, 'MAR10 or 10MAR'],
    [{ serial: 46082, format: 'mmm-yy' }, 'MAR26 or 26MAR'],
    ['10-Mar', 'MAR10 or 10MAR'],
    ['Dec-25', 'DEC25 or 25DEC'],
  ] as const)('names what Excel made of a plate: %j', (cell, likely) => {
    const checked = checkPlate(cell, 'nz', null)
    expect(checked.value).toBe('')
    expect(checked.issues).toHaveLength(1)
    expect(checked.issues[0]).toMatchObject({ severity: 'error', rule: 'plate.date-damage', proposal: null })
    expect(checked.issues[0]?.message).toContain(likely)
    expect(checked.issues[0]?.message).toContain('export again')
  })

  it.each([
    ['1E+10', 'error plate.scientific'],
    ['B**47K', 'error plate.masked'],
    ['BXT***', 'error plate.masked'],
    ['1AB…', 'error plate.masked'],
    ['1.2E+35', 'error plate.scientific'],
    ['10/03/2026', 'error plate.date-damage'],
    ['4-Mar-24', 'error plate.date-damage'],
    ['1ABC234 / 1ABC235', 'error plate.two-plates'],
    ['ABCDEFGHIJ', 'error plate.too-long'],
    ['1M8GDM9AXKP042788', 'error plate.vin'],
    ['#REF!', 'warning cell.formula-error'],
    [{ error: '#N/A' }, 'warning cell.formula-error'],
    [1e21, 'error plate.number'],
  ] as const)('refuses %j: %s', (cell, rule) => {
    expect(checkPlate(cell, 'au', null).value).toBe('')
    expect(rules(cell)).toEqual([rule])
  })

  it('checks the lengths of each region', () => {
    expect(checkPlate('SPAKATAK1', 'au', null).value).toBe('SPAKATAK1')
    expect(rules('ABC1234', 'nz')).toEqual(['error plate.too-long'])
    expect(checkPlate('MALAYSIA2020', 'my', null).value).toBe('MALAYSIA2020')
    expect(rules('PATRIOT', 'my')).toEqual(['error plate.letters-and-digits'])
    expect(rules('W0123', 'my')).toEqual(['warning plate.leading-zero'])
  })

  it.each([
    ['IAB2CD', '1AB2CD'],
    ['S1O2ABC', 'S102ABC'],
    ['ABCI23', 'ABC123'],
  ])('offers %s as %s and changes nothing', (typed, meant) => {
    const checked = checkPlate(typed, 'au', null)
    expect(checked.value).toBe(typed)
    expect(checked.issues).toEqual([
      expect.objectContaining({ severity: 'info', rule: 'plate.look-alike', proposal: meant }),
    ])
  })

  it('offers the plate in a cell that holds more', () => {
    expect(checkPlate('ABC123 (sold)', 'au', null)).toMatchObject({
      value: '',
      issues: [{ severity: 'error', rule: 'plate.too-long', proposal: 'ABC123' }],
    })
  })

  it('warns about a plate that is a state', () => {
    expect(checkPlate('NSW', 'au', null).value).toBe('NSW')
    expect(rules('NSW')).toEqual(['warning plate.is-state'])
  })

  it('has no issue for an O in a standard plate', () => {
    expect(rules('1AB2CO', 'au', 'VIC')).toEqual([])
  })

  it('warns only about the pattern of another state', () => {
    expect(rules('1ABC234', 'au', 'VIC')).toEqual(['warning plate.other-state'])
    expect(checkPlate('1ABC234', 'au', 'VIC').issues[0]?.message).toContain('looks like WA, but the row says VIC')
    expect(rules('1AB2CD', 'au', 'VIC')).toEqual([])
    expect(rules('ZAA123', 'au', 'VIC')).not.toContain('error plate.other-state')
    expect(rules('HOTROD', 'au', 'VIC')).toEqual(['info plate.personalised'])
  })

  it('splits the state off the plate’s cell', () => {
    expect(checkPlate('ABC123 NSW', 'au', null)).toMatchObject({ value: 'ABC123', state: 'NSW' })
    expect(rules('ABC-123 (VIC)', 'au', 'NSW')).toContain('warning plate.two-states')
    expect(checkPlate('ABC123NSW', 'au', null).issues[0]).toMatchObject({
      rule: 'plate.state-attached',
      proposal: 'ABC123',
    })
    expect(checkPlate('ABC123 NSW', 'nz', null).state).toBeUndefined()
  })

  it('gives for any text a value of letters and digits, or none', () => {
    const cells = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.stringMatching(/^[A-Z0-9 /-]{1,18}$/))
    fc.assert(
      fc.property(cells, fc.constantFrom('au', 'nz', 'my'), (cell, region) => {
        const { value, issues } = checkPlate(cell, region, null)
        const refused = issues.some(({ severity }) => severity === 'error')
        expect(value).toMatch(refused ? /^$/ : /^[\p{L}\p{Nd}]*$/u)
      }),
    )
  })

  it('sends its own value unchanged when it is checked again', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{2,7}$/), (plate) => {
        const once = checkPlate(plate, 'au', null)
        fc.pre(once.value !== '')
        expect(checkPlate(once.value, 'au', null)).toEqual(once)
      }),
    )
  })
})

describe('suggestState', () => {
  it.each([
    ['S123ABC', 'SA', 'high'],
    ['1ABC234', 'WA', 'high'],
    ['1ab 2cd', 'VIC', 'high'],
    ['123AB4', 'QLD', 'high'],
    ['123A4B', 'QLD', 'medium'],
    ['123ABC', 'QLD', 'medium'],
    ['A12BC', 'TAS', 'medium'],
    ['YAA12A', 'ACT', 'low'],
    ['CA12AB', 'NT', 'low'],
    ['BL63AB', 'NSW', 'medium'],
    ['ABC12D', 'NSW', 'medium'],
  ])('%s is %s with %s confidence', (plate, state, confidence) => {
    expect(suggestState(plate)).toEqual({ state, confidence })
  })

  it('suggests none for a plate that several states issue', () => {
    expect(suggestState('ABC123')).toBeNull()
  })
})

describe('a letter outside A to Z', () => {
  it.each([
    ['\u0410BC123', 'ABC123', '\u0410'],
    ['AB\u0421 123', 'ABC123', '\u0421'],
    ['\u0391BC123', 'ABC123', '\u0391'],
    ['ÄBC123', 'ABC123', 'Ä'],
    ['A\u0308BC123', 'ABC123', 'Ä'],
    ['BØB001', 'BOB001', 'Ø'],
  ])('%s is sent as %s with a warning', (text, value, letter) => {
    const checked = checkPlate(text, 'au', 'NSW')
    expect(checked.value).toBe(value)
    expect(checked.issues).toMatchObject([{ severity: 'warning', rule: 'plate.other-letter' }])
    expect(checked.issues[0]?.message).toContain(`“${letter}” is not a letter from A to Z`)
  })

  it('stays in the plate when it looks like no letter', () => {
    expect(checkPlate('ABЖ123', 'nz', null)).toMatchObject({
      value: 'ABЖ123',
      issues: [{ rule: 'plate.other-letter' }],
    })
    expect(plateKey('京A·12345')).toBe('京A12345')
  })

  it('is part of the plate beside a state', () => {
    expect(checkPlate('ÄBC123 NSW', 'au', null)).toMatchObject({ value: 'ABC123', state: 'NSW' })
    expect(checkPlate('VIC Ж1AB2', 'au', null)).toMatchObject({ value: 'Ж1AB2', state: 'VIC' })
  })

  it('is no reason for a warning where it is a symbol', () => {
    expect(checkPlate('ABC\u2665123', 'au', 'NSW').issues).toEqual([])
  })
})
