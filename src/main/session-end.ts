import { app, powerMonitor, type BrowserWindow } from 'electron'
import type { Log } from '../core/ports/log.ts'

/**
 * Closes the data when the user logs off or the PC shuts down. Windows tells this to windows only, in two steps, and ends the process
 * right after the second without `will-quit`; macOS and Linux tell it once and wait for the program to quit.
 */
export function closeAtSessionEnd(
  window: BrowserWindow,
  log: Log,
  { closeAtOnce, onShutdown }: { closeAtOnce(): void; onShutdown(): void },
): void {
  // Another program may still stop the log-off, so nothing is closed yet.
  window.on('query-session-end', (event) => log.write('info', 'session.mayEnd', { reason: event.reasons.join(' ') }))
  window.on('session-end', (event) => {
    log.write('info', 'session.ended', { reason: event.reasons.join(' ') })
    closeAtOnce()
  })
  // Electron's types leave out the event that its documentation describes.
  const quit = (event: Electron.Event): void => {
    log.write('info', 'session.ended', { reason: 'shutdown' })
    // The system waits a moment for the program to quit.
    event.preventDefault()
    onShutdown()
    app.quit()
  }
  powerMonitor.on('shutdown', quit as () => void)
}
