import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Region } from '../../../../src/contract/region.ts'
import { vinCheckDigit } from '../../../../src/core/fields/vin.ts'
import { interpret } from '../../../../src/core/lookup/interpret.ts'
import { namesMake } from '../../../../src/core/lookup/model-names.ts'

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
    // A label before it.
    ['Plate: ABC123', 'plate', 'ABC123', null],
    ['Rego ABC-123', 'plate', 'ABC123', null],
    ['rego no. ABC 123', 'plate', 'ABC123', null],
    ['Registration number: 1ab 2cd', 'plate', '1AB2CD', 'VIC'],
    ['Number plate - HOTROD', 'plate', 'HOTROD', null],
    ['Rego: ABC123 State: NSW', 'plate', 'ABC123', 'NSW'],
    ['rego: ABC123 NSW', 'plate', 'ABC123', 'NSW'],
    ['REGO: ABC 123 Toyota Hilux', 'plate', 'ABC123', null],
    ['2019 Toyota Hilux, rego: 1AB2CD white', 'plate', '1AB2CD', 'VIC'],
    ['rego BMW 000', 'plate', 'BMW000', null],
    ['rego BMW 2019', 'text', 'rego BMW 2019', null],
    ['rego 2019 hilux', 'text', 'rego 2019 hilux', null],
    ['reg cab hilux 2019', 'text', 'reg cab hilux 2019', null],
    ['Rego: TBA', 'text', 'Rego: TBA', null],
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
    ['vin no. 6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['V.I.N. 6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['VIN6FPAAAJGSW6A12345', 'vin', '6FPAAAJGSW6A12345', null],
    ['VIN: 6FP AAA JGS W6A 12345 Ford Falcon', 'vin', '6FPAAAJGSW6A12345', null],
    ['6FPAAAJGSW6A12345 Ford Falcon', 'vin', '6FPAAAJGSW6A12345', null],
    ['2008 Ford Falcon 6fpaaajgsw6a12345 white', 'vin', '6FPAAAJGSW6A12345', null],
    ['Ford Falcon, VIN: 6FPAAAJGSW6A12345, rego ABC123', 'vin', '6FPAAAJGSW6A12345', null],
    ['2019toyotacorolla', 'text', '2019toyotacorolla', null],
    ['2019 toyota landcruiser', 'text', '2019 toyota landcruiser', null],
    ['vin diesel', 'text', 'vin diesel', null],
    ['chassis 79 series', 'text', 'chassis 79 series', null],
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

  it.each([
    ['6FPAAAJGSW6A1234', 'Too short for a VIN: a character is missing.', null],
    ['VIN: 6FPAAAJGSW6A123', 'Too short for a VIN: 2 characters are missing.', null],
    ['6FPAAAJGSW6A1234 Ford Falcon', 'Too short for a VIN: a character is missing.', null],
    ['6FPAAAJGSW6A112345', 'Too long for a VIN: a character is too many, probably typed twice.', null],
    ['6FPABCJGSSW6A12345', 'Too long for a VIN: a character is too many, probably typed twice.', '6FPABCJGSW6A12345'],
    ['vin 6fpaaajgsw6a1234599', 'Too long for a VIN: 2 characters are too many, probably typed twice.', null],
  ])('“%s” is a VIN of the wrong length: %s', (text, blocked, suggestion) => {
    expect(interpret(text, 'au')).toMatchObject({ kind: 'vin', blocked, suggestion, others: ['text'] })
  })

  it('suggests the VIN whose check digit is right when two characters may be doubled', () => {
    // 1M8GDM9AXKP042788 is the usual example of a right check digit.
    expect(interpret('1M8GDM9AXKP0427788', 'au')).toMatchObject({ suggestion: '1M8GDM9AXKP042788' })
    expect(interpret('11M8GDM9AXKP042788', 'au')).toMatchObject({ kind: 'vin', suggestion: '1M8GDM9AXKP042788' })
  })

  it('gives the states that have plates of the pattern', () => {
    expect(interpret('ABC123', 'au').states).toEqual(['NSW', 'VIC', 'SA'])
    expect(interpret('ABC123 NT', 'au')).toMatchObject({ state: 'NT', states: ['NSW', 'VIC', 'SA'], warning: null })
    expect(interpret('HOTROD VIC', 'au').states).toEqual([])
    expect(interpret('ABC123', 'nz').states).toEqual([])
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
          const { kind, query, reason, others, state, blocked } = interpret(text, at)
          expect(others).not.toContain(kind)
          expect(reason).toMatch(/[.”]$/)
          expect(state === null || at === 'au').toBe(true)
          expect(query).toMatch(blocked === null ? forms[kind] : /^[A-Z0-9]+$/)
        },
      ),
    )
  })

  const plate = fc.stringMatching(/^(?:[0-9][A-Z]{2}[0-9][A-Z]{2}|S[0-9]{3}[A-Z]{3}|[A-Z]{3}[0-9]{3})$/)
  const vin = fc
    .stringMatching(/^[2-9A-HJ-NPR-Z][A-HJ-NPR-Z0-9]{8}[0-9][A-HJ-NPR-Z][0-9]{6}$/)
    .filter((key) => /[A-Z]/.test(key) && interpret(key, 'au').kind === 'vin')
  const inAnyCase = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.tuple(text, fc.infiniteStream(fc.boolean())).map(([given, flags]) => {
      const upper = flags[Symbol.iterator]()
      return given.replaceAll(/./g, (letter) => (upper.next().value ? letter.toUpperCase() : letter.toLowerCase()))
    })
  const separator = fc.constantFrom(
    ': ',
    ':',
    ' : ',
    '# ',
    ' #',
    ' - ',
    '. ',
    '=',
    '  ',
    ' no. ',
    ' no: ',
    ' number ',
    ' NUMBER: ',
  )
  const plateLabel = inAnyCase(fc.constantFrom('rego', 'reg', 'registration', 'plate', 'number plate', 'licence plate'))
  const vinLabel = inAnyCase(fc.constantFrom('vin', 'chassis'))
  const blanks = fc.constantFrom('', ' ', '   ', '\t', '\u00a0')

  it('understands a labelled plate with any label, blanks, case and separator', () => {
    fc.assert(
      fc.property(plateLabel, separator, blanks, plate, inAnyCase(plate), (label, mark, blank, other, key) => {
        const typed = interpret(`${blank}${label}${mark}${key.slice(0, 3)}${blank}${key.slice(3)}${blank}`, 'au')
        expect([typed.kind, typed.query]).toEqual(['plate', key.toUpperCase()])
        const among = interpret(`2019 Toyota Hilux ${label}: ${key} white ${other.length}`, 'au')
        expect([among.kind, among.query]).toEqual(['plate', key.toUpperCase()])
      }),
    )
  })

  it('understands a VIN with any label, blanks, case and separator, and between words', () => {
    const words = fc.constantFrom('', 'Toyota Hilux', '2019 Mazda 3', 'white ute', 'sold', 'ex demo')
    fc.assert(
      fc.property(
        vinLabel,
        separator,
        blanks,
        inAnyCase(vin),
        words,
        words,
        (label, mark, blank, key, before, after) => {
          // "VIN NUM …" and "VIN NR …" are labels themselves.
          fc.pre(!/^(?:NUM|NR)/i.test(key))
          for (const text of [
            `${blank}${label}${mark}${key}${blank}`,
            `${label}${mark}${key.slice(0, 3)} ${key.slice(3, 9)} ${key.slice(9)}`,
            `${before}${blank} ${key} ${after}`,
            `${before} ${label}${mark}${key} ${after}`,
          ]) {
            const typed = interpret(text, 'au')
            expect([typed.kind, typed.query, typed.blocked]).toEqual(['vin', key.toUpperCase(), null])
          }
        },
      ),
    )
  })

  it('never searches by keyword for a VIN with a character too few or too many', () => {
    fc.assert(
      fc.property(inAnyCase(vin), fc.integer({ min: 0, max: 12 }), fc.boolean(), (key, at, isDoubled) => {
        const typed = isDoubled ? `${key.slice(0, at + 1)}${key.slice(at)}` : `${key.slice(0, at)}${key.slice(at + 1)}`
        fc.pre((typed.match(/\d/g)?.length ?? 0) >= 5 && !/^i/i.test(typed) && !namesMake(typed.toUpperCase()))
        const { kind, blocked } = interpret(typed, 'au')
        expect([kind, blocked?.slice(0, 9)]).toEqual(['vin', isDoubled ? 'Too long ' : 'Too short'])
      }),
    )
  })

  it('ignores spaces, dots, dashes and case in plates of a pattern', () => {
    fc.assert(
      fc.property(plate, fc.constantFrom('.', '-', '·'), fc.nat({ max: 5 }), (key, mark, at) => {
        const plain = interpret(key, 'au')
        // "REG." is a label.
        fc.pre(plain.kind === 'plate' && !key.startsWith('REG'))
        const marked = interpret(`${key.slice(0, at + 1)}${mark}${key.slice(at + 1)}`.toLowerCase(), 'au')
        expect([marked.kind, marked.query, marked.state]).toEqual([plain.kind, plain.query, plain.state])
      }),
    )
  })
})

describe('a plate with a letter outside A to Z', () => {
  it.each(['\u0410BC123', 'ÄBC123', 'rego: ÄBC 123 NSW'])('%s is looked up as ABC123 with a warning', (text) => {
    const found = interpret(text, 'au')
    expect(found).toMatchObject({ kind: 'plate', query: 'ABC123' })
    expect(found.warning).toContain('not a letter from A to Z')
  })

  it('has no warning for another word of the text', () => {
    expect(interpret('ABC123 NSW', 'au').warning).toBeNull()
  })
})
