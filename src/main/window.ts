import { app, BrowserWindow, nativeTheme, shell, type Session, type WebContents } from 'electron'
import type { Opener } from '../core/ports/host.ts'
import type { Log } from '../core/ports/log.ts'
import type { WindowAssets } from '../host-kit/window-assets.ts'
import { desktopText } from './desktop-text.ts'
import { forgetFolders } from './remembered-folder.ts'

/** The scheme and the one origin of the window. */
export const windowScheme = 'app'
const windowOrigin = 'app://bundle'

/** With hot reload the window comes from this address; never in a packaged program. */
const developmentAddress = (): string | null => (app.isPackaged ? null : (process.env.ELECTRON_RENDERER_URL ?? null))

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

/** The one permission of our own page: writing text to the clipboard, for Copy. */
const isAllowed = (permission: string, page: string, isMainFrame: boolean): boolean =>
  permission === 'clipboard-sanitized-write' && isMainFrame && isOwnAddress(page)

/** Denies all other permissions and all network access to the window's session: only the program calls the service. */
export function restrictSession(to: Session): void {
  to.setPermissionRequestHandler((_contents, permission, answer, { requestingUrl, isMainFrame }) =>
    answer(isAllowed(permission, requestingUrl, isMainFrame)),
  )
  to.setPermissionCheckHandler((_contents, permission, origin, { isMainFrame }) =>
    isAllowed(permission, origin, isMainFrame),
  )
  to.setDevicePermissionHandler(() => false)
  const allowed = new Set([`${windowScheme}:`, 'devtools:', 'data:', 'blob:'])
  to.webRequest.onBeforeRequest((details, answer) => {
    const { protocol } = new URL(details.url)
    const forReload = developmentAddress() !== null && ['http:', 'ws:'].includes(protocol)
    answer({ cancel: !allowed.has(protocol) && !forReload })
  })
}

/** Deletes what Chromium stores for the window, and the folders that dialogs remember. */
export async function clearWindowData(of: Session): Promise<void> {
  await of.clearStorageData()
  await of.clearCache()
  await forgetFolders()
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

/** Opens the window with fixed preferences. It is shown when its page is ready. `preload`: the absolute path of the built preload. */
export function openWindow(preload: string, { hidden }: { readonly hidden: boolean }): BrowserWindow {
  const window = new BrowserWindow({
    // Electron saves size, place and whether it is maximised under this name.
    name: 'main',
    windowStatePersistence: true,
    width: 1320,
    height: 860,
    minWidth: 900,
    // A screen of 1080 pixels at 175% has 569 above the task bar.
    minHeight: 480,
    show: false,
    // Shown until the page is painted.
    backgroundColor: nativeTheme.shouldUseDarkColors ? '#0f1518' : '#f5f6f8',
    title: desktopText.name,
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
  if (!hidden) window.once('ready-to-show', () => window.show())

  void window.loadURL(developmentAddress() ?? `${windowOrigin}/`)
  return window
}

const externalSchemes: ReadonlySet<string> = new Set(['https:', 'tel:', 'sms:', 'mailto:'])

/**
 * Opens a link in the system's program for it. Core has checked the whole address; its scheme is checked here again. The
 * system is asked first, because on Linux `openExternal` succeeds without a program for the link.
 */
export function createLinkOpener(log: Log): Opener {
  return async (address) => {
    const { protocol } = new URL(address)
    if (!externalSchemes.has(protocol)) throw new Error('Only checked links can be opened.')
    if (protocol !== 'https:' && app.getApplicationNameForProtocol(address) === '') return 'no-program'
    try {
      await shell.openExternal(address)
      return 'opened'
    } catch (error) {
      // The system's message may quote the link, and with it a customer's number.
      log.write('warning', 'link.notOpened', { scheme: protocol, errorName: error instanceof Error ? error.name : '' })
      return 'no-program'
    }
  }
}
