import { EventEmitter } from 'node:events'
import type * as Electron from 'electron'
import { app, appEvents, isPrevented } from './electron/app-twin.ts'
import { menus } from './electron/menu-twin.ts'
import { loaded, relaunches, state, transcript } from './electron/state.ts'
import { utilityProcesses } from './electron/utility-process-twin.ts'
import {
  progressBars,
  sent,
  untilWindow,
  windows,
  type BrowserWindow,
  type ContentsTwin,
} from './electron/window-twin.ts'
import {
  channels,
  dialogs,
  nativeTheme,
  notices,
  opened,
  powerMonitor,
  protocolHandlers,
  questions,
  rules,
  trays,
  type AskingPage,
} from './electron-twin.ts'
import { keychainAnswers } from './keytar-twin.ts'
import { calls } from './net-twin.ts'

/** The sender of a request. A missing field has the value of our own page. */
export interface Sender {
  readonly url?: string
  readonly id?: number
  readonly frame?: 'top' | 'inner' | 'none'
}

const firstWindow = (): BrowserWindow => {
  const [first] = windows
  if (!first) throw new Error('No window was opened.')
  return first
}
const contentsOf = (): ContentsTwin => firstWindow().contents

const applicationMenu = (): Electron.MenuItemConstructorOptions[] =>
  (menus.application?.items ?? []).flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []))

function clickOn(
  items: readonly Electron.MenuItemConstructorOptions[],
  what: string,
  isIt: (item: Electron.MenuItemConstructorOptions) => boolean,
): void {
  const click = items.find(isIt)?.click as undefined | (() => void)
  if (!click) throw new Error(`The menu has no ${what}.`)
  click()
}

let answerNow = (): void => undefined

/** The user or the system quits the program. Whether it prevented the end, to close first. */
const closeDown = (): Promise<boolean> =>
  new Promise((done) => {
    appEvents.once('twin:will-quit', done)
    app.quit()
  })

function throwError(message: string): never {
  throw new Error(message)
}

