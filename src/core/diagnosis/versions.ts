import { release, type } from 'node:os'
import { dataFormat } from '../database/schema.ts'
import { sqliteVersion } from '../database/sqlite-file.ts'

/** The versions of everything that Forecourt runs on, for the window and the report. Names are keys of the window's texts. */
export function versions(): Record<string, string> {
  const { electron, chrome, node } = process.versions as Record<string, string | undefined>
  return {
    ...(electron !== undefined && { electron }),
    ...(chrome !== undefined && { chromium: chrome }),
    node: node ?? '',
    sqlite: sqliteVersion(),
    system: `${type()} ${release()}, ${process.arch}`,
    dataFormat: String(dataFormat),
  }
}
