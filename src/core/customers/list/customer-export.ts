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
import { localDate } from '../../../contract/calendar-date.ts'
import { mobileOnScreen } from '../../fields/mobile.ts'
import { fileOfBatches } from '../../export/table-file.ts'
import type { Batches, TableColumn } from '../../export/table-pieces.ts'
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

/** A column of the file. */
interface FileColumn extends TableColumn {
  cellOf(customer: Customer): string
}

const extraWidth = 18

/**
 * A list of customers as a file for Excel, written in batches, always with a Do Not Contact column. CSV: UTF-8 with a byte order mark,
 * CRLF, dates d/mm/yyyy, mobile numbers with spaces so that Excel keeps the leading zero. Workbook: text as text, dates as dates.
 */
export async function exportCustomers(
  { columns, format, region, today }: ExportRequest,
  batches: Iterable<readonly Customer[]>,
): Promise<ExportedFile> {
  const all = [...columns.map((key) => columnOf(key, region)), doNotContactColumn]
  let rows = 0
  const cells = async function* (): Batches {
    for (const customers of batches) {
      await yieldToEventLoop()
      rows += customers.length
      yield customers.map((customer) => all.map((column) => column.cellOf(customer)))
    }
  }
  const table = { fileName: exportText.fileName(today, format), sheet: exportText.sheet, columns: all }
  return { ...(await fileOfBatches(table, cells(), format)), rows }
}

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

const text = (value: string | null): string => value ?? ''

/** The calendar day of a moment, in this PC's time zone. */
function moment(value: string | null): string {
  const at = new Date(value ?? '')
  return Number.isNaN(at.getTime()) ? text(value) : localDate(at)
}

const writers: Readonly<Record<ColumnKind, (value: string | null, region: Region) => string>> = {
  text,
  plate: text,
  mobile: (value, region) => (value === null ? '' : mobileOnScreen(value, region)),
  day: text,
  moment,
}
