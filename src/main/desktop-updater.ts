import { app } from 'electron'
import type { Updater } from '../core/ports/updater.ts'

/** An updater that is loaded. */
export interface InstallingUpdater extends Omit<Updater, 'restart'> {
  /** Starts the installer of the downloaded update and ends the program. Call when everything is closed. */
  install(startAgain: boolean): void
}

export type DesktopUpdater = Updater & InstallingUpdater

/** Loads the updater at its first check: most starts end before it. */
export function createDesktopUpdater(load: () => Promise<InstallingUpdater>): DesktopUpdater {
  let loaded: InstallingUpdater | null = null
  const get = async (): Promise<InstallingUpdater> => (loaded ??= await load())
  return {
    check: async () => (await get()).check(),
    download: async (onProgress) => (await get()).download(onProgress),
    restart: () => app.quit(),
    install: (startAgain) => loaded?.install(startAgain),
  }
}
