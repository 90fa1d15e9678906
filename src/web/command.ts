import { mkdirSync, readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createFileLog } from '../core/log/file-log.ts'
import { systemClock } from '../core/ports/clock.ts'
import { defaultDataFolder } from '../core/ports/data-folder.ts'
import { errorFields } from '../core/ports/log.ts'
import { createPractice } from '../core/practice/practice-adapter.ts'
import { startPracticeWhenOpen } from '../core/practice/practice-start.ts'
import { createProgram } from '../core/program.ts'
import { createKeychainVault } from '../core/vault/keychain-vault.ts'
import { ownersToBeginWith, startPracticeService } from '../simulator/service.ts'
import { help, readArguments, type BrowserHostArguments } from './arguments.ts'
import { startBrowserHost } from './browser-host.ts'
import { openInBrowser } from './system-browser.ts'

const projectFolder = fileURLToPath(new URL('../..', import.meta.url))

const read = readArguments(process.argv.slice(2))
if (read.wanted === 'help') {
  process.stdout.write(help)
} else if (read.wanted === 'nothing') {
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
  const dataFolder = options.dataDir
    ? resolve(options.dataDir)
    : defaultDataFolder({ platform: process.platform, env: process.env, home: homedir() })
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const log = createFileLog(join(dataFolder, 'log'))
  process.on('uncaughtExceptionMonitor', (error) => log.write('error', 'program.crashed', errorFields(error)))
  const practice = createPractice((place) =>
    startPracticeService({
      ...place,
      owners: ownersToBeginWith,
      ...(options.practiceSpeed === null ? {} : { customersPerSecond: options.practiceSpeed }),
      ...(options.practiceSeed === null ? {} : { seed: options.practiceSeed }),
    }),
  )
  const program = await createProgram({
    host: 'browser',
    version: versionOfForecourt(),
    dataFolder,
    vault: createKeychainVault(options.keychain ? {} : { load: noKeychain }),
    fetch: (url, init) => fetch(url, init),
    clock: systemClock,
    log,
    opener: openInBrowser,
    practice,
    startDraftWorker: () => new Worker(new URL('../core/drafts/worker/draft-worker.ts', import.meta.url)),
  })
  if (options.practice) startPracticeWhenOpen(program, log)

  const host = await startBrowserHost({
    program,
    log,
    windowFolder: join(projectFolder, 'out', 'renderer'),
    port: options.port,
  })
  process.stdout.write(`${JSON.stringify({ url: host.url })}\n`)
  endOnSignal(async () => {
    await host.close()
    await program.close()
    await practice.stop()
  })
  if (options.open) await show(host.url)
}

async function show(url: string): Promise<void> {
  try {
    await openInBrowser(url)
    process.stdout.write('Forecourt is open in your browser. Ctrl+C ends it.\n')
  } catch {
    // No browser to open is no fault: the address does as well.
    process.stdout.write(`Open this address in a browser on this PC: ${url}\nCtrl+C ends Forecourt.\n`)
  }
}

/** Ends cleanly on the first Ctrl+C or SIGTERM, and at once on the second. */
function endOnSignal(end: () => Promise<void>): void {
  let ending = false
  const onSignal = (): void => {
    if (ending) process.exit(1)
    ending = true
    void end().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`Forecourt did not end cleanly: ${String(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}

/** Stands for keytar where `--no-keychain` was asked for. */
function noKeychain(): Promise<never> {
  return Promise.reject(new Error('it was switched off for this start'))
}

function versionOfForecourt(): string {
  const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as { version: string }
  return manifest.version
}

function reasonOf(error: unknown, { port, dataDir }: BrowserHostArguments): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : null
  if (code === 'EADDRINUSE') return `another program uses port ${port}; choose another with --port.`
  if (code === 'EACCES' || code === 'EPERM' || code === 'ENOTDIR' || code === 'EROFS') {
    return `the folder ${dataDir ?? 'for its data'} cannot be written; choose another with --data-dir. (${error.message})`
  }
  return error.stack ?? error.message
}
