import { join } from 'node:path'
import { Menu, Tray } from 'electron'
import { desktopText } from './desktop-text.ts'

const { tray: text } = desktopText

export interface DesktopTray {
  /** Shows the icon while the window is hidden. */
  show(): void
  isShown(): boolean
  remove(): void
  /** `calls`: past customers to call today; `progress`: of running uploads, 0 to 1, null when none runs. */
  update(state: { readonly calls: number; readonly progress: number | null }): void
}

export interface TrayActions {
  open(): void
  openCalls(): void
  quit(): void
}

/** The icon beside the clock. `iconFolder`: absolute. */
export function createDesktopTray(iconFolder: string, actions: TrayActions): DesktopTray {
  let tray: Tray | null = null
  let state: { readonly calls: number; readonly progress: number | null } = { calls: 0, progress: null }

  const refresh = (): void => {
    if (!tray) return
    const { calls, progress } = state
    const callText = text.calls(calls)
    const uploadText = progress === null ? null : text.uploading(progress)
    tray.setToolTip(
      [desktopText.name, uploadText, calls > 0 ? callText : null].filter((part) => part !== null).join('\n'),
    )
    tray.setContextMenu(
      Menu.buildFromTemplate([
        { label: text.open, click: actions.open },
        { label: callText, enabled: calls > 0, click: actions.openCalls },
        ...(uploadText === null ? [] : [{ label: uploadText, enabled: false }]),
        { type: 'separator' },
        { label: text.quit, click: actions.quit },
      ]),
    )
  }

  return {
    isShown: () => tray !== null,
    show() {
      if (tray) return
      tray = new Tray(join(iconFolder, process.platform === 'darwin' ? 'trayTemplate.png' : 'tray.png'))
      tray.on('click', actions.open)
      refresh()
    },
    remove() {
      tray?.destroy()
      tray = null
    },
    update(next) {
      state = next
      refresh()
    },
  }
}
