import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { Customer } from '../../../contract/customer-record.ts'
import type { ExportedFile } from '../../../contract/exported-file.ts'
import type { Region } from '../../../contract/region.ts'
import { dateParts, formatDate, isRealDay, localDate } from '../../../contract/calendar-date.ts'
import { mobileOnScreen } from '../../fields/mobile.ts'
import { csvLines, csvStart } from '../../export/csv-text.ts'
import { base64Parts, textParts } from '../../export/file-parts.ts'
import { loadWorkbookWriter } from '../../export/workbook-writer.ts'
import { additionalFieldText } from '../record/search-text.ts'
import { exportText } from '../customer-messages.ts'

export interface ExportColumn {
  readonly key: string
  readonly title: string
}

export interface ExportRequest {
  readonly columns: readonly ExportColumn[]
  readonly format: 'csv' | 'xlsx'
  readonly region: Region
  /** YYYY-MM-DD, for the file name. */
  readonly today: string
}

/** A file before its first part is handed over. */
export type FileInParts = Omit<ExportedFile, 'content' | 'rest'> & { readonly parts: readonly string[] }

/** A cell before it is written: text, or a calendar day (YYYY-MM-DD). */
type ExportCell = { readonly is: 'text'; readonly text: string } | { readonly is: 'day'; readonly day: string }

const doNotContactColumn: ExportColumn = { key: 'doNotContact', title: exportText.doNotContact }
const fieldPrefix = 'field:'
const emptyCell: ExportCell = { is: 'text', text: '' }

/**
 * A list of customers as a file for Excel, written in batches, always with a Do Not Contact column. CSV: UTF-8 with a byte order mark,
 * CRLF, dates d/mm/yyyy, mobile numbers with spaces so that Excel keeps the leading zero. Workbook: text as text, dates as dates.
 */
export async function exportCustomers(
  { columns, format, region, today }: ExportRequest,
  batches: Iterable<readonly Customer[]>,
): Promise<FileInParts> {
  const hasDoNotContact = columns.some(({ key }) => key === doNotContactColumn.key)
  const all = hasDoNotContact ? columns : [...columns, doNotContactColumn]
  let rows = 0
  const cells = async function* (): AsyncGenerator<ExportCell[][]> {
    // What begins the file has taken its time.
    await yieldToEventLoop()
    for (const customers of batches) {
      rows += customers.length
      yield customers.map((customer) => all.map(({ key }) => cellOf(customer, key, region)))
      await yieldToEventLoop()
    }
  }
  const file = format === 'csv' ? await csvOf(all, cells()) : await workbookOf(all, cells())
  return { fileName: exportText.fileName(today, format), rows, ...file }
}

type FileContent = Pick<FileInParts, 'mimeType' | 'encoding' | 'parts'>

async function csvOf(columns: readonly ExportColumn[], batches: AsyncIterable<ExportCell[][]>): Promise<FileContent> {
  const lines = async function* (): AsyncGenerator<string> {
    yield csvStart + csvLines([columns.map(({ title }) => title)])
    for await (const batch of batches) {
      yield csvLines(batch.map((cells) => cells.map((cell) => (cell.is === 'day' ? formatDate(cell.day) : cell.text))))
    }
  }
  return { mimeType: 'text/csv;charset=utf-8', encoding: 'utf8', parts: await textParts(lines()) }
}

async function workbookOf(
  columns: readonly ExportColumn[],
  batches: AsyncIterable<ExportCell[][]>,
): Promise<FileContent> {
  const rows = async function* (): AsyncGenerator<(string | Date | null)[]> {
    for await (const batch of batches) {
      for (const cells of batch) yield cells.map(workbookCell)
    }
  }
  const writeXlsxStream = await loadWorkbookWriter()
  const parts = await base64Parts(
    writeXlsxStream(rows(), {
      name: exportText.sheet,
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
    parts,
  }
}

function workbookCell(cell: ExportCell): string | Date | null {
  if (cell.is === 'day') {
    return cell.day < firstWorkbookDay ? formatDate(cell.day) : new Date(`${cell.day}T00:00:00.000Z`)
  }
  return cell.text === '' ? null : cell.text
}

/** Workbooks count days from 1900 and treat it as a leap year, so earlier days are written as text. */
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

/** The value that the list shows, including pending changes. */
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
      return text(customer[key])
    case 'vehicleTitle':
      return text(customer.vehicle?.title ?? null)
    case 'lastSighting':
      return moment(
        customer.sightings.reduce<string | null>((last, { at }) => (last === null || at > last ? at : last), null),
      )
    case 'lastUpdated':
      return moment(customer.lastUpdated)
    case 'doNotContact':
      return text(customer.doNotContact ? exportText.yes : null)
    default:
      return key.startsWith(fieldPrefix)
        ? text(additionalFieldText(customer.additionalFields[key.slice(fieldPrefix.length)]))
        : emptyCell
  }
}

const text = (value: string | null): ExportCell => (value === null ? emptyCell : { is: 'text', text: value })

function day(value: string | null): ExportCell {
  const isDay = value !== null && /^\d{4}-\d{2}-\d{2}$/.test(value) && isRealDay(dateParts(value))
  return isDay ? { is: 'day', day: value } : text(value)
}

/** The calendar day of a moment, in this PC's time zone. */
function moment(value: string | null): ExportCell {
  if (value === null || value === '') return emptyCell
  const at = new Date(value)
  return Number.isNaN(at.getTime()) ? text(value) : { is: 'day', day: localDate(at) }
}
