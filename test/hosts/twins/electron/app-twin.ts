import { EventEmitter } from 'node:events'
import { isAbsolute } from 'node:path'
import type * as Electron from 'electron'
import { mustBe, note, onlyKnown, ready, relaunches, state, system, type Part } from './state.ts'

export const appEvents = new EventEmitter()
/** The windows that are open. */
export const openWindows: { close(): void; destroy(): void }[] = []

// Electron sets it; electron-updater reads its settings there.
if (process.env.TWIN_RESOURCES) Object.assign(process, { resourcesPath: process.env.TWIN_RESOURCES })
const paths: Record<string, string> = {
  home: '/home/kim',
  ...(state.hasDocuments && { documents: '/home/kim/Documents' }),
}

/** Emits an event; whether a listener prevented what follows it. */
export function isPrevented(emitter: EventEmitter, name: string, ...given: unknown[]): boolean {
  const event = { defaultPrevented: false, preventDefault: () => void (event.defaultPrevented = true) }
  emitter.emit(name, event, ...given)
  return event.defaultPrevented
}

/** How Electron quits (`shell/browser/browser.cc`): it closes the windows, asks `will-quit`, and ends. */
const quitting = { isQuitting: false, isExiting: false }

function endProcess(code: number): void {
  state.exitCode ??= code
  appEvents.emit('quit')
}

function quitWithoutWindows(): void {
  const prevented = isPrevented(appEvents, 'will-quit')
  quitting.isQuitting = false
  if (!prevented) endProcess(0)
  appEvents.emit('twin:will-quit', prevented)
}

export function onWindowsClosed(): void {
  if (quitting.isExiting) return
  if (quitting.isQuitting) quitWithoutWindows()
  else if (!appEvents.emit('window-all-closed')) app.quit()
}

/** A window stays open: the program does not quit. */
export const onCloseCancelled = (): void => void (quitting.isQuitting = false)

const loginItem = {
  /** What Windows starts at sign-in; null: nothing. macOS has no arguments. */
  args: null as readonly string[] | null,
  known: system === 'win32' ? ['path', 'args', 'enabled', 'name'] : ['type', 'serviceName'],
}

export const app = {
  isPackaged: process.env.TWIN_PACKAGED !== '0',
  enableSandbox() {
    if (state.isReady) throw new Error('app.enableSandbox() can only be called before app is ready')
    note('sandbox')
  },
  setPath(name: string, path: string) {
    if (!isAbsolute(path)) throw new Error('Path must be absolute')
    if (name !== 'userData') throw new Error('Failed to set path')
    paths[name] = path
    note(`path ${name}`)
  },
  getPath(name: string) {
    const path = paths[name]
    if (path === undefined) throw new Error(`Failed to get '${name}' path`)
    return path
  },
  getVersion: () => '9.8.7',
  getName: () => 'Forecourt',
  requestSingleInstanceLock() {
    note('lock')
    return process.env.TWIN_SECOND !== '1'
  },
  on(name: string, listener: (...given: unknown[]) => void) {
    appEvents.on(name, listener)
    return app
  },
  whenReady: () => ready,
  quit() {
    note('quit')
    if (quitting.isQuitting) return
    quitting.isQuitting = !isPrevented(appEvents, 'before-quit')
    if (!quitting.isQuitting) return
    if (openWindows.length === 0) quitWithoutWindows()
    else for (const window of openWindows) window.close()
  },
  relaunch(options: Electron.RelaunchOptions = {}) {
    onlyKnown('app.relaunch', options, ['args', 'execPath'])
    const { args = [], execPath = '' } = options
    for (const word of [...args, execPath]) mustBe('string', 'An argument of app.relaunch', word)
    relaunches.push(options)
    note('relaunch')
  },
  exit(code = 0) {
    mustBe('number', 'The exit code', code)
    note('exit')
    quitting.isExiting = true
    for (const window of openWindows.toReversed()) window.destroy()
    endProcess(code)
  },
  setAboutPanelOptions(options: Electron.AboutPanelOptionsOptions) {
    onlyKnown('the about panel', options, ['applicationName', 'applicationVersion', 'copyright'])
    note('about')
  },
  showAboutPanel: () => note('about shown'),
  setAppUserModelId(id: string) {
    mustBe('string', 'The id of the program', id)
    note(`model id ${id}`)
  },
  getApplicationNameForProtocol: (url: string) =>
    state.schemesWithoutProgram.includes(new URL(url).protocol) ? '' : 'softphone.desktop',
  ...(system === 'win32' && {
    setToastActivatorCLSID(id: string) {
      if (!/^\{?[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\}?$/i.test(id)) throw new Error('Invalid CLSID format')
      note(`toast activator ${id}`)
    },
  }),
  ...(system !== 'linux' && {
    setLoginItemSettings({ openAtLogin = false, ...settings }: Electron.Settings) {
      onlyKnown('login items', settings, loginItem.known)
      loginItem.args = openAtLogin ? (settings.args ?? []) : null
    },
    getLoginItemSettings(options: Electron.LoginItemSettingsOptions = {}) {
      onlyKnown('login items', options, loginItem.known)
      return {
        openAtLogin: loginItem.args !== null && loginItem.args.join(' ') === (options.args ?? []).join(' '),
        ...(system === 'darwin' && { wasOpenedAtLogin: process.env.TWIN_SIGNED_IN === '1' }),
      }
    },
  }),
} satisfies Part<Electron.App>

const privileges = 'standard secure bypassCSP allowServiceWorkers supportFetchAPI corsEnabled stream codeCache'.split(
  ' ',
)
let hasSchemes = false

export const protocol = {
  registerSchemesAsPrivileged(schemes: Electron.CustomScheme[]) {
    if (state.isReady) throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    if (hasSchemes) throw new Error('A second call replaces the schemes of the first one.')
    hasSchemes = true
    for (const scheme of schemes) onlyKnown('a scheme', scheme.privileges ?? {}, privileges)
    note(`schemes ${JSON.stringify(schemes)}`)
  },
} satisfies Part<Electron.Protocol>
