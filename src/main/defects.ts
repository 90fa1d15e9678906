import { randomUUID } from 'node:crypto'
import { app, dialog } from 'electron'
import { errorFields, type Log } from '../core/ports/log.ts'
import { desktopText } from './desktop-text.ts'

/**
 * Ends the program after an error that nothing caught: its state is unknown then. Electron would show the stack, which may quote a
 * customer, and go on. `closeAtOnce` closes the data first.
 */
export function endOnDefect(log: Log, logFolder: string, closeAtOnce: () => void): void {
  let ended = false
  const end = (error: unknown): void => {
    if (ended) return
    ended = true
    const reference = randomUUID().slice(0, 8)
    log.write('error', 'program.defect', { reference, ...errorFields(error) })
    try {
      closeAtOnce()
    } catch (closing) {
      log.write('error', 'program.notClosed', errorFields(closing))
    }
    dialog.showErrorBox(desktopText.defect.title, desktopText.defect.text(reference, logFolder))
    app.exit(1)
  }
  process.on('uncaughtException', end)
  process.on('unhandledRejection', end)
}
