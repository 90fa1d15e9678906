import { dateParts, dayNumber, partsOfDayNumber, type DateParts } from '../../contract/calendar-date.ts'

const dayZero = dayNumber(dateParts('1899-12-30'))

/**
 * The day of an Excel serial (1900 system). A time that rounds to midnight is that of the next day, as Excel shows it;
 * any other is cut off. Excel's 60 is 29 February 1900, a day that does not exist: the days before it are numbered one too low.
 */
export function fromSerial(serial: number): DateParts {
  const day = Math.floor(Math.round(serial * 86_400) / 86_400)
  return partsOfDayNumber(dayZero + (day < 60 ? day + 1 : day))
}

export function toSerial(parts: DateParts): number {
  return dayNumber(parts) - dayZero
}
