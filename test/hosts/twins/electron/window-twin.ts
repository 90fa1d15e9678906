import { EventEmitter } from 'node:events'
import { isAbsolute } from 'node:path'
import type * as Electron from 'electron'
import { appEvents, isPrevented, onCloseCancelled, onWindowsClosed, openWindows } from './app-twin.ts'
import { cross, mustBe, note, onlyKnown, state } from './state.ts'

export const sent: unknown[] = []
export const progressBars: { readonly part: number; readonly mode: string | null }[] = []
/** All windows that were opened. */
export const windows: BrowserWindow[] = []
export const untilWindow = new Promise<void>((resolve) => (state.windowOpened = resolve))
let lastId = 0

type OpenHandler = (details: { url: string }) => { action: string }

/** Electron's objects throw once what they stand for is gone. */
class Destroyable extends EventEmitter {
  protected destroyed = false
  isDestroyed(): boolean {
    return this.destroyed
  }
  protected mustLive(): void {
    if (this.destroyed) throw new TypeError('Object has been destroyed')
  }
}

export class ContentsTwin extends Destroyable {
  readonly id = (lastId += 1)
  reloads = 0
  printed = 0
  /** The page prevents `beforeunload`. */
  wantsToStay = false
  open: OpenHandler | null = null
  private crashed = false

  setWindowOpenHandler(handler: OpenHandler): void {
    this.mustLive()
    this.open = handler
  }
  send(channel: string, event: unknown): void {
    this.mustLive()
    mustBe('string', 'The channel', channel)
    sent.push({ channel, event: cross(event) })
  }
  reload(): void {
    this.mustLive()
    this.crashed = false
    this.reloads += 1
  }
  paste(): void {
    this.mustLive()
    note('paste')
  }
  print(): void {
    this.mustLive()
    this.printed += 1
  }
  isCrashed(): boolean {
    this.mustLive()
    return this.crashed
  }
  /** The system ends the process of the page. */
  crash(reason: string): void {
    this.crashed = true
    this.emit('render-process-gone', {}, { reason })
  }
  forcefullyCrashRenderer(): void {
    this.mustLive()
    this.crash('killed')
  }
  /** Only with its window. */
  end(): void {
    this.destroyed = true
    this.emit('destroyed')
  }
}

const preferences =
  'preload sandbox contextIsolation nodeIntegration nodeIntegrationInWorker nodeIntegrationInSubFrames webSecurity webviewTag allowRunningInsecureContent experimentalFeatures navigateOnDragDrop spellcheck devTools'
const windowOptions =
  'name windowStatePersistence width height minWidth minHeight show backgroundColor title webPreferences'
const progressModes = ['none', 'normal', 'indeterminate', 'error', 'paused']

export class BrowserWindow extends Destroyable {
  readonly options: Electron.BrowserWindowConstructorOptions
  readonly contents = new ContentsTwin()
  focused = 0
  visible: boolean

  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super()
    if (!state.isReady) throw new Error('Cannot create BrowserWindow before app is ready')
    const { name, show = true, windowStatePersistence, webPreferences = {} } = options
    onlyKnown('a window', options, windowOptions.split(' '))
    onlyKnown('the preferences of a page', webPreferences, preferences.split(' '))
    if (!isAbsolute(webPreferences.preload ?? '')) throw new Error('preload must be an absolute path')
    if (windowStatePersistence && !name) throw new Error('The state of a window without a name is not persisted')
    if (windows.some((other) => !other.destroyed && other.options.name === name))
      throw new Error(`Window name '${name}' is already in use`)
    note('window')
    this.options = options
    this.visible = show
    windows.push(this)
    openWindows.push(this)
    appEvents.emit('web-contents-created', {}, this.contents)
  }
  get webContents(): ContentsTwin {
    this.mustLive()
    return this.contents
  }
  loadURL(url: string): Promise<void> {
    this.mustLive()
    note(`load ${url}`)
    setImmediate(() => {
      if (!this.destroyed) this.emit('ready-to-show')
      state.windowOpened()
    })
    return Promise.resolve()
  }
  show(): void {
    this.mustLive()
    this.visible = true
  }
  hide(): void {
    this.mustLive()
    this.visible = false
  }
  isMinimized(): boolean {
    this.mustLive()
    return false
  }
  focus(): void {
    this.mustLive()
    this.focused += 1
  }
  setProgressBar(part: number, { mode }: { readonly mode?: string } = {}): void {
    this.mustLive()
    mustBe('number', 'The progress', part)
    if (mode !== undefined && !progressModes.includes(mode)) throw new TypeError(`Electron ignores the mode ${mode}`)
    progressBars.push({ part, mode: mode ?? null })
  }
  /** Whether the program prevented it; the window goes away a moment later. */
  close(): boolean {
    this.mustLive()
    const stays = (): boolean => this.contents.wantsToStay && !isPrevented(this.contents, 'will-prevent-unload')
    const prevented = isPrevented(this, 'close') || stays()
    if (prevented) onCloseCancelled()
    else setImmediate(() => this.destroy())
    return prevented
  }
  destroy(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.contents.end()
    openWindows.splice(openWindows.indexOf(this), 1)
    this.emit('closed')
    if (openWindows.length === 0) onWindowsClosed()
  }
}
