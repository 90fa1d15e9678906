import { fork, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { createNetSession } from './net-twin.ts'

/**
 * The objects of Electron that the main bundle uses, for plain Node. Calls are recorded, and the probes (`electron-probes.ts`)
 * act as a user, a page or the system. A missing member fails the test; the names are checked against Electron's types. This tests our code only: it
 * does not prove that Electron works.
 */
type Part<T> = { readonly [K in keyof T]?: unknown }

/** What the probes set and read in the twin. */
export const state = {
  exitCode: null as number | null,
  becomeReady: (): void => undefined,
  windowOpened: (): void => undefined,
  nextChoice: null as string | null,
  nextAnswer: 0,
  checksBox: false,
  /** Schemes for which the system has no program. */
  schemesWithoutProgram: [] as readonly string[],
  /** Whether the system fails to start a program. */
  systemFails: false,
  menu: [] as Electron.MenuItemConstructorOptions[],
  shownMenu: [] as Electron.MenuItemConstructorOptions[],
  onDownload: null as null | ((event: unknown, item: unknown) => void),
  onActivation: (): void => undefined,
}

export const transcript: string[] = []
/** Paths of the modules that were loaded. */
export const loaded: string[] = []
const note = (what: string): void => void transcript.push(what)

export const appEvents = new EventEmitter()
const ready = new Promise<void>((resolve) => (state.becomeReady = resolve))
// Electron sets it; electron-updater reads its settings there.
if (process.env.TWIN_RESOURCES) Object.assign(process, { resourcesPath: process.env.TWIN_RESOURCES })
const paths: Record<string, string> = { documents: '/home/kim/Documents' }

export const app = {
  isPackaged: process.env.TWIN_PACKAGED !== '0',
  enableSandbox: () => note('sandbox'),
  setPath(name: string, path: string) {
    paths[name] = path
    note(`path ${name}`)
  },
  getPath: (name: string) => paths[name] ?? '',
  getVersion: () => '9.8.7',
  getName: () => 'Forecourt',
  requestSingleInstanceLock() {
    note('lock')
    return process.env.TWIN_SECOND !== '1'
  },
  on: (name: string, listener: (...given: unknown[]) => void) => void appEvents.on(name, listener),
  whenReady: () => ready,
  quit() {
    note('quit')
    appEvents.emit('before-quit')
  },
  relaunch: ({ args = [] }: Electron.RelaunchOptions = {}) => note(`relaunch ${args.slice(1).join(' ')}`),
  exit(code = 0) {
    state.exitCode = code
    note('exit')
  },
  setAboutPanelOptions: () => note('about'),
  showAboutPanel: () => note('about shown'),
  setAppUserModelId: () => note('model id'),
  getApplicationNameForProtocol: (url: string) =>
    state.schemesWithoutProgram.includes(new URL(url).protocol) ? '' : 'softphone.desktop',
} satisfies Part<Electron.App>

export const protocolHandlers = new Map<string, (request: Request) => Promise<Response> | Response>()

export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => note(`schemes ${JSON.stringify(schemes)}`),
} satisfies Part<Electron.Protocol>

type Answer = (allowed: boolean) => void
type OnRequest = (details: { url: string }, answer: (decision: { cancel: boolean }) => void) => void

export interface AskingPage {
  readonly requestingUrl: string
  readonly isMainFrame: boolean
}
type OnPermission = (contents: unknown, permission: string, answer: Answer, page: AskingPage) => void
type OnPermissionCheck = (contents: unknown, permission: string, origin: string, page: AskingPage) => boolean

export const rules = {
  permission: null as null | OnPermission,
  check: null as null | OnPermissionCheck,
  device: null as null | (() => boolean),
  onRequest: null as null | OnRequest,
}

export { net } from './net-twin.ts'
/** A proxy of the test for all calls to the service; 0: none. */
const proxyPort = Number(process.env.TWIN_PROXY ?? 0)

export const session = {
  defaultSession: {
    on: (_name: 'will-download', listener: typeof state.onDownload) => void (state.onDownload = listener),
    setPermissionRequestHandler: (handler: typeof rules.permission) => void (rules.permission = handler),
    setPermissionCheckHandler: (handler: typeof rules.check) => void (rules.check = handler),
    setDevicePermissionHandler: (handler: typeof rules.device) => void (rules.device = handler),
    webRequest: { onBeforeRequest: (listener: OnRequest) => void (rules.onRequest = listener) },
    protocol: {
      handle(scheme: string, handler: (request: Request) => Promise<Response>) {
        note(`handle ${scheme}`)
        protocolHandlers.set(scheme, handler)
      },
    } satisfies Part<Electron.Protocol>,
  } satisfies Part<Electron.Session>,
  fromPartition(name: string, options: object) {
    note(`partition ${name} ${JSON.stringify(options)}`)
    return createNetSession(proxyPort === 0 ? null : { host: '127.0.0.1', port: proxyPort })
  },
}

export const sent: unknown[] = []
export const windows: { options: unknown; contents: ContentsTwin; window: BrowserWindow }[] = []
export const untilWindow = new Promise<void>((resolve) => (state.windowOpened = resolve))
let lastId = 0