/** What the test can do and read. Probes are called from another process, so their values must be clonable. */
export const probes = {
  ready: () => state.becomeReady(),
  transcript: () => transcript,
  loaded: () => loaded,
  /** Resolves when a window loads its page. */
  untilWindow: () => untilWindow,
  windowOptions: () => windows.map(({ options }) => options),
  focused: () => windows.map(({ focused }) => focused),
  progressBars: () => progressBars,
  exitCode: () => state.exitCode,
  relaunches: () => relaunches,
  calls: () => calls,
  sent: () => sent,
  opened: () => opened,
  hasNoProgramFor: (...schemes: string[]) => void (state.schemesWithoutProgram = schemes),
  failsToOpen: (fails: boolean) => void (state.systemFails = fails),
  utilityProcesses: () => utilityProcesses,
  notices: () => notices.map(({ options }) => options),
  /** Clicks the first notice, or the first with this title. */
  chooseNotice: (title = notices[0]?.options.title) =>
    void notices.find(({ options }) => options.title === title)?.emit('click'),
  dialogs: () => dialogs,
  choose: (path: string | null) => void (state.nextChoice = path),
  async closeDown(times = 1) {
    const answers = []
    for (let time = 0; time < times; time += 1) answers.push(await closeDown())
    return answers.every((prevented) => prevented)
  },
  /** The program begins to close, and the user starts it again before it has ended, or opens a file in the Finder. */
  async startAgainWhileClosing(words: string[], folder: string, fileOfFinder?: string) {
    await closeDown()
    appEvents.emit('second-instance', {}, ['forecourt', ...words], folder)
    if (fileOfFinder !== undefined) isPrevented(appEvents, 'open-file', fileOfFinder)
  },
  secondInstance: (words: string[] = [], folder = '/') =>
    void appEvents.emit('second-instance', {}, ['forecourt', ...words], folder),
  /** macOS: the user opened a file with Forecourt. */
  openFile: (path: string) => isPrevented(appEvents, 'open-file', path),
  /** The page has text that was typed and not saved. */
  typesText: () => void (contentsOf().wantsToStay = true),
  quits: () => app.quit(),
  /** The user closes the window. Whether the program prevented it. */
  closeWindow: () => firstWindow().close(),
  isVisible: () => windows[0]?.visible ?? false,
  tray() {
    const last = trays.at(-1)
    if (!last || last.destroyed) return null
    return { icon: last.icon, tip: last.tip, labels: (last.menu?.items ?? []).flatMap(({ label }) => label ?? []) }
  },
  clickTray: () => void trays.at(-1)?.emit('click'),
  chooseFromTray: (name: string) =>
    clickOn(trays.at(-1)?.menu?.items ?? [], name, ({ label }) => label?.startsWith(name) ?? false),
  questions: () => questions,
  answerQuestions(button: number, checkbox = false) {
    state.nextAnswer = button
    state.checksBox = checkbox
  },
  /** The user leaves questions open, until the next call of this. */
  leaveQuestionsOpen() {
    answerNow()
    const { promise, resolve } = Promise.withResolvers<void>()
    state.answering = promise
    answerNow = resolve
  },
  theme: () => nativeTheme.themeSource,
  /** Windows: the user logs off. */
  sessionEnds() {
    for (const name of ['query-session-end', 'session-end']) windows[0]?.emit(name, { reasons: ['logoff'] })
  },
  shutsDown: () => isPrevented(powerMonitor, 'shutdown'),
  /** The PC sleeps and wakes up; the monotonic clock misses this time, as on Linux and macOS. */
  sleeps(ms: number) {
    const { now } = Date
    powerMonitor.emit('suspend')
    Date.now = () => now() + ms
    powerMonitor.emit('resume')
    Date.now = now
  },
  /** A server asks for a certificate. The fingerprint of the one that it gets; null: none. */
  wantsCertificate(url: string, certificates: Partial<Electron.Certificate>[], fromWindow = false) {
    return new Promise<string | null>((done, failed) => {
      let prevented = false
      appEvents.emit(
        'select-client-certificate',
        { preventDefault: () => (prevented = true) },
        fromWindow ? contentsOf() : null,
        url,
        certificates,
        (certificate?: Electron.Certificate) => done(certificate?.fingerprint ?? null),
      )
      if (!prevented) failed(new Error('Electron would send the first certificate.'))
    })
  },
  reloads: () => contentsOf().reloads,
  printed: () => contentsOf().printed,
  /** Windows: the user clicks a notification of an earlier start. */
  activatesOldNotice: () => state.onActivation(),
  /** The page saves a file; returns the options of the dialog. */
  saves(name: string, to: string, outcome: 'completed' | 'interrupted' | 'cancelled') {
    let options: Electron.SaveDialogOptions = {}
    const item = Object.assign(new EventEmitter(), {
      getFilename: () => name,
      getSavePath: () => to,
      getReceivedBytes: () => 0,
      setSaveDialogOptions: (given: Electron.SaveDialogOptions) => void (options = given),
    })
    state.onDownload?.({}, item)
    item.emit('done', {}, outcome)
    return options
  },
  chooseFromMenu: (name: string) => clickOn(applicationMenu(), name, ({ label }) => label === name),
  hangs(times = 1) {
    for (let time = 0; time < times; time += 1) windows[0]?.emit('unresponsive')
  },
  keychainAnswers,
  throwsOutsideAnyCall: (message: string) => void setImmediate(() => throwError(message)),
  /** Right-clicks; the labels and roles of the menu. */
  contextMenu(params: { isEditable: boolean; selectionText: string }) {
    const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
    contentsOf().emit('context-menu', {}, { editFlags, ...params })
    return menus.shown?.items.map(({ role, label, type }) => role ?? label ?? type)
  },
  chooseFromContextMenu: (name: string) => clickOn(menus.shown?.items ?? [], name, ({ label }) => label === name),
  async request(given: unknown, sender: Sender = {}) {
    const listener = channels.get('forecourt:request')
    if (!listener) throw new Error('Nothing answers requests.')
    const frame: { url: string; top: unknown } = { url: sender.url ?? 'app://bundle/#/import', top: null }
    frame.top = sender.frame === 'inner' ? { url: 'app://bundle/' } : frame
    const event = {
      senderFrame: sender.frame === 'none' ? null : frame,
      sender: sender.id === undefined ? contentsOf() : Object.assign(new EventEmitter(), { id: sender.id }),
    }
    return listener(event, given)
  },
  async get(url: string, method = 'GET') {
    const handler = protocolHandlers.get(new URL(url).protocol.slice(0, -1))
    if (!handler) throw new Error('Nothing serves this scheme.')
    const response = await handler(new Request(url, { method }))
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
  accelerators: () => applicationMenu().flatMap(({ accelerator }) => accelerator ?? []),
  press: (keys: string) => clickOn(applicationMenu(), keys, ({ accelerator }) => accelerator === keys),
}

export type Probes = typeof probes
