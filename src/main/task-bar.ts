import type { BrowserWindow } from 'electron'
import type { TaskBar, TaskProgress } from '../core/ports/task-bar.ts'

/** Electron removes the progress for any number below 0. */
const noProgress = -1
const modes = { running: 'normal', paused: 'paused', attention: 'error' } as const

export interface DesktopTaskBar extends TaskBar {
  /** Call when the window was opened. */
  refresh(): void
  progress(): TaskProgress | null
}

/** Shows progress at the window's entry in the task bar. `onShown` is called with each change. */
export function createDesktopTaskBar(findWindow: () => BrowserWindow | null, onShown: () => void): DesktopTaskBar {
  let progress: TaskProgress | null = null
  const refresh = (): void => {
    const window = findWindow()
    if (progress === null) window?.setProgressBar(noProgress)
    else window?.setProgressBar(progress.part, { mode: modes[progress.state] })
  }
  return {
    show(next) {
      progress = next
      refresh()
      onShown()
    },
    refresh,
    progress: () => progress,
  }
}
