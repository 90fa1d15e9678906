import { readXlsx, type Cell, type CellValue } from 'hucre/xlsx'
import { dayMs } from '../../src/contract/calendar-date.ts'
import type { SourceCell, SourceRow } from '../../src/core/fields/source-cell.ts'

/** The rows of each sheet of an .xlsx as the library hucre reads them: a second opinion on `read-workbook.ts`. */
export async function libraryRows(bytes: Uint8Array): Promise<SourceRow[][]> {
  const { sheets } = await readXlsx(bytes, { readStyles: true })
  return sheets.map((sheet) =>
    sheet.rows.flatMap((values, index) => {
      const cells: SourceCell[] = []
      for (const [column, value] of values.entries()) {
        const cell = cellOf(value, sheet.cells?.get(`${index},${column}`))
        if (cell === null || cell === '') continue
        while (cells.length < column) cells.push(null)
        cells.push(cell)
      }
      const isBlank = cells.every((cell) => cell === null || (typeof cell === 'string' && cell.trim() === ''))
      return isBlank ? [] : [{ row: index + 1, cells }]
    }),
  )
}

function cellOf(value: CellValue | undefined, cell: Cell | undefined): SourceCell {
  if (value === null || value === undefined) return null
  const format = cell?.style?.numFmt ?? ''
  if (value instanceof Date) {
    const days = (value.getTime() - Date.UTC(1899, 11, 30)) / dayMs
    // The numbers of Excel before its 29 February 1900, which never was.
    return { serial: Math.round((days < 61 ? days - 1 : days) * 1e8) / 1e8, format }
  }
  if (cell?.type === 'error' && typeof value === 'string') return { error: value }
  if (typeof value === 'number') {
    const zeros = /^0{2,}$/.test(format) ? format.length : 0
    if (zeros > 0 && Number.isInteger(value) && value >= 0) return String(value).padStart(zeros, '0')
    return Number(value.toPrecision(15))
  }
  return typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value
}
