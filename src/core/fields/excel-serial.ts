import { dateParts, dayNumber, partsOfDayNumber, type DateParts } from '../../contract/calendar-date.ts'

const dayZero = dayNumber(dateParts('1899-12-30'))

/**
 * The day of an Excel serial (1900 system); the time of day is cut off. Right from serial 61 on: Excel's 60 is 29
 * February 1900, a day that does not exist.
 */
export function fromSerial(serial: number): DateParts {
  return partsOfDayNumber(dayZero + Math.floor(serial))
}

export function toSerial(parts: DateParts): number {
  return dayNumber(parts) - dayZero
}
