import { fork, type StdioOptions } from 'node:child_process'
import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { keychainAnswers } from './keytar-twin.ts'

/**
 * The objects of Electron that the main bundle uses, for plain Node. Calls are recorded, and the probes at the end act as a user, a
 * page or the system. A missing member fails the test; the names are checked against Electron's types. This tests our code only: it
 * does not prove that Electron works.
 */
type Part<T> = { readonly [K in keyof T]?: unknown }

export const transcript: string[] = []
/** Paths of the modules that were loaded. */
export const loaded: string[] = []
const note = (what: string): void => void transcript.push(what)

let exitCode: number | null = null
const appEvents = new EventEmitter()
let becomeReady = (): void => undefined
const ready = new Promise<void>((resolve) => (becomeReady = resolve))
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
    exitCode = code
    note('exit')
  },
  setAboutPanelOptions: () => note('about'),
  showAboutPanel: () => note('about shown'),
  setAppUserModelId: () => note('model id'),
  getApplicationNameForProtocol: (url: string) =>
    schemesWithoutProgram.includes(new URL(url).protocol) ? '' : 'softphone.desktop',
} satisfies Part<Electron.App>

const protocolHandlers = new Map<string, (request: Request) => Promise<Response> | Response>()

export const protocol = {
  registerSchemesAsPrivileged: (schemes: Electron.CustomScheme[]) => note(`schemes ${JSON.stringify(schemes)}`),
} satisfies Part<Electron.Protocol>

type Answer = (allowed: boolean) => void
type OnRequest = (details: { url: string }, answer: (decision: { cancel: boolean }) => void) => void

interface AskingPage {
  readonly requestingUrl: string
  readonly isMainFrame: boolean
}
type OnPermission = (contents: unknown, permission: string, answer: Answer, page: AskingPage) => void
type OnPermissionCheck = (contents: unknown, permission: string, origin: string, page: AskingPage) => boolean

const rules = {
  permission: null as null | OnPermission,
  check: null as null | OnPermissionCheck,
  device: null as null | (() => boolean),
  onRequest: null as null | OnRequest,
}

const fetches: { url: string; init: Record<string, unknown> }[] = []

let onDownload: null | ((event: unknown, item: unknown) => void) = null

export const session = {
  defaultSession: {
    on: (_name: 'will-download', listener: typeof onDownload) => void (onDownload = listener),
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
    return {
      fetch(url: string, init: RequestInit) {
        const { signal: _signal, body: _body, headers: _headers, ...plain } = init
        fetches.push({ url, init: plain as Record<string, unknown> })
        return fetch(url, init)
      },
    } satisfies Part<Electron.Session>
  },
}

const sent: unknown[] = []
const windows: { options: unknown; contents: ContentsTwin; window: BrowserWindow }[] = []
let windowOpened = (): void => undefined
const untilWindow = new Promise<void>((resolve) => (windowOpened = resolve))
let lastId = 0

