import { dirname } from 'node:path'
import { dialog, type BrowserWindow } from 'electron'
import { spreadsheetEndings } from '../contract/spreadsheet-endings.ts'
import type { Log } from '../core/ports/log.ts'
import { desktopText } from './desktop-text.ts'
import { createRememberedFolder } from './remembered-folder.ts'

const { file: text } = desktopText

/** The system's file dialog for a spreadsheet. It opens in the folder of the last choice. */
export function createSpreadsheetDialog(log: Log): (window: BrowserWindow) => Promise<string | null> {
  const folder = createRememberedFolder('last-folder', log)
  return async (window) => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: text.open,
      defaultPath: folder.current(),
      properties: ['openFile'],
      filters: [
        { name: text.spreadsheets, extensions: [...spreadsheetEndings, 'zip'] },
        { name: text.all, extensions: ['*'] },
      ],
    })
    const chosen = filePaths[0]
    if (canceled || chosen === undefined) return null
    await folder.remember(dirname(chosen))
    return chosen
  }
}

/** The system's dialog for a folder of backups or exports. */
export function createFolderDialog(): (window: BrowserWindow) => Promise<string | null> {
  return async (window) => {
    const { canceled, filePaths } = await dialog.showOpenDialog(window, {
      title: text.chooseFolder,
      properties: ['openDirectory', 'createDirectory'],
    })
    return canceled ? null : (filePaths[0] ?? null)
  }
}
