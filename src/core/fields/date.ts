import type { DateOrder } from '../../contract/drafts.ts'
import type { SourceCell } from './source-cell.ts'
import { emptyCell, issue, type CellIssue, type CheckedCell } from './checked-cell.ts'
import {
  addDays,
  formatDate,
  daysBetween,
  daysInMonth,
  dateFromParts,
  type CalendarDate,
  type DateParts,
} from '../../contract/calendar-date.ts'
import { readDate } from './date-forms.ts'
import { fullYear, inOrder, orderWords, type DateField } from './date-order.ts'
import { plainText, spreadsheetError } from './cell-text.ts'

export { decideDates, type DateColumnDecision } from './date-order.ts'

export interface DateOptions {
  readonly order: DateOrder
  readonly field: DateField
  readonly today: CalendarDate
  /** Day and month of the real Excel dates stand the wrong way round (`decideDates`). */
  readonly swapSerials?: boolean
}

const refused = (rule: string, message: string, proposal: string | null = null): CheckedCell => ({
  value: '',
  issues: [issue('error', rule, message, proposal)],
})

/**
 * Checks a date by the order that its column was found to have. Value: YYYY-MM-DD. Errors: no such day, unreadable, a sale far in the future or before
 * 1980, an expiry date that is not in the future (the service deletes the customer on it: interface, part 3, rule 6).
 */
export function checkDate(cell: SourceCell, options: DateOptions): CheckedCell {
  const reading = readDate(cell)
  const { field, today, order } = options
  switch (reading.kind) {
    case 'empty':
      return emptyCell
    case 'nothing':
      return {
        value: '',
        issues: [issue('info', 'date.placeholder', `“${reading.text}” stands for no date, so nothing is sent for it.`)],
      }
    case 'certain':
      return checkCertain(reading, options)
    case 'certain-short':
      return plausible({ ...reading, year: fullYear(reading.shortYear, field, today) }, options, [])
    case 'numbers': {
      const parts = inOrder(reading, order, field, today)
      if (parts) return plausible(parts, options, [])
      const other = order === 'mdy' ? 'dmy' : 'mdy'
      const turned = inOrder(reading, other, field, today)
      const text = plainText(cell)
      if (!turned) return refused('date.impossible', `There is no such day as ${text}. Correct it, or clear it.`)
      const day = dateFromParts(turned)
      const message = `${text} cannot be read ${orderWords(order)}, as its column is. Read ${orderWords(other)} it is ${formatDate(day)}.`
      return refused('date.other-order', message, day)
    }
    case 'month': {
      const year = reading.shortYear ? fullYear(reading.year, field, today) : reading.year
      const day = field === 'sale_date' ? 1 : daysInMonth(year, reading.month)
      const parts = { year, month: reading.month, day }
      const which = field === 'sale_date' ? 'first' : 'last'
      const message = `“${plainText(cell)}” has no day: the ${which} of the month is taken, ${formatDate(dateFromParts(parts))}.`
      return plausible(parts, options, [issue('warning', 'date.no-day', message)])
    }
    case 'unreadable':
      return (
        spreadsheetError(cell, reading.text) ??
        refused(
          'date.unreadable',
          `“${reading.text}” cannot be read as a date. Type it as day/month/year, or clear it.`,
        )
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
    const message = `Excel had read day and month the wrong way round; they are swapped back, from ${formatDate(dateFromParts(reading.parts))}.`
    issues.push(issue('info', 'date.swapped', message))
  }
  const day = dateFromParts(parts)
  if (reading.from === 'excel-number') {
    issues.push(issue('info', 'date.excel-number', `The number is how Excel stores ${formatDate(day)}.`))
  }
  if (reading.yearUnseen) {
    const message = `The spreadsheet shows no year here. Excel may have read a month and year as a day of ${parts.year}: check it.`
    issues.push(issue('warning', 'date.year-unseen', message))
  }
  if (reading.eveningUtc) {
    const next = addDays(day, 1)
    const message = `The time is given for Greenwich: for this part of the world it may be the next day, ${formatDate(next)}.`
    issues.push(issue('warning', 'date.greenwich-evening', message, next))
  }
  return plausible(parts, options, issues)
}

const earliestSale = '1980-01-01'
const longestForwardDays = 180
const farExpiryDays = 3653

/** Whether the day makes sense in its field. */
function plausible(parts: DateParts, { field, today }: DateOptions, issues: readonly CellIssue[]): CheckedCell {
  const day = dateFromParts(parts)
  const shown = formatDate(day)
  const ahead = daysBetween(today, day)
  if (field === 'expiry_date') {
    if (ahead <= 0) {
      const when = ahead === 0 ? 'is today' : 'has passed'
      const message = `${shown} ${when}: the service deletes a customer on the expiry date. Clear it, or choose a later day.`
      return refused('date.expired', message)
    }
    if (ahead <= farExpiryDays) return { value: day, issues }
    const message = `${shown} is more than ten years away. Check the year.`
    return { value: day, issues: [...issues, issue('warning', 'date.far-expiry', message)] }
  }
  if (day < earliestSale) return refused('date.too-early', `${shown} is too long ago for a sale. Check the year.`)
  if (ahead <= 1) return { value: day, issues }
  if (ahead > longestForwardDays)
    return refused(
      'date.future-sale',
      `${shown} is in the future, so it cannot be the date of a sale. Correct it, or clear it.`,
    )
  const message = `${shown} is in the future: right for a car on order, else check it.`
  return { value: day, issues: [...issues, issue('warning', 'date.forward-sale', message)] }
}
