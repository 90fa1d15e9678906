import fc from 'fast-check'
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile'
import { describe, expect, it } from 'vitest'
import { checkMobile, mobileForSending, mobileOnScreen } from '../../../../src/core/fields/mobile.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'
import { mobileVectors } from './mobile-vectors.ts'

const rules = (cell: SourceCell, region: 'au' | 'nz' | 'my' = 'au') =>
  checkMobile(cell, region).issues.map(({ severity, rule }) => `${severity} ${rule}`)

const outcome: Readonly<Record<string, readonly string[]>> = {
  UNRECOVERABLE: ['error mobile.scientific'],
  WARN_UNALLOCATED: ['warning mobile.unallocated'],
  INVALID: ['error mobile.invalid'],
  LANDLINE: ['info mobile.landline'],
  NOT_MOBILE: ['info mobile.not-a-mobile'],
}

describe('checkMobile', () => {
  it.each(mobileVectors.filter(([, , result]) => result.startsWith('+')))('%s: %j is %s', (region, cell, result) => {
    const checked = checkMobile(cell, region)
    expect(checked.value).toBe(result)
    expect(checked.issues.filter(({ severity }) => severity !== 'info')).toEqual([])
  })

  it.each(mobileVectors.filter(([, , result]) => !result.startsWith('+')))('%s: %j is %s', (region, cell, result) => {
    expect(rules(cell, region)).toEqual(outcome[result])
    expect(checkMobile(cell, region).value).toBe(result === 'WARN_UNALLOCATED' ? '+61441234567' : '')
  })

  it.each([
    ['491570006', ['info mobile.zero-restored']],
    [491570006, ['info mobile.zero-restored']],
    ['491570006.0', ['info mobile.decimal-dropped', 'info mobile.zero-restored']],
    ['491,570,006', ['info mobile.thousands-dropped', 'info mobile.zero-restored']],
    ['$491,570,006.00', ['info mobile.thousands-dropped', 'info mobile.zero-restored']],
    ['$491570006.00', ['info mobile.decimal-dropped', 'info mobile.zero-restored']],
    ['61491570006', ['info mobile.country-code']],
    [61491570006, ['info mobile.country-code']],
    ['0011 61 491 570 006', ['info mobile.dialled-prefix']],
    ['+61 (0)491 570 006', ['info mobile.trunk-zero']],
    ['0491 570 006', []],
    ['+61 491 570 006', []],
    ['mob: 0491 570 006', []],
    ['mob: 0491 570 006 (Mary)', ['info mobile.remark']],
    ['0491 570 006 (wife)', ['warning mobile.not-the-customers']],
    ['0491570006 old number', ['warning mobile.not-the-customers']],
    ['Ann Lee 0491570006', ['info mobile.remark']],
    ['4.91570006E8', ['info mobile.zero-restored']],
    ['4.91570006E+08', ['info mobile.zero-restored']],
  ] as const)('has an issue for each repair in %j', (cell, found) => {
    expect(checkMobile(cell, 'au').value).toBe('+61491570006')
    expect(rules(cell)).toEqual(found)
  })

  it.each([
    ['0491570006 / 0298765432', '+61491570006', '0298765432'],
    ['0298765432 or 0491 570 006', '+61491570006', '0298765432'],
    ['0491 570 006, 0491 570 156', '+61491570006', '0491570156'],
    ['0491570006\n0491570156', '+61491570006', '0491570156'],
    ['0491 570 006  0491 570 156', '+61491570006', '0491570156'],
    ['0298765432 - 0491570006', '+61491570006', '0298765432'],
  ])('takes the first mobile of %j and keeps the other', (cell, value, other) => {
    const checked = checkMobile(cell, 'au')
    expect(checked.value).toBe(value)
    expect(checked.extra).toEqual({ mobile_2: other })
    expect(rules(cell)).toEqual(['info mobile.two-numbers'])
  })

  it('drops a second number that equals the first', () => {
    expect(checkMobile('0491570006 / +61 491 570 006', 'au').extra).toBeUndefined()
  })

  it.each([
    ['+64 21 123 4567', '+64211234567', ['warning mobile.foreign']],
    ['64211234567', '+64211234567', ['warning mobile.foreign']],
    // A block that is not allocated: 64 and 8 to 10 digits are a mobile of New Zealand all the same.
    ['6427123456', '+6427123456', ['warning mobile.foreign']],
    ['60123456789', '+60123456789', ['warning mobile.foreign']],
    ['0011 64 21 123 4567', '+64211234567', ['warning mobile.foreign']],
    ['+61 2 9876 5432', '', ['info mobile.landline']],
    ['+999 12345', '', ['error mobile.invalid']],
    ['3/4/2024', '', ['error mobile.date']],
    ['2020-01-10', '', ['error mobile.date']],
    ['4,12E+08', '', ['error mobile.scientific']],
    ['02 9876 5432 ext 12', '', ['info mobile.landline']],
    ['0000000000', '', ['warning mobile.filler']],
    ['no phone', '', ['warning mobile.no-digits']],
    ['N/A', '', ['info mobile.placeholder']],
    ['0', '', ['info mobile.placeholder']],
    ['########', '', ['warning cell.too-narrow']],
    [{ serial: 45000, format: 'd/mm/yyyy' }, '', ['error mobile.date']],
  ] as const)('%j: %s', (cell, value, found) => {
    expect(checkMobile(cell, 'au').value).toBe(value)
    expect(rules(cell)).toEqual(found)
  })

  it('says how many digits are missing', () => {
    expect(checkMobile('041234567', 'au').issues[0]?.message).toContain(
      '041234567 has 9 digits. An Australian mobile has 10',
    )
    expect(checkMobile('614915700066', 'au').issues[0]?.message).toContain(
      'has 10 digits after the country code. An Australian mobile has 9',
    )
    expect(checkMobile('0512345678', 'au').issues[0]?.message).toContain(
      'isn’t a valid Australian mobile (must start with 04)',
    )
  })

  it('proposes the digit for a letter that looks like it', () => {
    expect(checkMobile('0491 57O 0O6', 'au')).toMatchObject({
      value: '',
      issues: [{ severity: 'error', rule: 'mobile.letter', proposal: '+61491570006' }],
    })
    expect(checkMobile('+0491 570 006', 'au').value).toBe('+61491570006')
  })

  it('never guesses the country', () => {
    expect(checkMobile('298765432', 'nz').value).toBe('+64298765432')
    expect(rules('298765432', 'au')).toEqual(['info mobile.landline'])
  })

  it('accepts every mobile that libphonenumber accepts', () => {
    const codes = { au: '61', nz: '64', my: '60' } as const
    const national = { au: /^04\d{8}$/, nz: /^02\d{7,9}$/, my: /^01\d{8,9}$/ } as const
    fc.assert(
      fc.property(
        fc
          .constantFrom('au', 'nz', 'my')
          .chain((region) => fc.tuple(fc.constant(region), fc.stringMatching(national[region]))),
        ([region, number]) => {
          const country = { au: 'AU', nz: 'NZ', my: 'MY' } as const
          fc.pre(parsePhoneNumberFromString(number, country[region])?.isValid() ?? false)
          const e164 = `+${codes[region]}${number.slice(1)}`
          expect(checkMobile(number, region)).toEqual({ value: e164, issues: [] })
        },
      ),
    )
  })

  it('reads the same number in every notation', () => {
    const dressed = fc.tuple(
      fc.stringMatching(/^4(?:1|2)\d{7}$/),
      fc.constantFrom(
        (n: string) => `0${n}`,
        (n: string) => n,
        (n: string) => Number(n),
        (n: string) => `${n}.0`,
        (n: string) => `+61${n}`,
        (n: string) => `61${n}`,
        (n: string) => `+610${n}`,
        (n: string) => `+61 (0)${n.slice(0, 3)} ${n.slice(3)}`,
        (n: string) => `0011 61 ${n}`,
        (n: string) => `'0${n}`,
        (n: string) => `="0${n}"`,
        (n: string) => `(0${n.slice(0, 3)}) ${n.slice(3, 6)}-${n.slice(6)}`,
      ),
    )
    fc.assert(
      fc.property(dressed, ([number, dress]) => {
        expect(checkMobile(dress(number), 'au').value).toBe(`+61${number}`)
      }),
    )
  })

  it('sends E.164 or nothing, whatever the cell holds', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.double(), fc.boolean()), (cell) => {
        expect(checkMobile(cell, 'au').value).toMatch(/^(?:\+\d{7,15})?$/)
      }),
    )
  })
})

