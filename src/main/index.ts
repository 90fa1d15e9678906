import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { app, type BrowserWindow, dialog, nativeTheme, protocol, session, shell } from 'electron'
import { countOf } from '../contract/call-group.ts'
import { desktopChannels } from '../contract/desktop-wire.ts'
import type { SightingSummary } from '../contract/sightings.ts'
import { draftWorkerLimits } from '../core/drafts/file-process/process-limits.ts'
import { errorFields } from '../core/ports/log.ts'
import type { NetworkSignIn } from '../core/ports/network-sign-in.ts'
import { makeFolder } from '../core/storage/make-folder.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import { hostNames, openDataFolder, type DataFolder } from '../host-kit/data-folder.ts'
import { hostOptions, readHostOptions, type HostOptions } from '../host-kit/host-options.ts'
import { createSampleReader } from '../host-kit/sample-spreadsheets.ts'
import { createHost, type Host } from '../host-kit/start-host.ts'
import { createWindowAssets } from '../host-kit/window-assets.ts'
import { askBeforeClosing } from './closing.ts'
import { commandWords } from './command-words.ts'
import { desktopText } from './desktop-text.ts'
import { createDesktopUpdater, type DesktopUpdater } from './desktop-updater.ts'
import { chooseClientCertificates } from './client-certificate.ts'
import { showContextMenus } from './context-menu.ts'
import { endOnDefect } from './defects.ts'
import { createLoginItem, startsHidden } from './login-item.ts'
import { setMenu } from './menu.ts'
import { createDesktopNotifier } from './notifications.ts'
import { pathOfOpened, spreadsheetsAmong } from './opened-files.ts'
import { recoverPage } from './page-recovery.ts'
import { createUtilityReader } from './reader-process.ts'
import { handleRequests, readPath } from './requests.ts'
import { serviceFetch } from './service-fetch.ts'
import { askWhereToSave } from './saved-files.ts'
import { closeAtSessionEnd } from './session-end.ts'
import { continueAfterSleep } from './sleep.ts'
import { createFolderDialog, createSpreadsheetDialog } from './spreadsheet-dialog.ts'
import { createDesktopTaskBar } from './task-bar.ts'
import { createDesktopTray } from './tray.ts'
import {
  clearWindowData,
  confine,
  createLinkOpener,
  isOwnAddress,
  openWindow,
  restrictSession,
  serveWindow,
  windowScheme,
} from './window.ts'

/** The web folder with updates, set at build (`FORECOURT_UPDATE_FEED`). Empty: this build has none, and no updater. */
declare const UPDATE_FEED: string

/** `src/cli/packaged-command.ts`: a host imports no other host, so its bundle is loaded by its address. */
interface PackagedCommand {
  runPackagedCommand(words: readonly string[], platform: NodeJS.Platform): Promise<number>
}

const words = commandWords(process.argv, app.isPackaged)
// Electron waits for this before it needs a display, so a command runs without one and takes no lock.
if (words !== null) await runCommandAndExit(words)

// Before `ready`, in this order: the sandbox for every page, the folder (it contains the lock), the lock, the scheme.
app.enableSandbox()
const options = readOptions()
const folder = openFolder()
const { log } = folder
// Chromium's own files go to the data folder, not to the roaming profile.
const chromiumFolder = join(folder.path, hostNames.window)
makeFolder(chromiumFolder, 0o700)
app.setPath('userData', chromiumFolder)

let host: Host | null = null
let closing: Closing | null = null
endOnDefect(log, folder.logFolder, () => host?.program.closeAtOnce())

/** Files that the user opened with Forecourt before the program was created. */
const firstFiles: string[] = [...spreadsheetsAmong(process.argv, process.cwd())]
const openFile = (file: string): void => {
  const { program } = host ?? {}
  if (closing?.hasBegun()) closing.startAgainWith([file])
  else if (program) program.openedFiles.add(async () => readPath(program.intake, pathOfOpened(file)))
  else firstFiles.push(file)
}

