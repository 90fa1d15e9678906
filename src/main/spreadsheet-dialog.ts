import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { app, dialog, type BrowserWindow } from 'electron'
import { z } from 'zod'
import { errorFields, type Log } from '../core/ports/log.ts'

/** Endings of the files that are read by their content. */
export const spreadsheetExtensions: readonly string[] =
  'csv tsv txt prn xlsx xlsm xls xlsb ods fods xml html htm slk dif'.split(' ')

const Remembered = z.object({ folder: z.string() })

/** The system's file dialog for a spreadsheet. It opens in the folder of the last choice, also after a restart. */
export function createSpreadsheetDialog(log: Log): (window: BrowserWindow) => Promise<string | null> {
  const file = join(app.getPath('userData'), 'last-folder.json')
  let folder = rememberedFolder(file) ?? app.getPath('documents')

  return async (window) => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: 'Open a spreadsheet',
      defaultPath: folder,
      properties: ['openFile'],
      filters: [
        { name: 'Spreadsheets', extensions: [...spreadsheetExtensions] },
        { name: 'All files', extensions: ['*'] },
      ],
    })
    const chosen = filePaths[0]
    if (canceled || chosen === undefined) return null
    folder = dirname(chosen)
    try {
      await writeFile(file, JSON.stringify({ folder }))
    } catch (error) {
      // The choice is still valid; only the folder is not remembered.
      log.write('warning', 'dialog.folderNotSaved', errorFields(error))
    }
    return chosen
  }
}

/** The folder of the last choice; null when there is none or its file cannot be read, because nothing is lost then. */
function rememberedFolder(file: string): string | null {
  try {
    return Remembered.parse(JSON.parse(readFileSync(file, 'utf8'))).folder
  } catch {
    return null
  }
}
