import { app } from 'electron'
import type { LoginItem } from '../core/ports/host.ts'

/** The switch that Windows passes to a start at sign-in. */
const hiddenSwitch = '--hidden'

/** Whether this start begins in the tray. macOS passes no switch on, but knows that it started the program at sign-in. */
export const startsHidden = (): boolean =>
  process.platform === 'darwin' ? app.getLoginItemSettings().wasOpenedAtLogin : process.argv.includes(hiddenSwitch)

/** Starts the program at sign-in, hidden. Null where Electron has no login items (Linux). */
export function createLoginItem(): LoginItem | null {
  if (process.platform !== 'win32' && process.platform !== 'darwin') return null
  // Windows finds an entry only with the arguments that it was made with; macOS has none.
  const entry = process.platform === 'win32' ? { args: [hiddenSwitch] } : {}
  return {
    isOn: () => app.getLoginItemSettings(entry).openAtLogin,
    set: (on) => app.setLoginItemSettings({ ...entry, openAtLogin: on }),
  }
}
