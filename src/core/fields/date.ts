import type { DateOrder } from '../../contract/column-choices.ts'
import type { SourceCell } from './source-cell.ts'
import { orderNames } from './column-messages.ts'
import { cellMessages } from './cell-messages.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import {
  addDays,
  dateFromParts,
  daysBetween,
  daysInMonth,
  formatDate,
  type CalendarDate,
  type DateFormat,
  type DateParts,
} from '../../contract/calendar-date.ts'
import { plainNumbers, readDate, withoutRemarks } from './date-forms.ts'
import { doubtfulYear, fullYear, inOrder, type DateField } from './date-order.ts'
import { plainText, spreadsheetError } from './cell-text.ts'

export interface DateOptions {
  readonly order: DateOrder
  readonly field: DateField
  readonly today: CalendarDate
  /** Of dates in messages; as the region writes them by default. */
  readonly dateFormat?: DateFormat
  /** The real Excel dates have day and month swapped (`decideDates`). */
  readonly swapSerials?: boolean
  /** Which day the user sent earlier of such dates as have none, or are times in UTC: the one written, or the next. Absent: it is doubtful. */
  readonly days?: 'written' | 'next'
  /** Nothing in the column shows whether 24-04-03 has its year first (`decideDates`). */
  readonly doubtsShortYears?: boolean
}

const refused = (rule: string, message: string, proposal: string | null = null): CheckedCell => ({
  value: '',
  issues: [issue('error', rule, message, proposal)],
})

/**
 * Checks a date in the order of its column. Value: YYYY-MM-DD. Errors: no such day, unreadable, a sale far in the
 * future or before 1980, an expiry date that is not in the future (the service deletes the customer on it: interface,
 * part 3, rule 6).
 */
export function checkDate(cell: SourceCell, options: DateOptions): CheckedCell {
  const checked = checkReading(cell, options)
  if (checked.value === '' || typeof cell !== 'string' || plainNumbers(cell)) return checked
  const text = plainText(cell)
  const bare = withoutRemarks(text)
  if (bare === text || readDate(bare).kind === 'unreadable' || /^[\d/.-]+\.$/.test(text)) return checked
  const remark = text.replace(bare, ' ').trim()
  const message = cellMessages.date.remark(remark, formatDate(checked.value, options.dateFormat))
  return { ...checked, issues: [...checked.issues, issue('info', 'date.remark', message)] }
}

function checkReading(cell: SourceCell, options: DateOptions): CheckedCell {
  const reading = readDate(cell)
  const { field, today, order } = options
  switch (reading.kind) {
    case 'empty':
      return emptyCell
    case 'placeholder':
      return {
        value: '',
        issues: [issue('info', 'date.placeholder', cellMessages.date.placeholder(reading.text))],
      }
    case 'certain':
      return checkCertain(reading, options)
    case 'certain-short':
      return plausible(dateFromParts({ ...reading, year: fullYear(reading.shortYear, field, today) }), options, [])
    case 'numbers': {
      const doubtful = options.doubtsShortYears === true ? doubtfulYear(reading, options) : null
      if (doubtful) {
        const [last, first] = doubtful
        const message = cellMessages.date.yearAtEitherEnd(
          plainText(cell),
          formatDate(last, options.dateFormat),
          formatDate(first, options.dateFormat),
        )
        return refused('date.year-at-either-end', message)
      }
      const parts = inOrder(reading, order, field, today)
      if (parts) return plausible(dateFromParts(parts), options, [])
      const other = order === 'mdy' ? 'dmy' : 'mdy'
      const swapped = inOrder(reading, other, field, today)
      const text = plainText(cell)
      if (!swapped) return refused('date.impossible', cellMessages.date.impossible(text))
      const day = dateFromParts(swapped)
      const message = cellMessages.date.otherOrder(
        text,
        orderNames[order],
        orderNames[other],
        formatDate(day, options.dateFormat),
      )
      return refused('date.other-order', message, day)
    }
    case 'month': {
      const year = reading.shortYear ? fullYear(reading.year, field, today) : reading.year
      const day = field === 'sale_date' ? 1 : daysInMonth(year, reading.month)
      const date = dateFromParts({ year, month: reading.month, day })
      const which = field === 'sale_date' ? 'first' : 'last'
      const message = cellMessages.date.noDay(plainText(cell), which, formatDate(date, options.dateFormat))
      return plausible(date, options, [issue(options.days ? 'info' : 'warning', 'date.no-day', message)])
    }
    case 'unreadable':
      return (
        spreadsheetError(cell, reading.text) ?? refused('date.unreadable', cellMessages.date.unreadable(reading.text))
      )
  }
}

function checkCertain(
  reading: Extract<ReturnType<typeof readDate>, { kind: 'certain' }>,
  options: DateOptions,
): CheckedCell {
  const issues: CellIssue[] = []
  let parts: DateParts = reading.parts
  if (reading.from === 'excel' && options.swapSerials && parts.day <= 12) {
    parts = { year: parts.year, month: parts.day, day: parts.month }
    const message = cellMessages.date.swapped(formatDate(dateFromParts(reading.parts), options.dateFormat))
    issues.push(issue('warning', 'date.swapped', message, dateFromParts(reading.parts)))
  }
  const isNext = reading.isUtcEvening && options.days === 'next'
  const day = isNext ? addDays(dateFromParts(parts), 1) : dateFromParts(parts)
  if (reading.from === 'number') {
    issues.push(issue('info', 'date.excel-number', cellMessages.date.excelNumber(formatDate(day, options.dateFormat))))
  }
  if (reading.yearHidden) {
    const message = cellMessages.date.yearUnseen(parts.year)
    issues.push(issue('warning', 'date.year-unseen', message))
  }
  if (reading.isUtcEvening && options.days) {
    const message = cellMessages.date.utcAsBefore(formatDate(day, options.dateFormat))
    issues.push(issue('info', 'date.utc-as-before', message))
  } else if (reading.isUtcEvening) {
    const next = addDays(day, 1)
    const message = cellMessages.date.utcEvening(formatDate(next, options.dateFormat))
    issues.push(issue('warning', 'date.greenwich-evening', message, next))
  }
  return plausible(day, options, issues)
}

const earliestSale = '1980-01-01'
const longestForwardDays = 180
const farExpiryDays = 3653

/** Whether the day makes sense in its field. */
function plausible(day: CalendarDate, options: DateOptions, issues: readonly CellIssue[]): CheckedCell {
  const { field, today } = options
  const ahead = daysBetween(today, day)
  if (field === 'expiry_date') {
    if (ahead <= 0) {
      return refused('date.expired', cellMessages.date.expired(formatDate(day, options.dateFormat), ahead === 0))
    }
    if (ahead <= farExpiryDays) return { value: day, issues }
    const message = cellMessages.date.farExpiry(formatDate(day, options.dateFormat))
    return { value: day, issues: [...issues, issue('warning', 'date.far-expiry', message)] }
  }
  if (day < earliestSale)
    return refused('date.too-early', cellMessages.date.tooEarly(formatDate(day, options.dateFormat)))
  if (ahead <= 1) return { value: day, issues }
  if (ahead > longestForwardDays)
    return refused('date.future-sale', cellMessages.date.futureSale(formatDate(day, options.dateFormat)))
  const message = cellMessages.date.forwardSale(formatDate(day, options.dateFormat))
  return { value: day, issues: [...issues, issue('warning', 'date.forward-sale', message)] }
}