class ContentsTwin extends EventEmitter {
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

const progressBars: { readonly part: number; readonly mode: string | null }[] = []

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
    windowOpened()
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

const trays: Tray[] = []

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
const channels = new Map<string, Invoked>()

export const ipcMain = {
  handle(channel: string, listener: Invoked) {
    note(`answers ${channel}`)
    channels.set(channel, listener)
  },
} satisfies Part<Electron.IpcMain>

let nextChoice: string | null = null
const dialogs: Electron.OpenDialogOptions[] = []
const questions: Electron.MessageBoxOptions[] = []
let nextAnswer = 0
let checksBox = false

export const dialog = {
  async showOpenDialog(_window: unknown, options: Electron.OpenDialogOptions) {
    dialogs.push(options)
    return { canceled: nextChoice === null, filePaths: nextChoice === null ? [] : [nextChoice] }
  },
  async showMessageBox(_window: unknown, options: Electron.MessageBoxOptions) {
    questions.push(options)
    return { response: nextAnswer, checkboxChecked: checksBox }
  },
  showErrorBox: (title: string, text: string) => note(`error box ${title}: ${text}`),
} satisfies Part<Electron.Dialog>

const notices: Notification[] = []
let onActivation = (): void => undefined

export class Notification extends EventEmitter {
  readonly options: { readonly title: string; readonly body: string }
  constructor(options: { title: string; body: string }) {
    super()
    this.options = options
  }
  static isSupported = (): boolean => true
  static handleActivation(callback: () => void): void {
    onActivation = callback
  }
  show(): void {
    notices.push(this)
  }
}

const utilityProcesses: { readonly serviceName: string; readonly env: object; ended: boolean }[] = []

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

const opened: string[] = []
/** Schemes for which the system has no program, and whether the system fails to start one. */
let schemesWithoutProgram: readonly string[] = []
let systemFails = false

export const shell = {
  async openExternal(url: string) {
    if (systemFails) throw new Error(`Failed to open ${url}`)
    opened.push(url)
  },
} satisfies Part<Electron.Shell>

let menu: Electron.MenuItemConstructorOptions[] = []

let shownMenu: Electron.MenuItemConstructorOptions[] = []

export const Menu = {
  buildFromTemplate: (template: Electron.MenuItemConstructorOptions[]) =>
    Object.assign([...template], { popup: () => void (shownMenu = template) }),
  setApplicationMenu: (built: Electron.MenuItemConstructorOptions[]) => void (menu = built),
} satisfies Part<typeof Electron.Menu>

/** The sender of a request. A missing field has the value of our own page. */
export interface Sender {
  readonly url?: string
  readonly id?: number
  readonly frame?: 'top' | 'inner' | 'none'
}

const contentsOf = (): ContentsTwin => {
  const first = windows[0]
  if (!first) throw new Error('No window was opened.')
  return first.contents
}

function throwError(message: string): never {
  throw new Error(message)
}

/** What the test can do and read. Probes are called from another process, so their values must be clonable. */
export const probes = {
  ready: () => becomeReady(),
  transcript: () => transcript,
  loaded: () => loaded,
  /** Resolves when a window loads its page. */
  untilWindow: () => untilWindow,
  windowOptions: () => windows.map(({ options }) => options),
  focused: () => windows.map(({ window }) => window.focused),
  progressBars: () => progressBars,
  exitCode: () => exitCode,
  fetches: () => fetches,
  sent: () => sent,
  opened: () => opened,
  hasNoProgramFor: (...schemes: string[]) => void (schemesWithoutProgram = schemes),
  failsToOpen: (fails: boolean) => void (systemFails = fails),
  utilityProcesses: () => utilityProcesses,
  notices: () => notices.map(({ options }) => options),
  chooseNotice: () => void notices[0]?.emit('click'),
  dialogs: () => dialogs,
  choose: (path: string | null) => void (nextChoice = path),
  closeDown() {
    let prevented = false
    appEvents.emit('will-quit', { preventDefault: () => (prevented = true) })
    return prevented
  },
  /** The program begins to close, and the user starts it again before it has ended. */
  startAgainWhileClosing(words: string[], folder: string) {
    appEvents.emit('will-quit', { preventDefault: () => undefined })
    appEvents.emit('second-instance', {}, ['forecourt', ...words], folder)
  },
  secondInstance: (words: string[] = [], folder = '/') =>
    void appEvents.emit('second-instance', {}, ['forecourt', ...words], folder),
  /** macOS: the user opened a file with Forecourt. */
  openFile: (path: string) => void appEvents.emit('open-file', { preventDefault: () => undefined }, path),
  /** The user closes the window. Whether the program prevented it. */
  closeWindow() {
    let prevented = false
    windows[0]?.window.emit('close', { preventDefault: () => (prevented = true) })
    return prevented
  },
  isVisible: () => windows[0]?.window.visible ?? false,
  tray() {
    const last = trays.at(-1)
    if (!last || last.destroyed) return null
    return { icon: last.icon, tip: last.tip, labels: last.items.flatMap(({ label }) => label ?? []) }
  },
  clickTray: () => void trays.at(-1)?.emit('click'),
  chooseFromTray(name: string) {
    const click = trays.at(-1)?.items.find(({ label }) => label?.startsWith(name))?.click as undefined | (() => void)
    if (!click) throw new Error(`The tray has no ${name}.`)
    click()
  },
  questions: () => questions,
  answerQuestions(button: number, checkbox = false) {
    nextAnswer = button
    checksBox = checkbox
  },
  theme: () => nativeTheme.themeSource,
  /** Windows: the user logs off. */
  sessionEnds() {
    for (const name of ['query-session-end', 'session-end']) windows[0]?.window.emit(name, { reasons: ['logoff'] })
  },
  shutsDown() {
    let prevented = false
    powerMonitor.emit('shutdown', { preventDefault: () => (prevented = true) })
    return prevented
  },
  reloads: () => contentsOf().reloads,
  printed: () => contentsOf().printed,
  /** Windows: the user clicks a notification of an earlier start. */
  activatesOldNotice: () => onActivation(),
  /** The page saves a file; returns the options of the dialog. */
  saves(name: string, to: string, state: 'completed' | 'interrupted' | 'cancelled') {
    let options: Electron.SaveDialogOptions = {}
    const item = Object.assign(new EventEmitter(), {
      getFilename: () => name,
      getSavePath: () => to,
      getReceivedBytes: () => 0,
      setSaveDialogOptions: (given: Electron.SaveDialogOptions) => void (options = given),
    })
    onDownload?.({}, item)
    item.emit('done', {}, state)
    return options
  },
  chooseFromMenu(label: string) {
    const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const click = items.find((item) => item.label === label)?.click as undefined | (() => void)
    if (!click) throw new Error(`The menu has no ${label}.`)
    click()
  },
  hangs(times = 1) {
    for (let time = 0; time < times; time += 1) windows[0]?.window.emit('unresponsive')
  },
  keychainAnswers,
  throwsOutsideAnyCall: (message: string) => void setImmediate(() => throwError(message)),
  /** Right-clicks; the labels and roles of the menu. */
  contextMenu(params: { isEditable: boolean; selectionText: string }) {
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    contentsOf().emit('context-menu', {}, { editFlags, ...params })
    return shownMenu.map(({ role, label, type }) => role ?? label ?? type)
  },
  chooseFromContextMenu(label: string) {
    const click = shownMenu.find((item) => item.label === label)?.click as undefined | (() => void)
    if (!click) throw new Error(`The menu has no ${label}.`)
    click()
  },
  async request(given: unknown, sender: Sender = {}) {
    const listener = channels.get('forecourt:request')
    if (!listener) throw new Error('Nothing answers requests.')
    const frame: { url: string; top: unknown } = { url: sender.url ?? 'app://bundle/#/import', top: null }
    frame.top = sender.frame === 'inner' ? { url: 'app://bundle/' } : frame
    const event = {
      senderFrame: sender.frame === 'none' ? null : frame,
      sender: Object.assign(new EventEmitter(), { id: sender.id ?? contentsOf().id }),
    }
    return listener(event, given)
  },
  async get(url: string, method = 'GET') {
    const handler = protocolHandlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) throw new Error('Nothing serves this scheme.')
    const response = await handler({ url, method } as Request)
    return { status: response.status, headers: Object.fromEntries(response.headers), text: await response.text() }
  },
  navigates(name: string, url: string, isMainFrame = true) {
    let prevented = false
    contentsOf().emit(name, { url, isMainFrame, preventDefault: () => (prevented = true) })
    return !prevented
  },
  opensWindow: (url: string) => contentsOf().open?.({ url }).action !== 'deny',
  /** Whether a page may use a permission; `url` is its address, of our own page by default. */
  permits(permission: string, url = 'app://bundle/#/sightings', isMainFrame = true) {
    const page: AskingPage = { requestingUrl: url, isMainFrame }
    const origin = /^[a-z]+:\/\/[^/]*/.exec(url)?.[0] ?? ''
    let granted = true
    rules.permission?.(contentsOf(), permission, (allowed) => (granted = allowed), page)
    return {
      asked: granted,
      checked: rules.check?.(contentsOf(), permission, `${origin}/`, page) ?? true,
      device: rules.device?.() ?? true,
    }
  },
  reaches(url: string) {
    let cancelled = false
    rules.onRequest?.({ url }, ({ cancel }) => (cancelled = cancel))
    return !cancelled
  },
  crash(reason: string) {
    contentsOf().crash(reason)
    return contentsOf().reloads
  },
  accelerators: () =>
    menu
      .flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
      .flatMap(({ accelerator }) => accelerator ?? []),
  press(accelerator: string) {
    const items = menu.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))
    const item = items.find((one) => one.accelerator === accelerator)
    const click = item?.click as undefined | (() => void)
    if (!click) throw new Error(`Nothing has the key ${accelerator}.`)
    click()
  },
}

export type Probes = typeof probes
