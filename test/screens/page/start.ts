import type { App } from 'vue'
import { mountWindow } from '../../../src/renderer/app/mount-window.ts'
import type { CallOfPage, PageFunctions } from '../page-functions.ts'

declare global {
  interface Window extends PageFunctions {
    /** Passes a call to the test. */
    callTwin?(call: CallOfPage): Promise<unknown>
  }
}

let app: App | null = null
let listeners = new Set<(event: unknown) => void>()
let watchers = new Set<(up: boolean) => void>()

window.closeWindow = () => {
  app?.unmount()
  app = null
}

window.openWindow = async (address, opening) => {
  window.closeWindow()
  sessionStorage.clear()
  localStorage.clear()
  history.replaceState(null, '', `#${address}`)
  listeners = new Set()
  watchers = new Set()
  const own = { listeners, watchers }
  const call = (what: CallOfPage['what'], method: string, input: unknown): Promise<unknown> =>
    window.callTwin!({ opening, what, method, input })
  const takeFile = async (file: unknown): Promise<unknown> => {
    const { name, size } = file as File
    return call('take-file', '', { name, size })
  }
  app = mountWindow({
    host: 'browser',
    invoke: (method, input) => call('invoke', method, input),
    subscribe(listener) {
      own.listeners.add(listener)
      return () => own.listeners.delete(listener)
    },
    watchLink(listener) {
      own.watchers.add(listener)
      return () => own.watchers.delete(listener)
    },
    chooseFile: () => call('choose-file', '', null),
    takeFile,
  })
  await app.config.globalProperties.$router.isReady()
}

window.openKit = async () => {
  window.closeWindow()
  const { mountKit } = await import('./mount-kit.ts')
  app = mountKit()
}

window.announce = (event) => {
  for (const listener of listeners) listener(event)
}
window.setLink = (up) => {
  for (const watcher of watchers) watcher(up)
}
