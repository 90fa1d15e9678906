import type { BrowserWindow } from 'electron'
import type { TaskBar, TaskProgress } from '../core/ports/task-bar.ts'

/** Electron removes the progress for any number below 0. */
const noProgress = -1
const modes = { running: 'normal', paused: 'paused', attention: 'error' } as const

/** Shows progress at the window's entry in the task bar. `refresh`: call when the window was opened. */
export function createDesktopTaskBar(findWindow: () => BrowserWindow | null): TaskBar & { refresh(): void } {
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
    },
    refresh,
  }
}
