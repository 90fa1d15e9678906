import { buffer } from 'node:stream/consumers'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { writeXlsxStream } from 'hucre/xlsx'
import Papa from 'papaparse'
import type { Customer } from '../../../contract/customers.ts'
import type { ExportedFile } from '../../../contract/exported-file.ts'
import type { Region } from '../../../contract/region.ts'
import { formatDate, isRealDay, dateParts } from '../../../contract/calendar-date.ts'
import { mobileOnScreen } from '../../fields/mobile.ts'
import { safeCell } from '../../../contract/csv-injection.ts'
import { localDate } from '../../../contract/calendar-date.ts'
import { fieldText } from '../cache/search-text.ts'

export interface ExportColumn {
  readonly key: string
  readonly title: string
}

export interface ExportRequest {
  readonly columns: readonly ExportColumn[]
  readonly format: 'csv' | 'xlsx'
  readonly region: Region
  /** YYYY-MM-DD: for the file's name. */
  readonly today: string
}

/** A cell before it is written: a text, or a day of the calendar (YYYY-MM-DD). */
type ExportCell = { readonly is: 'text'; readonly text: string } | { readonly is: 'day'; readonly day: string }

/** Records that are written between two breaths of the program. */
export const exportedAtOnce = 100

const contactColumn: ExportColumn = { key: 'doNotContact', title: 'Do not contact' }
const fieldPrefix = 'field:'
const none: ExportCell = { is: 'text', text: '' }

/**
 * A list of customers as a file for Excel, slice by slice, with a column that says who is not to be contacted. CSV: UTF-8 with a byte order
 * mark, CRLF, dates d/mm/yyyy, mobiles with their blanks so that Excel keeps the zero. Workbook: texts as texts, dates as dates.
 */
export async function exportCustomers(
  { columns, format, region, today }: ExportRequest,
  slices: Iterable<readonly Customer[]>,
): Promise<ExportedFile> {
  const all = columns.some(({ key }) => key === contactColumn.key) ? columns : [...columns, contactColumn]
  let rows = 0
  const cells = async function* (): AsyncGenerator<ExportCell[][]> {
    for (const customers of slices) {
      rows += customers.length
      yield customers.map((customer) => all.map(({ key }) => cellOf(customer, key, region)))
      // Between two slices other calls get their turn.
      await yieldToEventLoop()
    }
  }
  const file = format === 'csv' ? await csvOf(all, cells()) : await workbookOf(all, cells())
  return { fileName: `Customers ${today}.${format}`, rows, ...file }
}

type Written = Pick<ExportedFile, 'mimeType' | 'encoding' | 'content'>

async function csvOf(columns: readonly ExportColumn[], slices: AsyncIterable<ExportCell[][]>): Promise<Written> {
  const line = { newline: '\r\n' } as const
  const pieces = [`\ufeff${Papa.unparse([columns.map(({ title }) => safeCell(title))], line)}\r\n`]
  for await (const slice of slices) {
    const lines = slice.map((cells) =>
      cells.map((cell) => (cell.is === 'day' ? formatDate(cell.day) : safeCell(cell.text))),
    )
    if (lines.length > 0) pieces.push(`${Papa.unparse(lines, line)}\r\n`)
  }
  return { mimeType: 'text/csv;charset=utf-8', encoding: 'utf8', content: pieces.join('') }
}

async function workbookOf(columns: readonly ExportColumn[], slices: AsyncIterable<ExportCell[][]>): Promise<Written> {
  const rows = async function* (): AsyncGenerator<(string | Date | null)[]> {
    for await (const slice of slices) {
      for (const cells of slice) yield cells.map(workbookCell)
    }
  }
  const bytes = await buffer(
    writeXlsxStream(rows(), {
      name: 'Customers',
      columns: columns.map(({ key, title }) => ({
        header: title,
        width: widths[key] ?? 18,
        ...(dayKeys.has(key) ? { numFmt: 'd/mm/yyyy' } : {}),
      })),
      freezePane: { rows: 1 },
    }),
  )
  return {
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    encoding: 'base64',
    content: bytes.toString('base64'),
  }
}

function workbookCell(cell: ExportCell): string | Date | null {
  if (cell.is === 'day') {
    return cell.day < firstWorkbookDay ? formatDate(cell.day) : new Date(`${cell.day}T00:00:00.000Z`)
  }
  return cell.text === '' ? null : cell.text
}

/** Workbooks count days from 1900, and believe that it was a leap year. */
const firstWorkbookDay = '1900-03-01'
const dayKeys: ReadonlySet<string> = new Set(['saleDate', 'expiryDate', 'lastSighting', 'lastUpdated'])
const widths: Readonly<Record<string, number>> = {
  clientName: 26,
  rego: 11,
  state: 8,
  vin: 21,
  mobileNumber: 16,
  vehicleTitle: 34,
  saleDate: 12,
  expiryDate: 12,
  lastSighting: 13,
  lastUpdated: 13,
}

/** What the list shows: a change that is on its way to the service is shown already. */
function cellOf(customer: Customer, key: string, region: Region): ExportCell {
  const shown = (field: 'clientName' | 'mobileNumber' | 'saleDate' | 'expiryDate'): string | null => {
    const edit = customer.edits.find((each) => each.field === field && each.state === 'pending')
    return edit ? edit.value : customer[field]
  }
  switch (key) {
    case 'clientName':
      return text(shown(key))
    case 'mobileNumber': {
      const mobile = shown(key)
      return text(mobile === null ? null : mobileOnScreen(mobile, region))
    }
    case 'saleDate':
    case 'expiryDate':
      return day(shown(key))
    case 'rego':
    case 'state':
    case 'vin':
    case 'vehicleTitle':
      return text(customer[key])
    case 'lastSighting':
      return moment(
        customer.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
      )
    case 'lastUpdated':
      return moment(customer.lastUpdated)
    case 'doNotContact':
      return text(customer.doNotContact ? 'Yes' : null)
    default:
      return key.startsWith(fieldPrefix)
        ? text(fieldText(customer.additionalFields[key.slice(fieldPrefix.length)]))
        : none
  }
}

const text = (value: string | null): ExportCell => (value === null ? none : { is: 'text', text: value })

function day(value: string | null): ExportCell {
  const isDay = value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(dateParts(value))
  return isDay ? { is: 'day', day: value } : text(value)
}

/** The day of a moment, by this PC's calendar. */
function moment(value: string | null): ExportCell {
  if (value === null || value === '') return none
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? text(value) : { is: 'day', day: localDate(at) }
}
