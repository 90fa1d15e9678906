import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { draftWorkerLimits } from '../core/drafts/worker/worker-limits.ts'
import { app, type BrowserWindow, dialog, protocol, session } from 'electron'
import { desktopChannels } from '../contract/desktop-wire.ts'
import { errorFields } from '../core/ports/log.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import { openDataFolder } from '../host-kit/data-folder.ts'
import { hostOptions, readHostOptions, type HostOptions } from '../host-kit/host-options.ts'
import { createSampleReader } from '../host-kit/sample-spreadsheets.ts'
import { startHost, type Host } from '../host-kit/start-host.ts'
import { createWindowAssets } from '../host-kit/window-assets.ts'
import { setMenu } from './menu.ts'
import { createDesktopNotifier } from './notifications.ts'
import { createUtilityReader } from './reader-process.ts'
import { handleRequests } from './requests.ts'
import { serviceFetch } from './service-fetch.ts'
import { createDesktopTaskBar } from './task-bar.ts'
import { createSpreadsheetDialog } from './spreadsheet-dialog.ts'
import {
  confine,
  createLinkOpener,
  isOwnAddress,
  openWindow,
  restrictSession,
  serveWindow,
  windowScheme,
} from './window.ts'

// Before `ready`, in this order: the sandbox for every page, the folder (it contains the lock), the lock, the scheme.
app.enableSandbox()
const options = readOptions()
const folder = openDataFolder(options.dataDir)
const { log } = folder
// Chromium's own files go to the data folder, not to the roaming profile.
const chromiumFolder = join(folder.path, 'window')
mkdirSync(chromiumFolder, { recursive: true, mode: 0o700 })
app.setPath('userData', chromiumFolder)

if (app.requestSingleInstanceLock()) {
  protocol.registerSchemesAsPrivileged([
    { scheme: windowScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.on('web-contents-created', (_event, contents) => confine(contents))
  app.on('window-all-closed', () => app.quit())
  app.whenReady().then(start).catch(exitWithError)
} else {
  app.quit()
}

/** Reads the command line; exits with its problem when an option cannot be read. */
function readOptions(): HostOptions {
  // Not strict: Chromium's own switches are among the arguments.
  const { values } = parseArgs({ args: process.argv.slice(1), strict: false, options: hostOptions })
  try {
    return readHostOptions(values)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exit(2)
  }
}

async function start(): Promise<void> {
  const built = (...parts: string[]): string => join(import.meta.dirname, '..', ...parts)
  restrictSession(session.defaultSession)
  serveWindow(session.defaultSession, createWindowAssets(built('renderer')))

  let window: BrowserWindow | null = null
  const showWindow = (): void => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  }
  // Windows shows notifications only from programs that it knows by this id; the installer registers it.
  app.setAppUserModelId('au.com.forecourt.desktop')

  const taskBar = createDesktopTaskBar(() => window)
  const host = await startHost(folder, options.practice, {
    host: 'electron',
    version: app.getVersion(),
    vault: createKeychainVault(),
    // A session in memory without a cache: no customer data and no cookies are written to disk.
    fetch: serviceFetch(session.fromPartition('api', { cache: false })),
    opener: createLinkOpener(log),
    readSample: createSampleReader(join(import.meta.dirname, '..', '..')),
    notifier: createDesktopNotifier(showWindow),
    taskBar,
    startDraftWorker: () =>
      new Worker(new URL('./draft-worker.js', import.meta.url), { resourceLimits: draftWorkerLimits }),
    startReaderProcess: createUtilityReader(join(import.meta.dirname, 'file-reader.js')),
  })
  closeBeforeExit(host)

  const chooseSpreadsheet = createSpreadsheetDialog(log)
  handleRequests({
    host,
    log,
    isOwnWindow: (contentsId) => contentsId === window?.webContents.id,
    isOwnAddress,
    choosePath: async () => (window ? chooseSpreadsheet(window) : null),
  })
  host.program.listen((event) => window?.webContents.send(desktopChannels.event, event))
  setMenu((name) => host.program.command(name))
  app.setAboutPanelOptions({
    applicationName: 'Forecourt',
    applicationVersion: app.getVersion(),
    copyright: Object.entries(process.versions)
      .filter(([name]) => ['electron', 'chrome', 'node'].includes(name))
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  })

  window = openWindow({
    preload: built('preload', 'index.cjs'),
    onGone: (reason) => log.write('error', 'window.gone', { reason }),
  })
  window.on('closed', () => (window = null))
  taskBar.refresh()
  // Starting Forecourt a second time shows the window that is open.
  app.on('second-instance', showWindow)
}

/** Closes the host before the process exits. Uploads and edits continue at the next start. */
function closeBeforeExit(host: Host): void {
  let closing = false
  app.on('will-quit', (event) => {
    if (closing) return
    closing = true
    event.preventDefault()
    void host
      .close()
      .catch((error: unknown) => log.write('error', 'program.notClosed', errorFields(error)))
      .then(() => app.exit())
  })
}

function exitWithError(error: unknown): void {
  log.write('error', 'program.notStarted', errorFields(error))
  dialog.showErrorBox(
    'Forecourt could not start',
    `Your data was not changed. Details are in the log: ${folder.logFolder}`,
  )
  app.exit(1)
}
