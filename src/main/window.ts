import { app, BrowserWindow, shell, type Session, type WebContents } from 'electron'
import type { WindowAssets } from '../host-kit/window-assets.ts'

/** The scheme and the one origin of the window. */
export const windowScheme = 'app'
export const windowOrigin = 'app://bundle'

/** With hot reload the window comes from this address; never in a packaged program. */
export const developmentAddress = (): string | null =>
  app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null)

/** Whether an address is the window's own page. The parts are compared, because another address can begin the same way. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, origin } = new URL(address)
  const development = developmentAddress()
  if (development !== null && origin === new URL(development).origin) return true
  // Node's URL has the origin `null` for schemes that it does not know, so protocol and host are compared.
  return `${protocol}//${host}` === windowOrigin
}

/** Serves the built window at `app://bundle`, with the same headers as the browser host. */
export function serveWindow(to: Session, assets: WindowAssets): void {
  to.protocol.handle(windowScheme, (request) => {
    const { host, pathname } = new URL(request.url)
    return host === 'bundle' ? assets.answer(request.method, pathname) : new Response(null, { status: 404 })
  })
}

/** Denies every permission and all network access to the window's session: only the program calls the service. */
export function restrictSession(to: Session): void {
  to.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  to.setPermissionCheckHandler(() => false)
  to.setDevicePermissionHandler(() => false)
  const allowed = new Set([`${windowScheme}:`, 'devtools:', 'data:', 'blob:'])
  to.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url)
    const forReload = developmentAddress() !== null && ['http:', 'ws:'].includes(protocol)
    answer({ cancel: !allowed.has(protocol) && !forReload })
  })
}

/** Keeps a page where it is: it cannot navigate, open a window or embed another page. */
export function confine(contents: WebContents): void {
  contents.on('will-navigate', (details) => {
    if (!isOwnAddress(details.url)) details.preventDefault()
  })
  contents.on('will-redirect', (details) => details.preventDefault())
  contents.on('will-frame-navigate', (details) => {
    if (!details.isMainFrame) details.preventDefault()
  })
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
}

export interface WindowOptions {
  /** Absolute path of the built preload. */
  readonly preload: string
  /** A page that crashed is loaded again, unless it crashed before within this time. */
  readonly reloadAfterMs?: number
  readonly onGone: (reason: string) => void
}

/** Opens the window with fixed preferences. It is shown when its page is ready. */
export function openWindow({ preload, reloadAfterMs = 10_000, onGone }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    width: 1320,
    height: 860,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Forecourt',
    webPreferences: {
      preload,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      webviewTag: false,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      navigateOnDragDrop: false,
      spellcheck: false,
      devTools: !app.isPackaged,
    },
  })
  window.once('ready-to-show', () => window.show())

  let crashedAt = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    onGone(details.reason)
    const now = performance.now()
    // The program holds all data, so a new page loses nothing. A page that crashes twice in a row would crash again.
    if (now - crashedAt > reloadAfterMs) window.webContents.reload()
    crashedAt = now
  })

  void window.loadURL(developmentAddress() ?? `${windowOrigin}/`)
  return window
}

/** Opens an https address in the system's browser. The caller has checked the address; this is the second check. */
export async function openExternally(address: string): Promise<void> {
  if (new URL(address).protocol !== 'https:') throw new Error('Only https addresses can be opened in the browser.')
  await shell.openExternal(address)
}
