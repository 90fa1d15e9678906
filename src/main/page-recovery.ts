import { app, dialog, type BrowserWindow } from 'electron'
import { desktopText } from './desktop-text.ts'

const { page: text } = desktopText

/** A page that crashed is loaded again, unless it crashed before within this time: then the user is asked. */
const reloadAfterMs = 10_000

/**
 * Loads a crashed page again, and asks about one that crashes twice or does not respond. The program holds all data, so a new page
 * loses nothing. `onProblem` gets Electron's word for the cause.
 */
export function recoverPage(window: BrowserWindow, onProblem: (reason: string) => void): void {
  const contents = window.webContents
  let crashedAt = Number.NEGATIVE_INFINITY
  let isAsking = false

  const ask = async (problem: string): Promise<void> => {
    if (isAsking) return
    isAsking = true
    const { response } = await dialog.showMessageBox(window, {
      type: 'warning',
      message: problem,
      detail: text.detail,
      buttons: [...text.buttons],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    })
    isAsking = false
    // Quitting meanwhile closed the window.
    if (window.isDestroyed()) return
    if (response === 2) app.quit()
    else if (response === 0) {
      crashedAt = Number.NEGATIVE_INFINITY
      // A page that hangs would not load another one; its end is handled below.
      if (contents.isCrashed()) contents.reload()
      else contents.forcefullyCrashRenderer()
    }
  }

  contents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit') return
    onProblem(reason)
    const now = performance.now()
    if (now - crashedAt > reloadAfterMs) contents.reload()
    else void ask(text.crashed)
    crashedAt = now
  })
  window.on('unresponsive', () => {
    onProblem('unresponsive')
    void ask(text.unresponsive)
  })
}
