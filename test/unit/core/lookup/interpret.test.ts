import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../src/contract/region.ts'
import { vinCheckDigit } from '../../../../src/core/fields/vin.ts'
import { interpret } from '../../../../src/core/lookup/interpret.ts'

const interpretation = (text: string, region: Region = 'au') => {
  const { kind, query, state } = interpret(text, region)
  return [kind, query, state]
}

describe('interpret', () => {
  it.each([
    // The pattern decides the state: domain, part 1, point 5.
    ['1AB2CD', 'plate', '1AB2CD', 'VIC'],
    ['1ab 2cd', 'plate', '1AB2CD', 'VIC'],
    ['1AB·2CD', 'plate', '1AB2CD', 'VIC'],
    [' 1ab.2cd ', 'plate', '1AB2CD', 'VIC'],
    ['s123-abc', 'plate', 'S123ABC', 'SA'],
    ['1ABC-234', 'plate', '1ABC234', 'WA'],
    ['123AB4', 'plate', '123AB4', 'QLD'],
    // The pattern does not decide the state.
    ['ABC123', 'plate', 'ABC123', null],
    ['abc 123', 'plate', 'ABC123', null],
    ['123ABC', 'plate', '123ABC', null],
    ['YAA12A', 'plate', 'YAA12A', null],
    ['AB12CD', 'plate', 'AB12CD', null],
    ['123456', 'plate', '123456', null],
    // The text has the state.
    ['ABC123 NSW', 'plate', 'ABC123', 'NSW'],
    ['VIC/1AB2CD', 'plate', '1AB2CD', 'VIC'],
    ['HOTROD VIC', 'plate', 'HOTROD', 'VIC'],
    ['AB 12 WA', 'plate', 'AB12WA', null],
    ['rego: 1ab2cd', 'plate', '1AB2CD', 'VIC'],
    // Typed text has no damage by Excel.
    ['MAR10', 'plate', 'MAR10', null],
    // Personalised.
    ['BMW123X', 'plate', 'BMW123X', null],
    ['COVID19', 'plate', 'COVID19', null],
    // Words.
    ['HOTROD', 'text', 'HOTROD', null],
    ['mazda 3', 'text', 'mazda 3', null],
    ['Mazda3', 'text', 'Mazda3', null],
    ['cx5', 'text', 'cx5', null],
    ['CX-5', 'text', 'CX-5', null],
    ['rav4', 'text', 'rav4', null],
    ['bmw 320', 'text', 'bmw 320', null],
    ['hilux 2019', 'text', 'hilux 2019', null],
    ['2019', 'text', '2019', null],
    ['toyota  corolla   ascent', 'text', 'toyota corolla ascent', null],
    ['TBA', 'text', 'TBA', null],
    ['', 'text', '', null],
    // Seventeen characters.
    ['6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['6fp aaa jgs w6a 12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['VIN: 6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['*6FPAAAJGSW6A12345*', 'vin', '6FPAAAJGSW6A12345', null],
    ['I6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['REG4SUCCESS', 'plate', 'REG4SUCCESS', null],
    ['reg4 nomatch', 'plate', 'REG4NOMATCH', null],
  ])('“%s” is a %s: %s, %s', (text, kind, query, state) => expect(interpretation(text)).toEqual([kind, query, state]))

  it.each([
    ['nz', 'ABC1', 'plate'],
    ['nz', 'mar 10', 'plate'],
    ['nz', '1AB2CD', 'plate'],
    ['nz', '1ABC234', 'text'],
    ['my', 'WXY 1234', 'plate'],
    ['my', 'PATRIOT1', 'plate'],
    ['nz', '123', 'text'],
  ] as const)('in %s “%s” is a %s, and never has a state', (region, text, kind) => {
    expect(interpret(text, region)).toMatchObject({ kind, state: null })
  })

  it('corrects the letters of a mistyped VIN with a warning, and warns about a wrong check digit', () => {
    expect(interpret('6FPAAAJGSW6AI2345', 'au')).toMatchObject({
      kind: 'vin',
      query: '6FPAAAJGSW6A12345',
      warning: expect.stringContaining('6FPAAAJGSW6AI2345'),
    })
    const american = '1FTFW1ET1DFC10312'
    const right = american.slice(0, 8) + vinCheckDigit(american) + american.slice(9)
    const wrong = american.slice(0, 8) + (vinCheckDigit(american) === '5' ? '6' : '5') + american.slice(9)
    expect(interpret(right, 'au').warning).toBeNull()
    expect(interpret(wrong, 'au').warning).toMatch(/check digit/)
  })

  it('warns that Malaysia has no VIN search, and offers keywords', () => {
    const { kind, warning, others } = interpret('6FPAAAJGSW6A12345', 'my')
    expect(kind).toBe('vin')
    expect(warning).toMatch(/not in Malaysia/)
    expect(others).toEqual(['text'])
  })

  it('offers the other possibilities', () => {
    expect(interpret('HOTROD', 'au').others).toEqual(['plate'])
    expect(interpret('1AB2CD', 'au').others).toEqual(['text'])
    expect(interpret('6FPAAAJGSW6A12345', 'au').others).toEqual(['text'])
    expect(interpret('a long text of many words', 'au').others).toEqual([])
    expect(interpret('', 'au').others).toEqual([])
  })

  it('turns any text into something that can be sent, in every region', () => {
    const region = fc.constantFrom<Region>('au', 'nz', 'my')
    const forms = { plate: /^[A-Z0-9]{1,12}$/, vin: /^[A-HJ-NPR-Z0-9]{17}$/, text: /^(?!\s)/ }
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ maxLength: 40 }), fc.stringMatching(/^[A-Z0-9 .-]{0,24}$/)),
        region,
        (text, at) => {
          const { kind, query, reason, others, state } = interpret(text, at)
          expect(others).not.toContain(kind)
          expect(reason).toMatch(/[.”]$/)
          expect(state === null || at === 'au').toBe(true)
          expect(query).toMatch(forms[kind])
        },
      ),
      { numRuns: 1_000 },
    )
  })

  it('ignores spaces, dots, dashes and case in plates of a pattern', () => {
    const plate = fc.stringMatching(/^(?:[0-9][A-Z]{2}[0-9][A-Z]{2}|S[0-9]{3}[A-Z]{3}|[A-Z]{3}[0-9]{3})$/)
    fc.assert(
      fc.property(plate, fc.constantFrom('.', '-', '·'), fc.nat({ max: 5 }), (key, mark, at) => {
        const plain = interpret(key, 'au')
        fc.pre(plain.kind === 'plate')
        const marked = interpret(`${key.slice(0, at + 1)}${mark}${key.slice(at + 1)}`.toLowerCase(), 'au')
        expect([marked.kind, marked.query, marked.state]).toEqual([plain.kind, plain.query, plain.state])
      }),
    )
  })
})