describe('the forms of a number', () => {
  it('is sent in national form or as E.164', () => {
    expect(mobileForSending('+61491570006', 'au', 'national')).toBe('0491570006')
    expect(mobileForSending('+61491570006', 'au', 'international')).toBe('+61491570006')
    expect(mobileForSending('+64211234567', 'au', 'national')).toBe('+64211234567')
  })

  it.each([
    ['+61491570006', 'au', '0491 570 006'],
    ['0491570006', 'au', '0491 570 006'],
    ['+64211234567', 'nz', '021 123 4567'],
    ['+6421123456', 'nz', '021 123 456'],
    ['+642112345678', 'nz', '021 1234 5678'],
    ['+60123456789', 'my', '012-345 6789'],
    ['+601112345678', 'my', '011-1234 5678'],
    ['+64211234567', 'au', '+64 21 123 4567'],
    ['02 9876 5432', 'au', '(02) 9876 5432'],
    ['ask Mary', 'au', 'ask Mary'],
    ['', 'au', ''],
  ] as const)('%s is shown in %s as %s', (number, region, shown) => {
    expect(mobileOnScreen(number, region)).toBe(shown)
  })
})

describe('a number as people write it', () => {
  it.each(['0412/884/310', '0412,884,310', '0412 / 884 / 310', '0412;884;310', '0412|884|310'])(
    '%s is one number',
    (text) => {
      expect(checkMobile(text, 'au')).toMatchObject({ value: '+61412884310', issues: [] })
    },
  )

  it('is two numbers where each part is one', () => {
    expect(checkMobile('0412884310/0491570006', 'au').value).toBe('+61412884310')
    expect(checkMobile('0412884310/0491570006', 'au').issues).toMatchObject([{ rule: 'mobile.two-numbers' }])
    expect(checkMobile('9876/5432', 'au').value).toBe('')
  })

  it.each(['O412 884 310', 'o412884310', 'mob: O412 884 310', '+61 O412 884 310'])('%s names the letter O', (text) => {
    const checked = checkMobile(text, 'au')
    expect(checked.value).toBe('+61412884310')
    expect(checked.issues).toMatchObject([{ severity: 'warning', rule: 'mobile.letter-read' }])
    expect(checked.issues[0]?.message).toContain(`the letter ${text.includes('o4') ? 'o' : 'O'} instead of 0`)
  })

  it('is never read without its letter O when both are numbers', () => {
    expect(checkMobile('021 O12 3456', 'nz')).toMatchObject({
      value: '',
      issues: [{ severity: 'error', rule: 'mobile.letter', proposal: '+64210123456' }],
    })
    expect(checkMobile('04O2 884 310', 'au').issues[0]?.message).toContain('the letter O instead of 0')
  })
})