export class ContentsTwin extends EventEmitter {
  readonly id = (lastId += 1)
  reloads = 0
  private crashed = false
  printed = 0
  open: ((details: { url: string }) => { action: string }) | null = null
  setWindowOpenHandler(handler: (details: { url: string }) => { action: string }): void {
    this.open = handler
  }
  send(channel: string, event: unknown): void {
    sent.push({ channel, event })
  }
  reload(): void {
    this.crashed = false
    this.reloads += 1
  }
  paste(): void {
    note('paste')
  }
  print(): void {
    this.printed += 1
  }
  isCrashed(): boolean {
    return this.crashed
  }
  crash(reason: string): void {
    this.crashed = true
    this.emit('render-process-gone', {}, { reason })
  }
  forcefullyCrashRenderer(): void {
    this.crash('killed')
  }
}

export const nativeTheme = {
  themeSource: 'system',
  shouldUseDarkColors: false,
} satisfies Part<Electron.NativeTheme>

export const powerMonitor = new EventEmitter()
/** electron-updater announces on it that the program quits. */
export const autoUpdater = new EventEmitter()

export const progressBars: { readonly part: number; readonly mode: string | null }[] = []

export class BrowserWindow extends EventEmitter {
  readonly webContents = new ContentsTwin()
  focused = 0
  visible = false
  constructor(options: unknown) {
    super()
    note('window')
    windows.push({ options, contents: this.webContents, window: this })
    appEvents.emit('web-contents-created', {}, this.webContents)
  }
  loadURL(url: string): Promise<void> {
    note(`load ${url}`)
    state.windowOpened()
    return Promise.resolve()
  }
  show(): void {
    note('show')
    this.visible = true
  }
  hide(): void {
    this.visible = false
  }
  isMinimized(): boolean {
    return false
  }
  focus(): void {
    this.focused += 1
  }
  setProgressBar(part: number, options?: Electron.ProgressBarOptions): void {
    progressBars.push({ part, mode: options?.mode ?? null })
  }
}

export const trays: Tray[] = []

export class Tray extends EventEmitter {
  readonly icon: string
  tip = ''
  items: Electron.MenuItemConstructorOptions[] = []
  destroyed = false
  constructor(icon: string) {
    super()
    this.icon = icon
    trays.push(this)
  }
  setToolTip(tip: string): void {
    this.tip = tip
  }
  setContextMenu(items: Electron.MenuItemConstructorOptions[]): void {
    this.items = items
  }
  destroy(): void {
    this.destroyed = true
  }
}

type Invoked = (event: unknown, given: unknown) => Promise<unknown>
export const channels = new Map<string, Invoked>()

export const ipcMain = {
  handle(channel: string, listener: Invoked) {
    note(`answers ${channel}`)
    channels.set(channel, listener)
  },
} satisfies Part<Electron.IpcMain>

export const dialogs: Electron.OpenDialogOptions[] = []
export const questions: Electron.MessageBoxOptions[] = []

export const dialog = {
  async showOpenDialog(_window: unknown, options: Electron.OpenDialogOptions) {
    dialogs.push(options)
    return { canceled: state.nextChoice === null, filePaths: state.nextChoice === null ? [] : [state.nextChoice] }
  },
  async showMessageBox(_window: unknown, options: Electron.MessageBoxOptions) {
    questions.push(options)
    return { response: state.nextAnswer, checkboxChecked: state.checksBox }
  },
  showErrorBox: (title: string, text: string) => note(`error box ${title}: ${text}`),
} satisfies Part<Electron.Dialog>

export const notices: Notification[] = []

export class Notification extends EventEmitter {
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  static isSupported = (): boolean => true
  static handleActivation(callback: () => void): void {
    state.onActivation = callback
  }
  show(): void {
    notices.push(this)
  }
}

export const utilityProcesses: { readonly serviceName: string; readonly env: object; ended: boolean }[] = []

export const utilityProcess = {
  fork(file: string, given: string[], { env = {}, execArgv = [], serviceName = '', stdio }: Electron.ForkOptions) {
    if (!Array.isArray(stdio) || stdio[0] !== 'ignore') throw new Error('The standard input cannot be configured.')
    const parentPort = new URL('parent-port-twin.ts', import.meta.url).href
    const child = fork(file, given, {
      env: env as NodeJS.ProcessEnv,
      execArgv: [...execArgv, '--import', parentPort],
      serialization: 'advanced',
      stdio: [...stdio, 'ipc'] as StdioOptions,
    })
    const started = { serviceName, env, ended: false }
    utilityProcesses.push(started)
    child.once('exit', () => (started.ended = true))
    return Object.assign(child, { postMessage: (message: object) => void child.send(message) })
  },
} satisfies Part<typeof Electron.utilityProcess>

export const opened: string[] = []

export const shell = {
  async openExternal(url: string) {
    if (state.systemFails) throw new Error(`Failed to open ${url}`)
    opened.push(url)
  },
} satisfies Part<Electron.Shell>

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
    Object.assign([...template], { popup: () => void (state.shownMenu = template) }),
  setApplicationMenu: (built: Electron.MenuItemConstructorOptions[]) => void (state.menu = built),
} satisfies Part<typeof Electron.Menu>
