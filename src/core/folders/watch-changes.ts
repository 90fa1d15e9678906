import { watch, type FSWatcher } from 'node:fs'

/**
 * Tells soon when something in a folder changes, where the system can. It is only a help: on network drives nothing may arrive, and the
 * folder is looked at again and again anyway. Returns the function that stops it.
 */
export function watchChanges(folder: string, onChange: () => void): () => void {
  let watcher: FSWatcher | null = null
  const stop = (): void => {
    watcher?.close()
    watcher = null
  }
  try {
    watcher = watch(folder, { persistent: false }, onChange)
    watcher.on('error', stop)
  } catch {
    // The drive cannot tell changes.
  }
  return stop
}
