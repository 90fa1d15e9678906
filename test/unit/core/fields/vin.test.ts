import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkVin, isVinCheckDigitRight, vinCheckDigit } from '../../../../src/core/fields/vin.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'
import { vinVectors } from './vin-vectors.ts'

const check = (cell: SourceCell) => checkVin(cell, { region: 'au' })
const rules = (cell: SourceCell) => check(cell).issues.map(({ severity, rule }) => `${severity} ${rule}`)

describe('vinCheckDigit', () => {
  it.each(vinVectors.filter(({ check: kind }) => kind !== 'n/a'))(
    '$vin should have $expected',
    ({ vin, expected, check: kind }) => {
      expect(vinCheckDigit(vin)).toBe(expected)
      expect(isVinCheckDigitRight(vin)).toBe(kind === 'ok')
    },
  )

  it.each(vinVectors.filter(({ check: kind }) => kind === 'n/a'))('$vin has none', ({ vin }) => {
    expect(vinCheckDigit(vin)).toBeNull()
    expect(isVinCheckDigitRight(vin)).toBe(false)
  })

  it('notices any one digit that is mistyped by one', () => {
    const digits = [1, 2, 3, 4, 5, 6, 7, 8].map((at) => 17 - at)
    for (const at of digits) {
      const vin = '1HGCM82633A004352'
      const typed = vin.charAt(at)
      if (!/\d/.test(typed)) continue
      const wrong = vin.slice(0, at) + String((Number(typed) + 1) % 10) + vin.slice(at + 1)
      expect(isVinCheckDigitRight(wrong)).toBe(false)
    }
  })
})

describe('checkVin', () => {
  it.each(vinVectors.filter(({ check: kind }) => kind !== 'n/a'))(
    'never refuses $vin for its check digit',
    ({ vin, check: kind }) => {
      expect(check(vin).value).toBe(vin)
      const northAmerican = /^[1-5]/.test(vin)
      expect(rules(vin)).toEqual(kind === 'fail' && northAmerican ? ['warning vin.check-digit'] : [])
    },
  )

  it.each(vinVectors.filter(({ kind }) => kind === 'frame'))('keeps the frame number $vin with its dash', ({ vin }) => {
    expect(check(vin.toLowerCase())).toMatchObject({ value: '', extra: { chassis_no: vin } })
    expect(rules(vin)).toEqual(['info vin.frame-number'])
  })

  it.each(vinVectors.filter(({ kind }) => kind === 'frame'))('says where the frame number $vin is sent', ({ vin }) => {
    const sent = checkVin(vin, { region: 'au', shortVins: 'vin' })
    expect(sent).toMatchObject({ value: '', extra: { chassis_no: vin }, issues: [{ rule: 'vin.frame-number-sent' }] })
    expect(checkVin(vin, { region: 'au', shortVins: 'extra-field' })).toEqual(check(vin))
  })

  it.each([
    ['SALVO2AE4EH877322', 'SALV02AE4EH877322'],
    ['AAAAAAAAAAAAAAAAO', 'AAAAAAAAAAAAAAAA0'],
    ['AAAAAAAIAAAAAAAAA', 'AAAAAAA1AAAAAAAAA'],
  ])('offers for %s the same without I, O and Q', (vin, repaired) => {
    expect(check(vin)).toMatchObject({
      value: vin,
      issues: [{ severity: 'warning', rule: 'vin.letter', proposal: repaired }],
    })
  })

  it('says when the proposed VIN has the right check digit', () => {
    expect(check('1HGCM82633AOO4352').issues[0]).toMatchObject({ proposal: '1HGCM82633A004352' })
    expect(check('1HGCM82633AOO4352').issues[0]?.message).toContain('check digit matches')
  })

  it.each([
    [' 6t1-53KK4.00X 334447 ', '6T153KK400X334447', []],
    ['VIN: 6T153KK400X334447', '6T153KK400X334447', []],
    ['*6T153KK400X334447*', '6T153KK400X334447', []],
    ['I6T153KK400X334447', '6T153KK400X334447', ['info vin.barcode-prefix']],
    ['PL1BH3LTRLG058271 / S4PEVW8884', 'PL1BH3LTRLG058271', ['info vin.with-engine-number']],
  ])('reads %j as %s', (cell, vin, found) => {
    expect(check(cell).value).toBe(vin)
    expect(rules(cell)).toEqual(found)
  })

  it.each([
    ['1HGBH41JXMN1091867', 'error vin.too-long'],
    ['6T153KK400X33444$', 'error vin.symbol'],
    ['1.11111E+16', 'error vin.excel-number'],
    ['6T153KK4****34447', 'error vin.masked'],
    ['6T153KK400X33...', 'error vin.masked'],
    ['20399.999999999996', 'error vin.decimal'],
    ['1234567890123456.0', 'error vin.decimal'],
    [1.1111111111111112e16, 'error vin.excel-number'],
    [{ serial: 45000, format: 'd/mm/yyyy' }, 'error vin.date'],
    ['1HGBH41JXMN10918', 'warning vin.incomplete'],
    ['1VWBH7A30DC10494', 'warning vin.incomplete'],
    [1234567, 'warning vin.incomplete'],
    ['A12', 'warning vin.too-short'],
    ['TBA', 'info vin.placeholder'],
    ['00000000000000000', 'info vin.placeholder'],
    ['#N/A', 'warning cell.formula-error'],
  ] as const)('sends nothing for %j: %s', (cell, rule) => {
    expect(check(cell).value).toBe('')
    expect(rules(cell)).toEqual([rule])
  })

  it.each([
    ['70000000000000017', ['warning vin.digits-only']],
    ['10000000000000018', ['warning vin.digits-only']],
    ['11111111111111111', []],
  ])('doubts %j, which has no letter, unless its check digit is right', (cell, found) => {
    expect(check(cell).value).toBe(cell)
    expect(rules(cell)).toEqual(found)
  })

  it('keeps an incomplete number as an additional field', () => {
    expect(check('1HGBH41JXMN10918').extra).toEqual({ chassis_no: '1HGBH41JXMN10918' })
  })

  it('has no issue for an empty cell', () => {
    expect([check(null), check(''), check('  ')]).toEqual(Array.from({ length: 3 }, () => ({ value: '', issues: [] })))
  })

  it('sends 17 letters and digits or nothing, whatever the cell holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 30 }), fc.double(), fc.boolean()), (cell) => {
        expect(check(cell).value).toMatch(/^(?:[A-Z0-9]{17})?$/)
      }),
    )
  })
})

describe('a VIN with a letter of another alphabet', () => {
  it('is an error with the VIN that looks the same', () => {
    expect(checkVin('6G1F\u04108E5AZ4033922', { region: 'au' })).toMatchObject({
      value: '',
      issues: [{ severity: 'error', rule: 'vin.other-letter', proposal: '6G1FA8E5AZ4033922' }],
    })
  })
})
