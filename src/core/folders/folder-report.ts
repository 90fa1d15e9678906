import { join } from 'node:path'
import { ImportReport } from '../../contract/import-report.ts'
import { newImportReport, reportLines } from '../import-report/import-report.ts'
import type { OpenStorage } from '../open-storage.ts'
import { writeReports } from './folder-disk.ts'
import type { StoredFolder } from './folder-settings.ts'
import type { FileRecord } from './watched-files.ts'

/** The report of a file of which nothing is known yet. */
export function startReport(
  { name }: Pick<FileRecord, 'name'>,
  { path, connectionId, region }: Pick<StoredFolder, 'path' | 'connectionId' | 'region'>,
  { storage }: { readonly storage: Pick<OpenStorage, 'database'> },
): ImportReport {
  const connection = storage.database.value<string>('SELECT name FROM connection WHERE id = ?', [connectionId])
  return newImportReport(join(path, name), { name: connection, region })
}

/** The stored report; null: there is none. */
export function readReport({ report }: Pick<FileRecord, 'report'>): ImportReport | null {
  return report === null ? null : ImportReport.parse(JSON.parse(report))
}

/** The report as people read it. */
export const reportText = (report: ImportReport): string => `${reportLines(report).join('\n')}\n`

/** Writes the stored report beside the place of a file. */
export async function placeReport(folder: Pick<StoredFolder, 'path'>, file: FileRecord, target: string): Promise<void> {
  const report = readReport(file)
  if (!report) return
  const json = `${JSON.stringify(report, null, 2)}\n`
  // With a byte order mark and CRLF, so that each editor of Windows shows it.
  const lines = reportText(report).replaceAll('\n', '\r\n')
  await writeReports(folder.path, target, { text: `\uFEFF${lines}`, json })
}
