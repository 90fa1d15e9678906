import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { draftWorkerLimits } from '../core/drafts/worker/worker-limits.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import { openDataFolder } from '../host-kit/data-folder.ts'
import { createReaderFork } from '../host-kit/forked-reader.ts'
import { createSampleReader } from '../host-kit/sample-spreadsheets.ts'
import { createHost } from '../host-kit/start-host.ts'
import { help, readArguments, type BrowserHostArguments } from './arguments.ts'
import { startBrowserHost } from './browser-host.ts'
import { writeSignInPage } from './sign-in-page.ts'
import { openInBrowser } from './system-browser.ts'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

const read = readArguments(process.argv.slice(2))
if (read.action === 'help') {
  process.stdout.write(help)
} else if (read.action === 'reject') {
  process.stderr.write(`${read.problem}\n\n${help}`)
  process.exitCode = 2
} else {
  try {
    await serve(read.options)
  } catch (error) {
    process.stderr.write(`Forecourt could not start: ${reasonOf(error, read.options)}\n`)
    process.exit(1)
  }
}

async function serve(options: BrowserHostArguments): Promise<void> {
  const folder = openDataFolder(options.dataDir)
  const host = createHost(folder, options.practice, {
    host: 'browser',
    version: versionOfForecourt(),
    vault: createKeychainVault(options.keychain ? {} : { load: rejectKeychain }),
    fetch: (url, init) => fetch(url, init),
    // The window is in a browser already, which asks the user for the program of a link.
    opener: async () => 'open-in-window',
    readSample: createSampleReader(projectFolder),
    startDraftWorker: () =>
      new Worker(new URL('../core/drafts/worker/draft-worker.ts', import.meta.url), {
        resourceLimits: draftWorkerLimits,
      }),
    startPageCheckWorker: (database) =>
      new Worker(new URL('../core/storage/page-check-worker.ts', import.meta.url), { workerData: database }),
    startReaderProcess: createReaderFork(new URL('../core/drafts/file-process/reader-process.ts', import.meta.url)),
  })
  const server = await startBrowserHost({
    host,
    windowFolder: join(projectFolder, 'out', 'renderer'),
    port: options.port,
  })
  process.stdout.write(`${JSON.stringify({ url: server.url })}\n`)
  const page = options.openBrowser ? writeSignInPage(server.signInPage, folder.path) : null
  closeOnSignal(async () => {
    page?.remove()
    await server.close()
    await host.close()
  })
  await host.start()
  if (page) await openPage(page.address)
}

async function openPage(url: string): Promise<void> {
  try {
    await openInBrowser(url)
    process.stdout.write('Forecourt is open in your browser. Press Ctrl+C to stop.\n')
  } catch {
    // A PC without a browser to open is no failure: the address is on the screen.
    process.stdout.write('Open this address in a browser on this PC. It works once. Press Ctrl+C to stop.\n')
  }
}

/** Closes cleanly on the first Ctrl+C or SIGTERM, and exits without waiting on the second. */
function closeOnSignal(close: () => Promise<void>): void {
  let closing = false
  const onSignal = (): void => {
    if (closing) process.exit(1)
    closing = true
    void close().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Forecourt did not close cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Replaces the keychain library for `--no-keychain`. */
function rejectKeychain(): Promise<never> {
  return Promise.reject(new Error('the keychain is turned off for this start'))
}

function versionOfForecourt(): string {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}

function reasonOf(error: unknown, { port, dataDir }: BrowserHostArguments): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `port ${port} is in use. Choose another with --port.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EROFS') {
    return `the folder ${dataDir ?? 'for its data'} can't be written. Choose another with --data-dir. (${error.message})`
  }
  return error.stack ?? error.message
}
