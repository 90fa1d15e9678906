import { describe, expect, it } from 'vitest'
import { serialForm, serialText } from '../../../../src/core/fields/serial-text.ts'
import { cellText, fifteenDigits } from '../../../../src/core/fields/source-cell.ts'

describe('a day, a time or a duration', () => {
  it.each([
    [45_385, 'd/mm/yyyy', '3/4/2024'],
    [45_385, 'm/d/yyyy', '3/4/2024'],
    [45_385, 'mmm-yy', '3/4/2024'],
    [45_383, 'mmm-yy', 'Apr 2024'],
    [45_383, 'd-mmm', '1/4/2024'],
    [45_292, 'yyyy', '2024'],
    [45_383, 'yyyy', 'Apr 2024'],
    [45_384.99999999, 'd/mm/yyyy', '3/4/2024'],
    [45_385.645833333, 'dd/mm/yyyy hh:mm', '3/4/2024 15:30'],
    [45_385.645833333, '[$-C09]d mmmm yyyy h:mm AM/PM;@', '3/4/2024 3:30 PM'],
    [45_385.5, 'yyyy-mm-dd"T"hh:mm:ss', '3/4/2024 12:00:00'],
    [45_385.5, 'd/mm/yyyy', '3/4/2024'],
    [0.39583333, 'h:mm AM/PM', '9:30 AM'],
    [0.52083333, 'h":"mmAM/PM', '12:30 PM'],
    [45_385.64583333, 'd"/"mmmm"/"yyyyh":"mmAM/PM', '3/4/2024 3:30 PM'],
    [0.39583333, 'hh:mm', '09:30'],
    [0.5, 'h AM/PM', '12 PM'],
    [0, 'h:mm AM/PM', '12:00 AM'],
    [0.999999, 'h:mm:ss', '0:00:00'],
    [45_385.4, 'h:mm', '9:36'],
    [0.0213, 'mm:ss', '30:40'],
    [0.0213, 'mm:ss.0', '30:40.3'],
    [1.5, '[h]:mm', '36:00'],
    [1.4999999999, '[h]:mm:ss', '36:00:00'],
    [0.0625, '[hh]:mm', '01:30'],
    [0.02, '[m]:ss', '28:48'],
    [0.02, '[ss]', '1728'],
    [-0.5, '[h]:mm', '-12:00'],
    [0, 'd/mm/yyyy', '0/01/1900'],
    [59, 'd/mm/yyyy', '28/2/1900'],
    [45_385.5, '', '3/4/2024 12:00'],
    [0.5, '', '12:00'],
  ])('%d with the format %j shows %j', (serial, format, text) => {
    expect(serialText(serial, format)).toBe(text)
    expect(cellText({ serial, format })).toBe(text)
  })

  it.each(['General', '0.00', '#,##0', '0%', '@', '"Day" 0', '0.00E+00', '[Red]0', 'USD 0.00', ''])(
    'is not what the format %j shows',
    (format) => {
      expect(serialForm(format)).toBeNull()
    },
  )
})

it.each([
  [1234.56 + 2e-13, '1234.56'],
  [0.1 + 0.2, '0.3'],
  [20_399.999999999996, '20400'],
  [412_345_678, '412345678'],
  [12_345_678_901_234_567_000, '12345678901234600000'],
  [1e-7, '1E-07'],
  [1e21, '1E+21'],
])('shows the number %d as %j', (value, text) => {
  expect(cellText(fifteenDigits(value))).toBe(text)
})
