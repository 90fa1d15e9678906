import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import {
  type ColumnKind,
  customerColumns,
  fieldOfKey,
  isRecordColumn,
  type RecordColumn,
} from '../../../contract/customer-columns.ts'
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

export interface ExportRequest {
  /** Keys of columns (`contract/customer-columns.ts`) in their order. */
  readonly columns: readonly string[]
  readonly format: 'csv' | 'xlsx'
  readonly region: Region
  /** YYYY-MM-DD, for the file name. */
  readonly today: string
}

/** A file before its first part is handed over. */
export type FileInParts = Omit<ExportedFile, 'content' | 'rest'> & { readonly parts: readonly string[] }

/** A cell before it is written: text, or a calendar day (YYYY-MM-DD). */
type ExportCell = { readonly is: 'text'; readonly text: string } | { readonly is: 'day'; readonly day: string }

/** A column of the file. */
interface FileColumn {
  readonly title: string
  readonly width: number
  readonly isDay: boolean
  cellOf(customer: Customer): ExportCell
}

const emptyCell: ExportCell = { is: 'text', text: '' }
const extraWidth = 18

/**
 * A list of customers as a file for Excel, written in batches, always with a Do Not Contact column. CSV: UTF-8 with a byte order mark,
 * CRLF, dates d/mm/yyyy, mobile numbers with spaces so that Excel keeps the leading zero. Workbook: text as text, dates as dates.
 */
export async function exportCustomers(
  { columns, format, region, today }: ExportRequest,
  batches: Iterable<readonly Customer[]>,
): Promise<FileInParts> {
  const all = [...columns.map((key) => columnOf(key, region)), doNotContactColumn]
  let rows = 0
  const cells = async function* (): AsyncGenerator<ExportCell[][]> {
    // What begins the file has taken its time.
    await yieldToEventLoop()
    for (const customers of batches) {
      rows += customers.length
      yield customers.map((customer) => all.map((column) => column.cellOf(customer)))
      await yieldToEventLoop()
    }
  }
  const file = format === 'csv' ? await csvOf(all, cells()) : await workbookOf(all, cells())
  return { fileName: exportText.fileName(today, format), rows, ...file }
}

type FileContent = Pick<FileInParts, 'mimeType' | 'encoding' | 'parts'>

async function csvOf(columns: readonly FileColumn[], batches: AsyncIterable<ExportCell[][]>): Promise<FileContent> {
  const lines = async function* (): AsyncGenerator<string> {
    yield csvStart + csvLines([columns.map(({ title }) => title)])
    for await (const batch of batches) {
      yield csvLines(batch.map((cells) => cells.map((cell) => (cell.is === 'day' ? formatDate(cell.day) : cell.text))))
    }
  }
  return { mimeType: 'text/csv;charset=utf-8', encoding: 'utf8', parts: await textParts(lines()) }
}

async function workbookOf(
  columns: readonly FileColumn[],
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
      columns: columns.map(({ title, width, isDay }) => ({
        header: title,
        width,
        ...(isDay ? { numFmt: 'd/mm/yyyy' } : {}),
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

/** The value that the list shows, including pending changes. */
function currentValue(customer: Customer, key: RecordColumn): string | null {
  const edit = customer.edits.find(({ field, state }) => field === key && state === 'pending')
  return edit ? edit.value : customerColumns[key].value(customer)
}

function columnOf(key: string, region: Region): FileColumn {
  if (isRecordColumn(key)) {
    const { title, kind, fileWidth } = customerColumns[key]
    const write = writers[kind]
    return {
      title,
      width: fileWidth,
      isDay: kind === 'day' || kind === 'moment',
      cellOf: (customer) => write(currentValue(customer, key), region),
    }
  }
  const name = fieldOfKey(key) ?? key
  return {
    title: name,
    width: extraWidth,
    isDay: false,
    cellOf: ({ additionalFields }) => text(additionalFieldText(additionalFields[name])),
  }
}

const doNotContactColumn: FileColumn = {
  title: exportText.doNotContact,
  width: extraWidth,
  isDay: false,
  cellOf: ({ doNotContact }) => text(doNotContact ? exportText.yes : null),
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

const writers: Readonly<Record<ColumnKind, (value: string | null, region: Region) => ExportCell>> = {
  text,
  plate: text,
  mobile: (value, region) => text(value === null ? null : mobileOnScreen(value, region)),
  day,
  moment,
}
