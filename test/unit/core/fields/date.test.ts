import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateFromParts } from '../../../../src/contract/calendar-date.ts'
import { fromSerial } from '../../../../src/core/fields/excel-serial.ts'
import { readDate } from '../../../../src/core/fields/date-forms.ts'
import { checkDate, type DateOptions } from '../../../../src/core/fields/date.ts'
import { decideDates } from '../../../../src/core/fields/date-order.ts'
import type { SourceCell } from '../../../../src/core/fields/source-cell.ts'
import { eachOnce } from './each-once.ts'

const today = '2026-11-21'
const sale: DateOptions = { order: 'dmy', field: 'sale_date', today }
const expiry: DateOptions = { order: 'dmy', field: 'expiry_date', today }
const rules = (cell: SourceCell, options: DateOptions = sale) =>
  checkDate(cell, options).issues.map(({ severity, rule }) => `${severity} ${rule}`)

describe('checkDate: the forms', () => {
  it.each([
    ['2024-03-14', '2024-03-14'],
    ['2024-3-4', '2024-03-04'],
    ['2024-03-14 00:00:00', '2024-03-14'],
    ['2024-03-14T09:30:00', '2024-03-14'],
    ['2024/03/14', '2024-03-14'],
    ['2024.3.14', '2024-03-14'],
    ['20240314', '2024-03-14'],
    [20240314, '2024-03-14'],
    ['14/03/2024', '2024-03-14'],
    ['4/3/2024', '2024-03-04'],
    ['14.03.2024', '2024-03-14'],
    ['14-03-2024', '2024-03-14'],
    ['14 03 2024', '2024-03-14'],
    ['14/03/2024 10:15', '2024-03-14'],
    ['14/03/2024 10:15:00 AM', '2024-03-14'],
    ['14/03/24', '2024-03-14'],
    ['28-Apr-24', '2024-04-28'],
    ['28 April 2024', '2024-04-28'],
    ['28th April, 2024', '2024-04-28'],
    ['1st of', ''],
    ['April 28, 2024', '2024-04-28'],
    ['Apr 28 2024', '2024-04-28'],
    ['Thu, 14 Mar 2024', '2024-03-14'],
    ['Thursday 14/03/2024', '2024-03-14'],
    ['14 Mac 2024', '2024-03-14'],
    ['1 Ogos 2023', '2023-08-01'],
    ['31 Disember 2023', '2023-12-31'],
    [{ serial: 45365, format: 'd/mm/yyyy' }, '2024-03-14'],
    [{ serial: 45365.75, format: 'd/mm/yyyy h:mm' }, '2024-03-14'],
    ["'14/03/2024", '2024-03-14'],
  ] as const)('%j is %s', (cell, value) => {
    const checked = checkDate(cell, sale)
    expect(checked.value).toBe(value)
    expect(checked.issues.map(({ severity }) => severity)).toEqual(value === '' ? ['error'] : [])
  })

  it.each(['45365', '45365.0', 45365, '1710374400', '1710374400000'])('reads the number %j and says so', (cell) => {
    expect(checkDate(cell, sale).value).toBe('2024-03-14')
    expect(rules(cell)).toEqual(['info date.excel-number'])
  })

  const nothing = `0 | 00/00/0000 | 0/01/1900 | 1/01/1900 | 30/12/1899 | 31/12/1899 | 1/01/1753 | 01/01/0001 | 31/12/9999 | - | N/A | TBA |
    1/01/1900 00:00 | 1900-01-01 00:00:00 | 0001-01-01T00:00:00 | 0/01/00 |
    0/00/0000 | /  / | __/__/____ | dd/mm/yyyy | 0000-00-00 00:00:00 | 00.00.0000 | NaT | 00-Jan-00 | 0/Jan/1900`

  it.each<[SourceCell]>([
    ...nothing.split(/\s*[|]\s*/).map((text): [string] => [text]),
    [0],
    [{ serial: 1, format: 'd/mm/yyyy' }],
  ])('takes %j for no date', (cell) => {
    expect(checkDate(cell, sale).value).toBe('')
    expect(rules(cell)).toEqual(['info date.placeholder'])
  })

  it('has no issue for an empty cell', () => {
    expect([checkDate(null, sale), checkDate(' ', sale)]).toEqual([
      { value: '', issues: [] },
      { value: '', issues: [] },
    ])
  })

  it.each([
    ['#N/A', 'warning cell.formula-error'],
    ['#VALUE!', 'warning cell.formula-error'],
    ['########', 'warning cell.too-narrow'],
    [{ error: '#REF!' }, 'warning cell.formula-error'],
    ['31/02/2021', 'error date.impossible'],
    ['2021-02-31', 'error date.unreadable'],
    ['soon', 'error date.unreadable'],
    ['12345', 'error date.unreadable'],
    ['99999', 'error date.unreadable'],
    [true, 'error date.unreadable'],
  ] as const)('sends nothing for %j: %s', (cell, rule) => {
    expect(checkDate(cell, sale).value).toBe('')
    expect(rules(cell)).toEqual([rule])
  })

  it('never reads a year of two digits as the year 24', () => {
    expect(checkDate('01/02/24', sale).value).toBe('2024-02-01')
  })

  it.each([
    ['01/02/26', '2026-02-01', 'sale_date'],
    ['01/02/27', '1927-02-01', 'sale_date'],
    ['01/02/31', '2031-02-01', 'expiry_date'],
    ['1-Feb-31', '2031-02-01', 'expiry_date'],
  ] as const)('puts the century of %s by the field: %s', (cell, day, field) => {
    const { value, issues } = checkDate(cell, { ...sale, field })
    // 1927 is no year of a sale: it is refused, and by its own year.
    expect(value === '' ? issues[0]?.message : value).toContain(day.startsWith('19') ? '1/2/1927' : day)
  })

  it.each([
    ['Mar-24', '2024-03-01', sale],
    ['03/2024', '2024-03-01', sale],
    ['March 2024', '2024-03-01', sale],
    ['Feb-28', '2028-02-29', expiry],
    ['02/2027', '2027-02-28', expiry],
  ])('%s has no day: %s', (cell, day, options) => {
    expect(checkDate(cell, options).value).toBe(day)
    expect(rules(cell, options)).toEqual(['warning date.no-day'])
  })

  it('warns about a date whose year the spreadsheet hides', () => {
    expect(rules({ serial: 45365, format: 'd-mmm' })).toEqual(['warning date.year-unseen'])
  })

  const evenings = `2024-03-14T13:00:00Z|2024-03-14T13:00:00.000+00:00|2024-03-14 13:00:00 UTC|1710421200|2024-03-14T14:30Z|
2024-03-14T22:15:08.123Z`
  it.each(evenings.split('|'))('proposes the next day for an evening in UTC: %s', (text) => {
    const checked = checkDate(text, sale)
    expect(checked.value).toBe('2024-03-14')
    expect(checked.issues.at(-1)).toMatchObject({ rule: 'date.greenwich-evening', proposal: '2024-03-15' })
  })

  it.each(['00:00:00Z', '14:20:00Z', '23:59:59Z', '13:30:00'])('keeps the day of %s', (time) => {
    expect(checkDate(`2024-03-14T${time}`, sale)).toEqual({ value: '2024-03-14', issues: [] })
  })
})

