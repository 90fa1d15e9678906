import { dirname, extname, join } from 'node:path'
import { dialog, type BrowserWindow, type Session } from 'electron'
import type { Log } from '../core/ports/log.ts'
import { desktopText } from './desktop-text.ts'
import { createRememberedFolder } from './remembered-folder.ts'

const { file: text } = desktopText

/**
 * Shows the system's Save dialog for each file that the page saves, in the folder of the last one, and says so when a file could not
 * be written.
 */
export function askWhereToSave(session: Session, log: Log, findWindow: () => BrowserWindow | null): void {
  const folder = createRememberedFolder('last-save-folder', log)
  session.on('will-download', (_event, item) => {
    const name = item.getFilename()
    const extension = extname(name).slice(1)
    item.setSaveDialogOptions({
      title: text.save,
      defaultPath: join(folder.current(), name),
      ...(extension === '' ? {} : { filters: [{ name: extension.toUpperCase(), extensions: [extension] }] }),
      properties: ['showOverwriteConfirmation', 'createDirectory'],
    })
    item.once('done', (_done, state) => {
      if (state === 'completed') void folder.remember(dirname(item.getSavePath()))
      else if (state === 'interrupted') {
        log.write('warning', 'file.notSaved', { bytes: item.getReceivedBytes() })
        void tellNotSaved(name, findWindow())
      }
    })
  })
}

async function tellNotSaved(name: string, window: BrowserWindow | null): Promise<void> {
  const message = {
    type: 'error',
    message: text.notSaved(name),
    detail: text.notSavedNext,
  } as const
  await (window ? dialog.showMessageBox(window, message) : dialog.showMessageBox(message))
}