if (app.requestSingleInstanceLock()) {
  protocol.registerSchemesAsPrivileged([
    { scheme: windowScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.on('web-contents-created', (_event, contents) => confine(contents))
  app.on('window-all-closed', () => app.quit())
  // macOS tells the path of an opened file by this event, also before `ready`.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    openFile(path)
  })
  app.whenReady().then(start).catch(exitWithError)
} else {
  app.quit()
}

/** Runs a command of the command line, whose bundle is a file beside this one, and exits with its code. */
async function runCommandAndExit(given: readonly string[]): Promise<never> {
  const file = new URL('./packaged-command.js', import.meta.url).href
  const { runPackagedCommand } = (await import(/* @vite-ignore */ file)) as PackagedCommand
  process.exit(await runPackagedCommand(given, process.platform))
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

/** Opens the data folder; exits with a sentence when the system refuses it, because nothing can be logged then. */
function openFolder(): DataFolder {
  try {
    return openDataFolder(options.dataDir)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    dialog.showErrorBox(desktopText.notStarted, desktopText.folderRefused(reason))
    process.exit(1)
  }
}

async function start(): Promise<void> {
  const built = (...parts: string[]): string => join(import.meta.dirname, '..', ...parts)
  restrictSession(session.defaultSession)
  serveWindow(session.defaultSession, createWindowAssets(built('renderer')))

  let window: BrowserWindow | null = null
  const showWindow = (): void => {
    if (window?.isMinimized()) window.restore()
    window?.show()
    window?.focus()
    tray.remove()
  }
  const tray = createDesktopTray(join(import.meta.dirname, '..', '..', 'resources', 'tray'), {
    open: () => showWindow(),
    openCalls() {
      showWindow()
      host?.program.command('show-sightings')
    },
    quit: () => app.quit(),
  })
  const { signal } = new AbortController()
  const refreshTray = async (): Promise<void> => {
    // The summary walks all sightings, so it is made for an icon that can be seen only.
    if (!tray.isShown()) return
    const progress = taskBar.progress()?.part ?? null
    // Without open data there is nothing to call.
    const summary = await host?.dispatch('sightings.summary', {}, { signal })
    const calls = summary?.ok ? (summary.value as SightingSummary) : null
    tray.update({ calls: calls === null ? 0 : countOf(calls.groups, ['overdue', 'today', 'new']), progress })
  }
  // Windows shows notifications only from programs that it knows by this id; the installer registers it.
  app.setAppUserModelId('au.com.forecourt.desktop')
  // Electron makes up another one at each start without it, and a click on an older notification leads nowhere. Windows alone has it.
  app.setToastActivatorCLSID?.('{34346825-5086-4E60-BA80-855E916AE471}')

  const taskBar = createDesktopTaskBar(
    () => window,
    () => void refreshTray(),
  )
  const signInToProxy: NetworkSignIn['signInToProxy'] = async (...challenge) =>
    (await host?.program.networkSignIn.signInToProxy(...challenge)) ?? null
  const updater =
    UPDATE_FEED === ''
      ? null
      : createDesktopUpdater(async () => (await import('./updater.ts')).loadUpdater(UPDATE_FEED, log, signInToProxy))
  const chooseBackupFolder = createFolderDialog()
  const startOptions = { ...options.practice, takesCommands: true }
  const started = createHost(folder, startOptions, {
    host: 'electron',
    version: app.getVersion(),
    vault: createKeychainVault(),
    // A session in memory without a cache: no customer data is written to disk.
    fetch: serviceFetch(session.fromPartition('api', { cache: false }), signInToProxy),
    updater,
    opener: createLinkOpener(log),
    readSample: createSampleReader(join(import.meta.dirname, '..', '..')),
    notifier: createDesktopNotifier(showWindow),
    taskBar,
    chooseFolder: async () => (window ? chooseBackupFolder(window) : null),
    showFolder: (path) => shell.showItemInFolder(path),
    paste: () => window?.webContents.paste(),
    loginItem: createLoginItem(),
    showTheme: (theme) => (nativeTheme.themeSource = theme),
    clearWindowData: () => clearWindowData(session.defaultSession),
    startDraftWorker: () =>
      new Worker(new URL('./draft-worker.js', import.meta.url), { resourceLimits: draftWorkerLimits }),
    startDatabaseWorker: (database) =>
      new Worker(new URL('./database-worker.js', import.meta.url), { workerData: database }),
    startReaderProcess: createUtilityReader(join(import.meta.dirname, 'file-reader.js')),
  })
  host = started
  const ending = closeBeforeExit(started, updater)
  closing = ending
  for (const file of firstFiles.splice(0)) openFile(file)

  const chooseSpreadsheet = createSpreadsheetDialog(log)
  handleRequests({
    host: started,
    log,
    isOwnWindow: (contentsId) => contentsId === window?.webContents.id,
    isOwnAddress,
    choosePath: async () => (window ? chooseSpreadsheet(window) : null),
  })
  const { program } = started
  chooseClientCertificates(program.networkSignIn.chooseCertificate)
  continueAfterSleep(log, started.continueAfterSleep)
  program.listen((event) => {
    window?.webContents.send(desktopChannels.event, event)
    if (event.name === 'sightings.changed') void refreshTray()
  })
  setMenu({
    hasUpdates: updater !== null,
    command: program.command,
    print: () => window?.webContents.print(),
  })
  askWhereToSave(session.defaultSession, log, () => window)
  app.setAboutPanelOptions({
    applicationName: 'Forecourt',
    applicationVersion: app.getVersion(),
    copyright: Object.entries(process.versions)
      .filter(([name]) => ['electron', 'chrome', 'node'].includes(name))
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  })

  window = openWindow(built('preload', 'index.cjs'), { hidden: startsHidden() })
  window.on('closed', () => (window = null))
  recoverPage(window, (reason) => log.write('error', 'window.gone', { reason }))
  showContextMenus(window, (text) => program.command(`look-up ${text}`))
  askBeforeClosing(window, {
    isUploading: () => taskBar.progress()?.state === 'running',
    async isStored() {
      const status = await program.handlers.storage.status({}, signal)
      return status.state !== 'open' || status.protection !== 'nothing-kept'
    },
    preference: async () => (await program.handlers.app.preferences({}, signal)).whenClosing,
    remember: async (whenClosing) => void (await program.handlers.app.setPreferences({ whenClosing }, signal)),
    onHidden() {
      tray.show()
      void refreshTray()
    },
  })
  closeAtSessionEnd(window, log, {
    closeAtOnce: () => program.closeAtOnce(),
    onShutdown: ending.withoutUpdate,
  })
  app.on('activate', showWindow)
  if (startsHidden()) tray.show()
  taskBar.refresh()
  // Starting Forecourt a second time shows the window that is open, and opens the files of that start.
  app.on('second-instance', (_event, words, workingFolder) => {
    showWindow()
    // The second program has ended already, so this one starts a third when its data is closed.
    if (ending.hasBegun()) ending.startAgainWith([])
    for (const file of spreadsheetsAmong(words, workingFolder)) openFile(file)
  })
  // Behind the window: the keychain, a migration or a check can take long.
  await started.start()
}

interface Closing {
  hasBegun(): boolean
  /** Starts Forecourt again, with these files, once it has closed. */
  startAgainWith(files: readonly string[]): void
  /** The system would end an installer half-way: no update is installed. */
  withoutUpdate(): void
}

/** Closes the host before the process exits. Uploads and edits continue at the next start. */
function closeBeforeExit(started: Host, updater: DesktopUpdater | null): Closing {
  let state: 'open' | 'closing' | 'closed' = 'open'
  let mayInstall = true
  let nextFiles: readonly string[] | null = null
  app.on('will-quit', (event) => {
    // The user and the system can quit repeatedly; the installer of an update quits the closed program.
    if (state !== 'closed') event.preventDefault()
    if (state !== 'open') return
    state = 'closing'
    const plan = mayInstall ? started.program.updatePlan() : 'none'
    void started
      .close()
      .catch((error: unknown) => log.write('error', 'program.notClosed', errorFields(error)))
      .then(() => {
        state = 'closed'
        if (nextFiles) startAgain(nextFiles)
        else if (updater && plan !== 'none') return updater.install(plan === 'install-and-start')
        app.exit()
      })
  })
  return {
    hasBegun: () => state !== 'open',
    withoutUpdate: () => (mayInstall = false),
    startAgainWith: (files) => (nextFiles = [...(nextFiles ?? []), ...files]),
  }
}

/** Starts Forecourt with these files once this process has exited, with the same data, and visible also when this start was hidden. */
function startAgain(files: readonly string[]): void {
  const { APPIMAGE } = process.env
  app.relaunch({
    args: [
      // Before packaging, the first argument is the folder of the program.
      ...(app.isPackaged ? [] : process.argv.slice(1, 2)),
      ...(options.dataDir === null ? [] : [`--data-dir=${folder.path}`]),
      ...files,
    ],
    // The program of an AppImage lies on a mount that goes away with this process.
    ...(APPIMAGE === undefined ? {} : { execPath: APPIMAGE }),
  })
}

function exitWithError(error: unknown): void {
  log.write('error', 'program.notStarted', errorFields(error))
  dialog.showErrorBox(desktopText.notStarted, desktopText.dataUnchanged(folder.logFolder))
  app.exit(1)
}
