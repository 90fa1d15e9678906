import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  decideNameOrder,
  edgeWords,
  joinName,
  repeatedPlaceholders,
  type NameParts,
} from '../../../../src/core/fields/name.ts'
import { eachOnce } from './each-once.ts'

describe('joinName', () => {
  it.each<[NameParts, string]>([
    [{ first: 'Mary', last: 'Ng' }, 'Mary Ng'],
    [{ title: 'Mrs', first: 'Mary', last: 'Ng' }, 'Mary Ng'],
    [{ title: 'Mr', first: '', last: 'Smith' }, 'Mr Smith'],
    [{ title: 'Mr', last: 'Harbour Plumbing Pty Ltd' }, 'Harbour Plumbing Pty Ltd'],
    [{ first: 'Mary', middle: 'J', last: 'Ng' }, 'Mary J Ng'],
    [{ first: 'Mary', middle: 'NMN', last: 'Ng' }, 'Mary Ng'],
    [{ title: 'Mrs', middle: 'Jane', last: 'Ng' }, 'Jane Ng'],
    [{ first: '-', last: '-', company: 'Harbour Plumbing' }, 'Harbour Plumbing'],
    [{ first: 'Mary', last: null }, 'Mary'],
    [{ first: '', last: ' ', company: 'Harbour Plumbing P/L' }, 'Harbour Plumbing P/L'],
    [{ first: 'Mary', last: 'Ng', company: 'Harbour Plumbing' }, 'Mary Ng'],
    [{ full: 'John & Mary Smith' }, 'John & Mary Smith'],
    [{ full: 'J/M Smith' }, 'J/M Smith'],
    [{ full: '', first: 'Mary', last: 'Ng' }, 'Mary Ng'],
    [{ full: 'N/A', company: 'Harbour Plumbing' }, 'Harbour Plumbing'],
    [{ full: '  siobhán   o’BRIEN ' }, 'siobhán o’BRIEN'],
    [{ full: 'Mary\u00a0\nNg\u0007' }, 'Mary Ng'],
    [{ full: 'Đỗ Thị Hương' }, 'Đỗ Thị Hương'],
    [{ full: 'Renée Müller-Östberg' }, 'Renée Müller-Östberg'],
    [{ full: 'SMITH, John' }, 'SMITH, John'],
  ])('%j is %s', (parts, name) => {
    expect(joinName(parts)).toEqual({ value: name, issues: [] })
  })

  it.each([
    ['SMITH, John', 'John SMITH'],
    ['D’ANGELO, Olivia', 'Olivia D’ANGELO'],
    ['VAN DER BERG, Kiri Jane', 'Kiri Jane VAN DER BERG'],
    ['MÜLLER, Jörg', 'Jörg MÜLLER'],
  ])('turns %s round when its column is so written', (full, name) => {
    const checked = joinName({ full }, { order: 'column' })
    expect(checked.value).toBe(name)
    expect(checked.issues.map(({ rule }) => rule)).toEqual(['name.turned'])
  })

  it.each([
    ['RYAN, Ingrid', 'Ingrid RYAN', 'name.turned', 'RYAN, Ingrid'],
    ['VAN DER BERG, Kiri Jane', 'Kiri Jane VAN DER BERG', 'name.turned', 'VAN DER BERG, Kiri Jane'],
    ['Ryan, Ingrid', 'Ryan, Ingrid', 'name.surname-first', 'Ingrid Ryan'],
    ['RYAN, INGRID', 'RYAN, INGRID', 'name.surname-first', 'INGRID RYAN'],
  ])('sends %s as %s in a column of other names, and offers the other way', (full, name, rule, proposal) => {
    const checked = joinName({ full }, { order: 'cell' })
    expect(checked.value).toBe(name)
    expect(checked.issues).toMatchObject([{ rule, proposal }])
  })

  it.each(['Ann Lee, Bob Ray', 'Harbour Plumbing, Pty Ltd', 'Smith, Jr', 'Ann Lee'])(
    'says nothing about %s in a column of other names',
    (full) => expect(joinName({ full }, { order: 'cell' })).toEqual({ value: full, issues: [] }),
  )

  it.each([
    'Smith, Jr',
    'Harbour Plumbing, Pty Ltd',
    'Smith, John, Mary',
    'Smith, the man from the shop',
    'John Smith',
    'Unit 4, Smith 2',
  ])('leaves %s as it is even then', (full) => {
    expect(joinName({ full }, { order: 'column' }).value).toBe(full)
  })

  it.each([
    ['Oâ€™Brien', 'O’Brien'],
    ['RenÃ©e', 'Renée'],
    ['MÃ¼ller', 'Müller'],
    ['OÕBrien', 'O’Brien'],
    ['TÅ« NgÄ\u0081ta', 'Tū Ngāta', 'TÅ« NgÄta'],
    ['HÅ\u008dne Oâ\u0080\u0099Hara', 'Hōne O’Hara', 'HÅne OâHara'],
  ])('proposes what %s was', (full, repaired, value = full) => {
    expect(joinName({ full })).toEqual({
      value,
      issues: [expect.objectContaining({ severity: 'warning', rule: 'name.encoding', proposal: repaired })],
    })
  })

  it('proposes nothing for letters that are lost', () => {
    expect(joinName({ full: 'M\ufffdller' }).issues).toEqual([
      expect.objectContaining({ severity: 'warning', rule: 'name.encoding', proposal: null }),
    ])
  })

  it('undoes UTF-8 read as Windows-1252 for any name', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z][a-z]{1,6}[éèêëüöäñçåøßáíóú][a-z]{1,6}$/), (name) => {
        const spoilt = new TextDecoder('windows-1252').decode(Buffer.from(name, 'utf8'))
        expect(joinName({ full: name }).issues).toEqual([])
        expect(joinName({ full: spoilt }).issues[0]?.proposal).toBe(name)
      }),
    )
  })

  it('has an issue for a missing name and for a name without letters', () => {
    expect(joinName({})).toEqual({ value: '', issues: [] })
    expect(joinName({ full: ' ' })).toEqual({ value: '', issues: [] })
    for (const parts of [{ full: 'TBA' }, { middle: '-' }, { first: ' ', last: '0' }])
      expect(joinName(parts).issues[0]).toMatchObject({ severity: 'info', rule: 'name.placeholder' })
    expect(joinName({ middle: 'Jane' })).toEqual({ value: 'Jane', issues: [] })
    expect(joinName({ full: 12345 })).toMatchObject({
      value: '12345',
      issues: [{ severity: 'warning', rule: 'name.no-letters' }],
    })
    expect(joinName({ full: { error: '#REF!' } })).toMatchObject({
      value: '',
      issues: [{ rule: 'cell.formula-error' }],
    })
  })
})

