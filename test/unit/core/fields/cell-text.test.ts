import { describe, expect, it } from 'vitest'
import {
  isPlaceholder,
  isScientific,
  plainText,
  spreadsheetError,
  wholeNumber,
} from '../../../../src/core/fields/cell-text.ts'
import { isBlankRow, uncalculated } from '../../../../src/core/fields/source-cell.ts'

describe('a cell as plain text', () => {
  it.each([
    ['  ABC123 ', 'ABC123'],
    ['ＡＢＣ１２３', 'ABC123'],
    ['AB\u200bC\u00ad1\ufeff23', 'ABC123'],
    ["'0491570006", '0491570006'],
    ['="0491570006"', '0491570006'],
    ['= "A1"', 'A1'],
    ['=SUM(A1)', '=SUM(A1)'],
    ['Ann\u000bLee\u2028x', 'Ann Lee x'],
    ['4.12345671E8', '412345671'],
    ['4.12345678E+08', '412345678'],
    ['4.12E+08', '4.12E+08'],
    ['4,12345671E8', '412345671'],
    ['6.141255678E10', '61412556780'],
    ['6.141255678E+10', '6.141255678E+10'],
    ['4.125E8', '4.125E8'],
    ["O'Brien", "O'Brien"],
    ['José', 'José'],
    ['', ''],
  ])('%j is %j', (cell, text) => {
    expect(plainText(cell)).toBe(text)
  })

  it('shows numbers, booleans, dates and errors as a spreadsheet does', () => {
    expect(plainText(491_570_006)).toBe('491570006')
    expect(plainText(true)).toBe('TRUE')
    expect(plainText({ serial: 45_365, format: 'd/m/yyyy' })).toBe('14/3/2024')
    expect(plainText({ error: '#N/A' })).toBe('#N/A')
    expect(plainText(null)).toBe('')
  })
})

it.each([
  ['n/a', true],
  ['TBA', true],
  ['--', true],
  ['not supplied', true],
  ['nan', true],
  ['<NA>', true],
  ['(null)', true],
  ['not applicable', true],
  ['Tbar', false],
  ['', false],
])('%j as a placeholder: %s', (text, expected) => {
  expect(isPlaceholder(text)).toBe(expected)
})

describe('errors of the spreadsheet', () => {
  const ruleOf = (text: string): string | undefined => spreadsheetError(text, text)?.issues[0]?.rule

  it('are recognised in a text and in an error cell, and give no value', () => {
    expect(ruleOf('#REF!')).toBe('cell.formula-error')
    expect(spreadsheetError({ error: '#BUSY!' }, '#BUSY!')).toMatchObject({
      value: '',
      issues: [{ rule: 'cell.formula-error', severity: 'warning' }],
    })
    expect(ruleOf('#######')).toBe('cell.too-narrow')
    expect(ruleOf('Err:502')).toBe('cell.formula-error')
  })

  it.each(['=A1', '=VLOOKUP(A2,Sheet2!A:C,3,FALSE)', '=-$B$2*3', '="a"&B1', '=Sheet2!B3', '= 1 + 2'])(
    'include the formula %j, whose value is missing',
    (text) => {
      expect(ruleOf(text)).toBe('cell.formula-error')
    },
  )

  it.each(['=====', '="0412345678"', '= paid', 'Ernie', '#U1001'])('are not seen in %j', (text) => {
    expect(ruleOf(text)).toBeUndefined()
  })

  it('are not seen in other texts with #', () => {
    expect(ruleOf('#12 George St')).toBeUndefined()
    expect(ruleOf('Unit #REF!')).toBeUndefined()
  })
})

it.each([
  ['4.12E+08', true],
  ['4E8', true],
  ['412E', false],
  ['1E2345A', false],
])('%j as a number that Excel shortened: %s', (text, expected) => {
  expect(isScientific(text)).toBe(expected)
})

it('gives the digits of a number only when Excel kept all of them', () => {
  expect(wholeNumber(491_570_006)).toBe('491570006')
  expect(wholeNumber(999_999_999_999_999)).toBe('999999999999999')
  expect(wholeNumber(1e15)).toBeNull()
  expect(wholeNumber(1.5)).toBeNull()
  expect(wholeNumber(-3)).toBeNull()
})

it('a row of formulas without values is blank, also as a copy from the process that reads files', () => {
  const cells = [null, ' ', uncalculated]
  expect([isBlankRow(cells), isBlankRow(structuredClone(cells))]).toEqual([true, true])
  expect(isBlankRow([null, { error: '#N/A' }])).toBe(false)
})
