import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type * as Electron from 'electron'
import { Menu } from './electron/menu-twin.ts'
import { cross, mustBe, note, onlyKnown, state, system, type Part } from './electron/state.ts'
import { BrowserWindow } from './electron/window-twin.ts'
import { createNetSession } from './net-twin.ts'

/**
 * The objects of Electron that the main bundle uses, for plain Node. Calls are recorded, and the probes (`electron-probes.ts`)
 * act as a user, a page or the system. A missing member fails the test; the names are checked against Electron's types. What Electron
 * refuses or ignores is refused here, as its source describes it. This tests our code only: it does not prove that Electron works.
 */
export { app, protocol } from './electron/app-twin.ts'
export { utilityProcess } from './electron/utility-process-twin.ts'
export { net } from './net-twin.ts'
export { BrowserWindow, Menu }

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

export const protocolHandlers = new Map<string, (request: Request) => Promise<Response> | Response>()

/** A proxy of the test for all calls to the service; 0: none. */
const proxyPort = Number(process.env.TWIN_PROXY ?? 0)

const defaultSession = {
  on: (_name: 'will-download', listener: typeof state.onDownload) => void (state.onDownload = listener),
  setPermissionRequestHandler: (handler: typeof rules.permission) => void (rules.permission = handler),
  setPermissionCheckHandler: (handler: typeof rules.check) => void (rules.check = handler),
  setDevicePermissionHandler: (handler: typeof rules.device) => void (rules.device = handler),
  webRequest: { onBeforeRequest: (listener: OnRequest) => void (rules.onRequest = listener) },
  protocol: {
    handle(scheme: string, handler: (request: Request) => Promise<Response>) {
      if (protocolHandlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
      note(`handle ${scheme}`)
      protocolHandlers.set(scheme, handler)
    },
  } satisfies Part<Electron.Protocol>,
} satisfies Part<Electron.Session>

const mustBeReady = (problem: string): void => {
  if (!state.isReady) throw new TypeError(problem)
}
const sessionProblem = 'Session can only be received when app is ready'

export const session = {
  get defaultSession() {
    mustBeReady(sessionProblem)
    return defaultSession
  },
  fromPartition(name: string, options: Electron.FromPartitionOptions) {
    mustBeReady(sessionProblem)
    onlyKnown('a session', options, ['cache'])
    note(`partition ${name} ${JSON.stringify(options)}`)
    return createNetSession(proxyPort === 0 ? null : { host: '127.0.0.1', port: proxyPort })
  },
}

let themeSource = 'system'

export const nativeTheme = {
  get themeSource() {
    return themeSource
  },
  set themeSource(source: string) {
    if (!['system', 'light', 'dark'].includes(source)) throw new TypeError(`Error processing argument: ${source}`)
    themeSource = source
  },
  shouldUseDarkColors: false,
} satisfies Part<Electron.NativeTheme>

export const powerMonitor = new EventEmitter()
powerMonitor.once('newListener', () => mustBeReady('powerMonitor listens to the system after app is ready'))
/** electron-updater announces on it that the program quits. */
export const autoUpdater = new EventEmitter()

export const trays: Tray[] = []

export class Tray extends EventEmitter {
  readonly icon: string
  tip = ''
  menu: Menu | null = null
  destroyed = false
  constructor(icon: string) {
    super()
    if (!state.isReady) throw new Error('Cannot create Tray before app is ready')
    if (!existsSync(icon)) throw new Error(`Failed to load image from path '${icon}'`)
    this.icon = icon
    trays.push(this)
  }
  private mustLive(): void {
    if (this.destroyed) throw new Error('Tray is destroyed')
  }
  setToolTip(tip: string): void {
    this.mustLive()
    mustBe('string', 'The tool tip', tip)
    this.tip = tip
  }
  setContextMenu(menu: Menu): void {
    this.mustLive()
    if (!(menu instanceof Menu)) throw new TypeError('Must pass Menu or null')
    this.menu = menu
  }
  destroy(): void {
    this.destroyed = true
  }
}

type Invoked = (event: unknown, given: unknown) => Promise<unknown>
export const channels = new Map<string, Invoked>()

export const ipcMain = {
  handle(channel: string, listener: Invoked) {
    if (channels.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    mustBe('function', 'The handler', listener)
    note(`answers ${channel}`)
    channels.set(channel, async (event, given) => cross(await listener(event, cross(given))))
  },
} satisfies Part<Electron.IpcMain>

export const dialogs: Electron.OpenDialogOptions[] = []
export const questions: Electron.MessageBoxOptions[] = []

/** The options of a dialog, which can have a window before them. */
function dialogOptions<T extends object>(given: readonly (BrowserWindow | T)[], known: string, texts: string): T {
  if (!state.isReady) throw new Error('dialog module can only be used after app is ready')
  const [options] = given.filter((each): each is T => !(each instanceof BrowserWindow))
  if (!options) throw new TypeError('A dialog without options')
  onlyKnown('a dialog', options, `${known} ${texts}`.split(' '))
  for (const [name, value] of Object.entries(options))
    if (texts.split(' ').includes(name)) mustBe('string', name, value)
  return options
}

function asks(given: (BrowserWindow | Electron.MessageBoxOptions)[], texts: string): void {
  const options = dialogOptions<Electron.MessageBoxOptions>(given, 'type buttons defaultId cancelId noLink', texts)
  const { type = 'none', buttons = [], defaultId = 0, cancelId = 0 } = options
  if (!['none', 'info', 'warning', 'error', 'question'].includes(type)) throw new TypeError('Invalid message box type')
  if (Math.max(defaultId, cancelId) >= Math.max(1, buttons.length)) throw new Error('There is no such button')
  questions.push(options)
}

export const dialog = {
  async showOpenDialog(...given: (BrowserWindow | Electron.OpenDialogOptions)[]) {
    const options = dialogOptions<Electron.OpenDialogOptions>(given, 'properties filters', 'title defaultPath')
    for (const { extensions } of options.filters ?? [])
      if (extensions.some((extension) => /^\.|\*./.test(extension))) throw new Error('An extension has no dot and no *')
    dialogs.push(options)
    return { canceled: state.nextChoice === null, filePaths: state.nextChoice === null ? [] : [state.nextChoice] }
  },
  async showMessageBox(...given: (BrowserWindow | Electron.MessageBoxOptions)[]) {
    asks(given, 'message detail checkboxLabel')
    await state.answering
    return { response: state.nextAnswer, checkboxChecked: state.checksBox }
  },
  showMessageBoxSync(...given: (BrowserWindow | Electron.MessageBoxSyncOptions)[]) {
    asks(given, 'message detail')
    return state.nextAnswer
  },
  showErrorBox(title: string, text: string) {
    mustBe('string', 'The title', title)
    mustBe('string', 'The text', text)
    note(`error box ${title}: ${text}`)
  },
} satisfies Part<Electron.Dialog>

export const notices: Notification[] = []

export class Notification extends EventEmitter {
  readonly options: Electron.NotificationConstructorOptions
  constructor(options: Electron.NotificationConstructorOptions) {
    super()
    if (!state.isReady) throw new Error('Cannot create Notification before app is ready')
    onlyKnown('a notification', options, ['title', 'body'])
    for (const text of Object.values(options)) mustBe('string', 'A text of a notification', text)
    this.options = options
  }
  static isSupported = (): boolean => true
  /** Windows only. */
  static handleActivation =
    system === 'win32' ? (callback: () => void) => void (state.onActivation = callback) : undefined
  show(): void {
    notices.push(this)
  }
}

export const opened: string[] = []

export const shell = {
  async openExternal(url: string) {
    mustBe('string', 'The link', url)
    if (!URL.canParse(url)) throw new Error('Invalid URL')
    if (state.systemFails) throw new Error(`Failed to open ${url}`)
    opened.push(url)
  },
} satisfies Part<Electron.Shell>