describe('a whole name that was joined from empty parts', () => {
  it.each([
    'NULL NULL',
    'nan nan',
    'None None',
    'NULL, NULL',
    'N/A N/A',
    '- , -',
    'Mr null null',
    'undefined undefined',
  ])('%j is no name', (full) => {
    const { value, issues } = joinName({ full })
    expect([value, issues.map(({ rule }) => rule)]).toEqual(['', ['name.placeholder']])
  })

  it.each([
    ['Ann undefined', 'Ann', 'name.part-left-out'],
    ['TBA Smith', 'Smith', 'name.part-left-out'],
    ['nan Fox', 'nan Fox', 'name.like-placeholder'],
    ['Ann NULL', 'Ann NULL', 'name.like-placeholder'],
  ])('%j is sent as %j, and said', (full, name, rule) => {
    const { value, issues } = joinName({ full })
    expect([value, issues.map((issue) => issue.rule)]).toEqual([name, [rule]])
  })

  it.each(['Jennifer Null', 'Na Li', 'Nil Desai', 'X Zhang', 'Nan Poe', 'Malcolm X', 'ANN NULL', 'Ann Null Lee'])(
    '%j stays as it is, unsaid',
    (full) => expect(joinName({ full })).toEqual({ value: full, issues: [] }),
  )

  it('loses a word that its column repeats', () => {
    const cells = eachOnce(['Ann NULL', 'Bob NULL', 'Cy Day', 'Jennifer Null'])
    const full = repeatedPlaceholders(() => cells, edgeWords)
    expect(full).toEqual(['NULL'])
    expect(joinName({ full: 'Ann NULL' }, { placeholders: { full } }).value).toBe('Ann')
  })
})

describe('decideNameOrder', () => {
  it('reverses a column of which 60% are surname first', () => {
    expect(decideNameOrder(eachOnce(['SMITH, John', 'LEE, Ann', 'NG, Mary', 'Harbour Plumbing Pty Ltd', '']))).toEqual({
      surnameFirst: true,
      evidence: '3 of 3 names are written “surname, first name”.',
    })
  })

  it('reverses names of two people, and counts no company', () => {
    const cells = [
      'Doyle, Ann & Tom',
      'Van Den Berg, Jan',
      'Ace Motors, Pty Ltd',
      'Bay Tyres Pty Ltd',
      'Lee Bros Pty Ltd',
    ]
    expect(decideNameOrder(eachOnce(cells)).surnameFirst).toBe(true)
    expect(joinName({ full: 'Doyle, Ann & Tom' }, { order: 'column' }).value).toBe('Ann & Tom Doyle')
  })

  it('does not reverse a column of whole names', () => {
    expect(decideNameOrder(eachOnce(['John Smith', 'Ann Lee', 'Smith, John'])).surnameFirst).toBe(false)
    expect(decideNameOrder(eachOnce([])).surnameFirst).toBe(false)
  })
})

describe('a joiner in a name', () => {
  it('stays between the parts of an emoji and between letters that need it', () => {
    const family = 'Ann \u{1F468}\u200d\u{1F469}\u200d\u{1F467} Lee'
    expect(joinName({ full: family }).value).toBe(family)
    expect(joinName({ full: 'می\u200cخواهم' }).value).toBe('می\u200cخواهم')
  })

  it('is removed between Latin letters and at the ends', () => {
    expect(joinName({ full: '\u200dAnn\u200d Le\u200ce' }).value).toBe('Ann Lee')
  })
})
