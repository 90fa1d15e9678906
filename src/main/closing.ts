import { app, dialog, powerMonitor, type BrowserWindow } from 'electron'
import type { Preferences } from '../contract/preferences.ts'
import { desktopText } from './desktop-text.ts'

export interface ClosingOptions {
  /** An upload is being sent or processed. */
  isUploading(): boolean
  /** False: everything is gone when Forecourt closes. */
  isStored(): Promise<boolean>
  preference(): Promise<Preferences['whenClosing']>
  remember(choice: Preferences['whenClosing']): Promise<void>
  /** Called when the window was hidden and the program goes on. */
  onHidden(): void
}

/**
 * What happens when the user closes the window. On macOS a program goes on without a window. Elsewhere Forecourt ends, except while an
 * upload runs: then the user is asked, and the answer can be remembered. Quitting by a menu or the system never asks that: uploads
 * continue at the next start. Text that was typed and not saved is asked about however the window closes, except when the PC shuts down,
 * which waits for nobody.
 */
export function askBeforeClosing(window: BrowserWindow, options: ClosingOptions): void {
  let isQuitting = false
  let isShuttingDown = false
  app.on('before-quit', () => (isQuitting = true))
  powerMonitor.on('shutdown', () => (isShuttingDown = true))
  // The page wants to stay (`Shell.vue`). Preventing this event lets it go.
  window.webContents.on('will-prevent-unload', (event) => {
    if (isShuttingDown || mayLoseText(window)) event.preventDefault()
    else isQuitting = false
  })

  const hide = (): void => {
    // The window stays, because Windows reports a log-off to windows only.
    window.hide()
    options.onHidden()
  }

  const decide = async (): Promise<void> => {
    const preference = await options.preference()
    const isStored = await options.isStored()
    const isAsked = preference === 'ask' || (preference === 'quit' && !isStored)
    const choice = isAsked ? await ask(window, options, isStored) : preference
    // Quitting meanwhile closed it.
    if (window.isDestroyed()) return
    if (choice === 'background') hide()
    else if (choice === 'quit') app.quit()
  }

  let isDeciding = false
  window.on('close', (event) => {
    if (isQuitting) return
    if (process.platform === 'darwin') {
      event.preventDefault()
      hide()
    } else if (options.isUploading()) {
      event.preventDefault()
      if (isDeciding) return
      isDeciding = true
      void decide().finally(() => (isDeciding = false))
    }
  })
}

const { closing: text, unsaved } = desktopText

/** The page waits for the answer, so nothing else can happen meanwhile. */
const mayLoseText = (window: BrowserWindow): boolean =>
  dialog.showMessageBoxSync(window, {
    type: 'question',
    message: unsaved.message,
    detail: unsaved.detail,
    buttons: [...unsaved.buttons],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  }) === 0

async function ask(
  window: BrowserWindow,
  options: ClosingOptions,
  isStored: boolean,
): Promise<'background' | 'quit' | 'stay'> {
  const { response, checkboxChecked } = await dialog.showMessageBox(window, {
    type: 'question',
    message: text.message,
    detail: isStored ? text.detail : text.notStored,
    buttons: [...text.buttons],
    defaultId: 0,
    cancelId: 2,
    noLink: true,
    checkboxLabel: text.remember,
  })
  const choice = (['background', 'quit'] as const)[response]
  if (choice === undefined) return 'stay'
  if (checkboxChecked) await options.remember(choice)
  return choice
}