describe('checkDate: the order', () => {
  it('is that of the column', () => {
    expect(checkDate('3/4/2024', sale).value).toBe('2024-04-03')
    expect(checkDate('3/4/2024', { ...sale, order: 'mdy' }).value).toBe('2024-03-04')
    expect(checkDate('24/03/04', { ...sale, order: 'ymd' }).value).toBe('2024-03-04')
  })

  it('proposes the other order where the column’s order gives no day', () => {
    expect(checkDate('04/25/2024', sale)).toEqual({
      value: '',
      issues: [expect.objectContaining({ severity: 'error', rule: 'date.other-order', proposal: '2024-04-25' })],
    })
  })

  it('swaps day and month back that Excel had swapped', () => {
    const cell = { serial: 45355, format: 'd/mm/yyyy' } as const
    expect(checkDate(cell, sale).value).toBe('2024-03-04')
    expect(checkDate(cell, { ...sale, swapSerials: true }).value).toBe('2024-04-03')
    expect(rules(cell, { ...sale, swapSerials: true })).toEqual(['warning date.swapped'])
  })

  it('reads each real day back from every unambiguous form', () => {
    const day = fc.integer({ min: 29_300, max: 46_300 }).map((serial) => ({ serial, ...fromSerial(serial) }))
    const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
    fc.assert(
      fc.property(day, ({ serial, year, month, day: date }) => {
        const expected = dateFromParts({ year, month, day: date })
        const cells: readonly SourceCell[] = [
          expected,
          `${date}/${month}/${year}`,
          `${date}-${months[month - 1]}-${year}`,
          `${months[month - 1]} ${date}, ${year}`,
          expected.replaceAll('-', ''),
          serial,
          { serial, format: 'd/mm/yyyy' },
        ]
        for (const cell of cells) expect(checkDate(cell, sale).value).toBe(expected)
        expect(checkDate(`${month}/${date}/${year}`, { ...sale, order: 'mdy' }).value).toBe(expected)
      }),
    )
  })

  it('is the same for a usual text as for one with a space before it, which is read by its patterns', () => {
    const year = fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1753, 1899, 1900, 1901, 9999))
    const number = fc.oneof(fc.integer({ min: 0, max: 99 }), fc.constantFrom(0, 1, 12, 30, 31))
    const text = fc
      .tuple(
        number,
        fc.constantFrom(...'/.- '),
        number,
        fc.constantFrom(...'/.- '),
        year,
        fc.integer({ min: 0, max: 7 }),
      )
      .map(([first, mark, second, otherMark, third, zeros]) => {
        const [a, b, c] = [zeros & 1 ? 2 : 0, zeros & 2 ? 2 : 0, zeros & 4 ? 4 : 0]
        return `${String(first).padStart(a, '0')}${mark}${String(second).padStart(b, '0')}${otherMark}${String(third).padStart(c, '0')}`
      })
    fc.assert(
      fc.property(
        text,
        fc.constantFrom('sale_date', 'expiry_date'),
        fc.constantFrom('dmy', 'mdy', 'ymd'),
        (cell, field, order) => {
          const options = { field, order, today: '2026-11-21' } as const
          expect(readDate(cell)).toEqual(readDate(` ${cell}`))
          expect(checkDate(cell, options)).toEqual(checkDate(` ${cell}`, options))
        },
      ),
    )
  })

  it('gives a day of the calendar or nothing, whatever the cell holds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 30 }),
          fc.double(),
          fc.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{2,4}$/),
        ),
        (cell) => {
          expect(checkDate(cell, sale).value).toMatch(/^(?:\d{4}-\d{2}-\d{2})?$/)
        },
      ),
    )
  })
})

