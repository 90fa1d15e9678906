import type { RowsToSend } from '../src/core/uploads/upload-writer.ts'
import { connectionId } from './core-storage.ts'

/** A draft's rows as they are handed over for an upload, every one with all its fields. */
export function rowsOfDraft(rows: number): RowsToSend {
  return {
    fileName: 'march.csv',
    region: 'au',
    connectionId,
    header: ['Rego', 'State', 'VIN', 'Name', 'Mobile', 'Delivered', 'Notes'],
    rowsInFile: rows,
    rows: Array.from({ length: rows }, (_, index) => ({
      row: index + 2,
      input: {
        rego: `K${String(index).padStart(5, '0')}`,
        state: 'VIC' as const,
        vin: `MR0ABCDEFGH${String(index).padStart(6, '0')}`,
        client_name: `Client ${index}`,
        mobile_number: '0491570006',
        sale_date: '2024-03-04',
        additional_fields: { Make: 'Toyota', Model: 'HiLux', Notes: 'Said “call after 6”' },
      },
      original: [`k-${index}`, 'Vic.', `mr0abcdefgh${index}`, `Client ${index}`, '0491 570 006', '4/3/2024', ''],
    })),
    leftOut: [],
    paidLookups: 0,
  }
}
