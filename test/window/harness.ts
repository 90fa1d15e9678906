import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'

export interface HarnessOptions {
  /** Options of the browser host, beside those that the harness gives: `--practice`, `--practice-speed=2000`. */
  readonly words?: readonly string[]
  /** A data folder that stays: for a second start on what the first one left. Without one, a fresh folder that is removed. */
  readonly dataFolder?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

/** Forecourt in a real browser. */
export interface Harness {
  readonly page: Page
  readonly context: BrowserContext
  readonly dataFolder: string
  /** What went wrong in the page so far: console errors, page errors, refusals of the policy. */
  readonly problems: readonly string[]
  /** Saves a picture as `artefacts/<name>.png`. */
  screenshot(name: string): Promise<void>
  /** Kills the program as a power cut would. The page stays. */
  killProgram(): Promise<void>
  /** Starts the program again on the same data and opens it in a new page of the same browser. */
  startAgain(): Promise<Page>
  /** Ends all; throws when anything went wrong in the page that the test did not expect. */
  close(): Promise<void>
}

export const artefacts = resolve('artefacts')

/** Every window that is open now. */
export const openPages = new Set<Page>()

const chromiumFlags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

interface RunningHost {
  readonly url: string
  /** Sends the signal and resolves when the program is gone. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** The same cars and owners in each run: among others a market can be empty, or two of a name. */
const practiceSeed = 1

/** Starts the browser host and waits for its first line. No keychain: the tests' is nobody's. */
async function startHost(dataFolder: string, words: readonly string[]): Promise<RunningHost> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      resolve('src/web/command.ts'),
      '--port=0',
      `--data-dir=${dataFolder}`,
      '--no-open',
      '--no-keychain',
      `--practice-seed=${practiceSeed}`,
      ...words,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const gone = new Promise<void>((done) => child.once('exit', () => done()))
  const { stdout } = child
  if (!stdout) throw new Error('The program has no stdout.')
  const lines = createInterface({ input: stdout })
  const firstLine = await Promise.race([
    new Promise<string>((done) => lines.once('line', done)),
    gone.then(() => {
      throw new Error(`The program ended with ${child.exitCode} before it said its address.`)
    }),
  ])
  const { url } = JSON.parse(firstLine) as { url: string }
  return {
    url,
    async end(signal) {
      child.kill(signal)
      await gone
    },
  }
}

/** Notes everything that a page should never say. A policy's refusal is a console error in Chromium. */
function watch(page: Page, problems: string[], programRuns: () => boolean): void {
  page.on('console', (message) => {
    // Chromium itself notes each call to a program that was killed; the page cannot help it.
    if (message.type() === 'error' && programRuns())
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`page: ${error.stack ?? error.message}`))
  page.on('crash', () => problems.push('page: crashed'))
}

/** Opens Forecourt on a data folder in the machine's own Chromium. */
export async function openForecourt(options: HarnessOptions = {}): Promise<Harness> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'forecourt-window-')))
  const words = options.words ?? []
  const problems: string[] = []
  const starting = startHost(dataFolder, words)
  const launching = launch()
  const [launched, started] = await Promise.allSettled([launching, starting])
  // Neither is left behind without the other.
  if (started.status === 'rejected' && launched.status === 'fulfilled') await launched.value.close()
  if (launched.status === 'rejected' && started.status === 'fulfilled') await started.value.end('SIGKILL')
  let host = await starting
  const browser = await launching
  let running = true
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    viewport: options.viewport ?? { width: 1320, height: 860 },
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    acceptDownloads: true,
  })

  const open = async (): Promise<Page> => {
    const page = await context.newPage()
    openPages.add(page)
    page.on('close', () => openPages.delete(page))
    watch(page, problems, () => running)
    // While anyone listens the browser hands its dialogs over. Asked for only with the key that opens one, that may come too late.
    page.on('filechooser', () => undefined)
    await page.goto(host.url)
    return page
  }
  let page = await open()

  return {
    get page() {
      return page
    },
    context,
    dataFolder,
    problems,
    async screenshot(name) {
      await mkdir(artefacts, { recursive: true })
      await page.screenshot({ path: join(artefacts, `${name}.png`) })
    },
    async killProgram() {
      running = false
      await host.end('SIGKILL')
    },
    async startAgain() {
      running = false
      await page.close()
      await host.end('SIGKILL')
      host = await startHost(dataFolder, words)
      running = true
      page = await open()
      return page
    },
    async close() {
      await browser.close()
      await host.end('SIGTERM')
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
      if (problems.length > 0) throw new Error(`The page said:\n${problems.join('\n')}`)
    },
  }
}

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: process.env.FORECOURT_CHROMIUM || '/usr/bin/chromium', args: chromiumFlags })