describe('checkDate: plausible dates', () => {
  it.each([
    ['22/11/2026', '2026-11-22', []],
    ['23/11/2026', '2026-11-23', ['warning date.forward-sale']],
    ['20/05/2027', '2027-05-20', ['warning date.forward-sale']],
    ['21/05/2027', '', ['error date.future-sale']],
    ['01/01/1980', '1980-01-01', []],
    ['31/12/1979', '', ['error date.too-early']],
  ])('a sale on %s', (cell, value, found) => {
    expect(checkDate(cell, sale).value).toBe(value)
    expect(rules(cell)).toEqual(found)
  })

  it.each([
    ['20/11/2026', '', ['error date.expired']],
    ['21/11/2026', '', ['error date.expired']],
    ['22/11/2026', '2026-11-22', []],
    ['21/11/2036', '2036-11-21', []],
    ['01/01/2037', '2037-01-01', ['warning date.far-expiry']],
  ])('an expiry on %s, when the service deletes the customer', (cell, value, found) => {
    expect(checkDate(cell, expiry).value).toBe(value)
    expect(rules(cell, expiry)).toEqual(found)
  })
})

describe('decideDates', () => {
  const decide = (cells: readonly SourceCell[], field: 'sale_date' | 'expiry_date' = 'sale_date') =>
    decideDates(eachOnce(cells), { field, region: 'au', today })
  const real = (serial: number): SourceCell => ({ serial, format: 'd/mm/yyyy' })

  it('is day first when some dates can only be, and counts them', () => {
    const cells = ['14/03/2024', '3/4/2024', '15/03/2024', '', null, 'N/A']
    expect(decide(cells)).toEqual({
      order: 'dmy',
      decidedBy: 'evidence',
      evidence: 'Day/month/year: 2 of 3 dates can’t be read any other way.',
      swapSerials: false,
      doubtsShortYears: false,
    })
  })

  it('is month first when some can only be', () => {
    expect(decide(['03/14/2024', '3/4/2024'])).toMatchObject({
      order: 'mdy',
      decidedBy: 'evidence',
      swapSerials: false,
    })
  })

  it('is undecided when both occur, with examples of each', () => {
    const decided = decide(['14/03/2024', '15/03/2024', '03/14/2024', '3/4/2024'])
    expect(decided).toMatchObject({ order: 'dmy', decidedBy: 'undecided' })
    expect(decided.evidence).toContain('(14/03/2024, 15/03/2024) and 1 only month/day (03/14/2024)')
  })

  it('assumes day first without evidence', () => {
    expect(decide(['3/4/2024', '5/6/2023'])).toMatchObject({ order: 'dmy', decidedBy: 'assumed' })
  })

  it('is undecided when day first would put a sale in the future and month first would not', () => {
    expect(decide(['3/4/2024', '11/11/2026'])).toMatchObject({ order: 'dmy', decidedBy: 'assumed' })
    expect(decide(['3/4/2024', '10/12/2026'])).toMatchObject({ order: 'mdy', decidedBy: 'undecided' })
  })

  it('recognises a file of one order opened in an Excel set to the other', () => {
    // 4/25/2024 stayed text; 4/3/2024 became 4 March.
    expect(decide(['04/25/2024', '05/26/2024', real(45355)])).toMatchObject({ order: 'mdy', swapSerials: true })
    expect(decide(['25/04/2024', '26/05/2024', real(45355)])).toMatchObject({ order: 'dmy', swapSerials: true })
  })

  it('swaps nothing when one real date has a day after the twelfth', () => {
    expect(decide(['04/25/2024', real(45355), real(45375)])).toMatchObject({ order: 'mdy', swapSerials: false })
  })

  it('swaps nothing when a text date could have been read by Excel', () => {
    expect(decide(['25/04/2024', '3/4/2024', real(45355)])).toMatchObject({ order: 'dmy', swapSerials: false })
  })

  it('needs no decision for real dates and for dates in words', () => {
    expect(decide([real(45355), real(45375)])).toMatchObject({ decidedBy: 'evidence', swapSerials: false })
    expect(decide([real(45355), real(45375)]).evidence).toBe('All 2 dates are real Excel dates.')
    expect(decide(['28-Apr-24']).evidence).toContain('No date can be read two ways')
    expect(decide(['2024-03-14']).decidedBy).toBe('evidence')
    expect(decide([]).decidedBy).toBe('evidence')
    expect(decide(['3/3/2024', '12/12/2023'])).toMatchObject({ order: 'dmy', decidedBy: 'evidence' })
  })

  it('says once how years of two digits are read', () => {
    expect(decide(['14/03/24']).evidence).toContain(
      'Years have two digits: 00 to 26 are read as 2000 to 2026, 27 as 1927.',
    )
    expect(decide(['14/03/2024', '14/03/24'], 'expiry_date').evidence).toContain(
      '1 of 2 years have two digits: 31 is read as 2031.',
    )
  })

  it('recognises years of two digits in first place', () => {
    expect(decide(['98/03/14', '04/05/06'])).toMatchObject({ order: 'ymd', decidedBy: 'evidence' })
    expect(decide(['24/03/14', '23/12/31'])).toMatchObject({ order: 'ymd', decidedBy: 'undecided' })
    expect(decide(['24/03/14', '23/12/15'])).toMatchObject({ order: 'dmy', decidedBy: 'evidence' })
  })

  it('finds the order in which a column was written', () => {
    const serials = fc.array(fc.integer({ min: 40_000, max: 46_000 }), { minLength: 5, maxLength: 40 })
    fc.assert(
      fc.property(serials, fc.constantFrom('dmy', 'mdy'), (days, order) => {
        const written = days.map(fromSerial)
        fc.pre(written.some(({ day }) => day > 12))
        const cells = written.map(({ year, month, day }) =>
          order === 'dmy' ? `${day}/${month}/${year}` : `${month}/${day}/${year}`,
        )
        expect(decide(cells)).toMatchObject({ order, decidedBy: 'evidence' })
      }),
    )
  })
})

it('writes the dates of its messages as the user chose', () => {
  const message = (dateFormat: DateOptions['dateFormat']) =>
    checkDate('7/3/2031', { ...sale, ...(dateFormat ? { dateFormat } : {}) }).issues[0]?.message
  expect(message(undefined)).toContain('7/3/2031')
  expect(message('d mmm yyyy')).toContain('7 Mar 2031')
  expect(message('yyyy-mm-dd')).toContain('2031-03-07')
})
