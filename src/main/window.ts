import { app, BrowserWindow, shell, type Session, type WebContents } from 'electron'
import type { WindowAssets } from '../dispatch/window-assets.ts'

/** The scheme and the one origin of the window. */
export const windowScheme = 'app'
export const windowOrigin = 'app://bundle'

/** With hot reload the window comes from this address; never in a packaged program. */
export const developmentAddress = (): string | null =>
  app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null)

/** Whether an address is the window's own page. By its parts: a beginning can be imitated. */
export function isOwnAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, host, origin } = new URL(address)
  const development = developmentAddress()
  if (development !== null && origin === new URL(development).origin) return true
  // Node gives `null` as the origin of every scheme that it does not know, so protocol and host are compared.
  return `${protocol}//${host}` === windowOrigin
}

/** Serves the built window at `app://bundle`, with the same headers as the browser host. */
export function serveWindow(to: Session, assets: WindowAssets): void {
  to.protocol.handle(windowScheme, (request) => {
    const { host, pathname } = new URL(request.url)
    return host === 'bundle' ? assets.answer(request.method, pathname) : new Response(null, { status: 404 })
  })
}

/** Nothing is permitted to a page, and the window's session reaches no network: every call to the service is the program's. */
export function closeSession(to: Session): void {
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

/** For every page that is ever made here: it stays where it is, opens nothing and embeds nothing. */
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
  /** A page that broke down comes back by itself, unless it does so again within this time. */
  readonly calmAfterMs?: number
  readonly onGone: (reason: string) => void
}

/** The window, with fixed preferences: there is no way to ask for others. Shown as soon as it has something to show. */
export function openWindow({ preload, calmAfterMs = 10_000, onGone }: WindowOptions): BrowserWindow {
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

  let brokeDownAt = Number.NEGATIVE_INFINITY
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return
    onGone(details.reason)
    const now = performance.now()
    // Everything she did is in the program, so a new page loses nothing; one that breaks at once would only break again.
    if (now - brokeDownAt > calmAfterMs) window.webContents.reload()
    brokeDownAt = now
  })

  void window.loadURL(developmentAddress() ?? `${windowOrigin}/`)
  return window
}

/** Opens an https address in the system's browser; the caller has checked it, and so does this. */
export async function openExternally(address: string): Promise<void> {
  if (new URL(address).protocol !== 'https:') throw new Error('Only an https address is opened in the browser.')
  await shell.openExternal(address)
}
