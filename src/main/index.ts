import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { app, type BrowserWindow, dialog, protocol, session } from 'electron'
import { desktopChannels } from '../contract/desktop-wire.ts'
import { methods } from '../contract/methods.ts'
import { createFileLog } from '../core/log/file-log.ts'
import { systemClock } from '../core/ports/clock.ts'
import { defaultDataFolder } from '../core/ports/data-folder.ts'
import { errorFields } from '../core/ports/log.ts'
import { createPractice } from '../core/practice/practice-adapter.ts'
import { startPracticeWhenOpen } from '../core/practice/practice-start.ts'
import { createProgram, type Program } from '../core/program.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import { createDispatch } from '../dispatch/dispatch.ts'
import { createWindowAssets } from '../dispatch/window-assets.ts'
import { ownersToBeginWith, startPracticeService } from '../simulator/service.ts'
import { setMenu } from './menu.ts'
import { createDesktopNotifier } from './notices.ts'
import { answerRequests } from './requests.ts'
import { serviceFetch } from './service-fetch.ts'
import { createSpreadsheetDialog } from './spreadsheet-dialog.ts'
import { closeSession, confine, isOwnAddress, openExternally, openWindow, serveWindow, windowScheme } from './window.ts'

// Before `ready`, in this order: the sandbox for every page, the folder (the lock lies in it), the lock, the scheme.
app.enableSandbox()
const given = parseArgs({
  args: process.argv.slice(1),
  // Chromium's own switches stand among ours.
  strict: false,
  options: { 'data-dir': { type: 'string' }, practice: { type: 'boolean' } },
}).values
const dataFolder =
  typeof given['data-dir'] === 'string'
    ? resolve(given['data-dir'])
    : defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
mkdirSync(join(dataFolder, 'window'), { recursive: true, mode: 0o700 })
// Chromium's own files in a folder of their own, and not in the roaming profile.
app.setPath('userData', join(dataFolder, 'window'))
const log = createFileLog(join(dataFolder, 'log'))
process.on('uncaughtExceptionMonitor', (error) => log.write('error', 'program.crashed', errorFields(error)))

if (app.requestSingleInstanceLock()) {
  protocol.registerSchemesAsPrivileged([
    { scheme: windowScheme, privileges: { standard: true, secure: true, supportFetchAPI: true } },
  ])
  app.on('web-contents-created', (_event, contents) => confine(contents))
  app.on('window-all-closed', () => app.quit())
  app.whenReady().then(start).catch(endWith)
} else {
  app.quit()
}

async function start(): Promise<void> {
  const built = (...parts: string[]): string => join(import.meta.dirname, '..', ...parts)
  closeSession(session.defaultSession)
  serveWindow(session.defaultSession, createWindowAssets(built('renderer')))

  let window: BrowserWindow | null = null
  const bringForward = (): void => {
    if (window?.isMinimized()) window.restore()
    window?.focus()
  }
  // Windows shows notices of programs that it knows by this name only; the installer registers it.
  app.setAppUserModelId('au.com.forecourt.desktop')

  const practice = createPractice((place) => startPracticeService({ ...place, owners: ownersToBeginWith }))
  const program = await createProgram({
    host: 'electron',
    version: app.getVersion(),
    dataFolder,
    vault: createKeychainVault(),
    // In memory, without a cache: neither customers nor cookies come to lie on the disk.
    fetch: serviceFetch(session.fromPartition('api', { cache: false })),
    clock: systemClock,
    log,
    opener: openExternally,
    notifier: createDesktopNotifier(bringForward),
    practice,
    startDraftWorker: () => new Worker(new URL('./draft-worker.js', import.meta.url)),
  })
  endTogether(program, () => practice.stop())

  const chooseSpreadsheet = createSpreadsheetDialog(log)
  answerRequests({
    dispatch: createDispatch({
      handlers: program.handlers,
      // The program's own window may ask for all of the contract.
      serves: new Set(methods.keys()),
      onUnexpected: (method, reference, error) =>
        log.write('error', 'unexpected', { method, reference, ...errorFields(error) }),
    }),
    intake: program.intake,
    log,
    isOwnWindow: (contentsId) => contentsId === window?.webContents.id,
    isOwnAddress,
    choosePath: async () => (window ? chooseSpreadsheet(window) : null),
  })
  program.listen((event) => window?.webContents.send(desktopChannels.event, event))
  setMenu((name) => program.command(name))
  app.setAboutPanelOptions({
    applicationName: 'Forecourt',
    applicationVersion: app.getVersion(),
    copyright: Object.entries(process.versions)
      .filter(([name]) => ['electron', 'chrome', 'node'].includes(name))
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
  })
  if (given.practice) startPracticeWhenOpen(program, log)

  window = openWindow({
    preload: built('preload', 'index.cjs'),
    onGone: (reason) => log.write('error', 'window.gone', { reason }),
  })
  window.on('closed', () => (window = null))
  // A second start of Forecourt brings this one forward.
  app.on('second-instance', bringForward)
}

/** The program is closed before the process ends; what was going on goes on at the next start. */
function endTogether(program: Program, stopPractice: () => Promise<void>): void {
  let closing = false
  app.on('will-quit', (event) => {
    if (closing) return
    closing = true
    event.preventDefault()
    void program
      .close()
      .then(stopPractice)
      .catch((error: unknown) => log.write('error', 'program.notClosed', errorFields(error)))
      .then(() => app.exit())
  })
}

function endWith(error: unknown): void {
  log.write('error', 'program.notStarted', errorFields(error))
  dialog.showErrorBox(
    'Forecourt could not start',
    `Nothing was changed. What happened is in the log in ${join(dataFolder, 'log')}.`,
  )
  app.exit(1)
}
