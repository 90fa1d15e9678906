import { spawn, type ChildProcess } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import type { Result } from '../../src/contract/result.ts'
import { isLong } from '../runs.ts'
import { chromiumFlags } from './chromium-flags.ts'
import { movedClockScript } from './moved-clock.ts'

/**
 * The themes in which a job is done. `npm test` does it in light and looks at every screen in both themes (`tour.test.ts`);
 * `npm run test:long` does every job in both.
 */
export const themes: readonly ('light' | 'dark')[] = isLong ? ['light', 'dark'] : ['light']

export interface HarnessOptions {
  /** More options for the browser host, such as `--practice` or `--practice-speed=2000`. */
  readonly args?: readonly string[]
  /** A data folder that is kept for a second start. The default is a new folder that is deleted. */
  readonly dataFolder?: string
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
  /** The time zone of the PC, for program and browser alike. The default is that of this machine, and Melbourne in the browser. */
  readonly timeZone?: string
  /** When the program and the browser believe to start. Time goes on as usual. The default is the clock of this machine. */
  readonly startAt?: Date
  /** Uses the keychain of the session, which must be one of the tests' own (`test/keychain`). The default is none. */
  readonly keychain?: boolean
  /** Scroll bars as users see them. The default is none: Playwright hides them. */
  readonly scrollBars?: boolean
  /** Calls the program before the window opens. Gives the screen with which the window begins, such as `/import`. */
  readonly before?: (ask: AskProgram) => Promise<string>
}

/** Calls a method of the program with the session of the browser. Throws when the call fails. */
type AskProgram = <M extends MethodName>(method: M, input: MethodInput<M>) => Promise<MethodOutput<M>>

/** Forecourt in a real browser. */
export interface Harness {
  readonly page: Page
  readonly context: BrowserContext
  readonly dataFolder: string
  /** Problems in the page so far: console errors, page errors, policy violations. */
  readonly problems: readonly string[]
  /** Saves a picture as `artefacts/<name>.png` when `FORECOURT_PICTURES=1`: nothing judges it. */
  screenshot(name: string): Promise<void>
  /** Kills the program like a power cut. The page stays open. */
  killProgram(): Promise<void>
  /** Starts the program again on the same data and opens it in a new page of the same browser. */
  startAgain(options?: Restart): Promise<Page>
  /** Closes everything; throws when the page had a problem. */
  close(): Promise<void>
}

export const artefacts = resolve('artefacts')

/** How long the browser may take on a busy machine: less than a test may. */
export const patienceMs = 90_000

/** Every open window. */
export const openPages = new Set<Page>()

/** How the program ends before it starts again, and what happens to its data folder meanwhile. */
export interface Restart {
  readonly signal?: 'SIGTERM' | 'SIGKILL'
  readonly between?: (dataFolder: string) => void
}

interface RunningHost {
  readonly url: string
  /** Sends the signal and resolves when the program has exited. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>
}

/** The same cars and owners in each run: with another seed a market can be empty, or two customers can share a name. */
const practiceSeed = 1

const importOf = (script: string): string => `--import=data:text/javascript,${encodeURIComponent(script)}`

/** Starts the browser host and waits for its first line. The keychain of the user who runs the tests is not used. */
async function startHost(
  dataFolder: string,
  { args = [], timeZone, keychain = false }: HarnessOptions,
  clockScript: string | null,
): Promise<RunningHost> {
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `--import=${new URL('../cheap-scrypt.ts', import.meta.url).href}`,
      ...(clockScript === null ? [] : [importOf(clockScript)]),
      resolve('out/main/browser-host.js'),
      '--port=0',
      `--data-dir=${dataFolder}`,
      '--no-open',
      ...(keychain ? [] : ['--no-keychain']),
      `--practice-seed=${practiceSeed}`,
      ...args,
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: timeZone ? { ...process.env, TZ: timeZone } : process.env },
  )
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  const { stdout } = child
  if (!stdout) throw new Error('The program has no stdout.')
  const lines = createInterface({ input: stdout })
  const firstLine = await Promise.race([
    new Promise<string>((done) => lines.once('line', done)),
    exited.then(() => {
      throw new Error(`The program ended with ${child.exitCode} before it printed its address.`)
    }),
  ])
  const { url } = JSON.parse(firstLine) as { url: string }
  return {
    url,
    async end(signal) {
      child.kill(signal)
      await exited
    },
  }
}

/** Collects the problems of a page. A policy violation is a console error in Chromium. */
function watch(page: Page, problems: string[], programRuns: () => boolean): void {
  page.on('console', (message) => {
    // Chromium reports each call to a program that was killed; the page cannot prevent that.
    if (message.type() === 'error' && programRuns())
      problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => problems.push(`page: ${error.stack ?? error.message}`))
  page.on('crash', () => problems.push('page: crashed'))
}

const browsers = new Map<boolean, Promise<Browser>>()

/** One Chromium for all tests of a suite, with and without scroll bars; it ends with their process. Each opening has a context of its own, as a new profile. */
export function sharedBrowser(scrollBars = false): Promise<Browser> {
  const browser = browsers.get(scrollBars) ?? launch(scrollBars)
  browsers.set(scrollBars, browser)
  return browser
}

/** Ends them, for a program that is no suite: it would wait for them otherwise. */
export async function closeBrowsers(): Promise<void> {
  for (const browser of browsers.values()) await (await browser).close()
}

/** Signs the browser in, as the first page would, and does the calls. Gives the address of the window. */
async function callBefore(
  { request }: BrowserContext,
  url: string,
  before: NonNullable<HarnessOptions['before']>,
): Promise<string> {
  const { origin } = new URL(url)
  await request.get(url)
  const screen = await before(async (method, input) => {
    const response = await request.post(`${origin}/call/${method}`, { data: input, headers: { Origin: origin } })
    const answer = (await response.json()) as Result<MethodOutput<typeof method>>
    if (!answer.ok) throw new Error(`${method}: ${answer.error.message}`)
    return answer.value
  })
  return `${origin}/#${screen}`
}

/** Opens Forecourt with a data folder in the Chromium of this machine. */
export async function openForecourt(options: HarnessOptions = {}): Promise<Harness> {
  const dataFolder = options.dataFolder ?? (await mkdtemp(join(tmpdir(), 'forecourt-window-')))
  const problems: string[] = []
  const clockScript = options.startAt ? movedClockScript(options.startAt.getTime() - Date.now()) : null
  const starting = startHost(dataFolder, options, clockScript)
  const launching = sharedBrowser(options.scrollBars)
  const [launched, started] = await Promise.allSettled([launching, starting])
  if (launched.status === 'rejected' && started.status === 'fulfilled') await started.value.end('SIGKILL')
  let host = await starting
  const browser = await launching
  let running = true
  const context = await browser.newContext({
    colorScheme: options.colorScheme ?? 'light',
    // Each picture of a movement costs CPU, and a test sees none of them.
    reducedMotion: 'reduce',
    viewport: options.viewport ?? { width: 1320, height: 860 },
    locale: 'en-AU',
    timezoneId: options.timeZone ?? 'Australia/Melbourne',
    acceptDownloads: true,
  })
  context.setDefaultTimeout(patienceMs)
  if (clockScript !== null) await context.addInitScript(clockScript)

  const open = async (url: string): Promise<Page> => {
    const page = await context.newPage()
    openPages.add(page)
    page.on('close', () => openPages.delete(page))
    watch(page, problems, () => running)
    // With a listener, Chromium passes file dialogs to Playwright. A listener that is added with the key press can be too late.
    page.on('filechooser', () => undefined)
    await page.goto(url)
    return page
  }
  let page = await open(options.before ? await callBefore(context, host.url, options.before) : host.url)

  return {
    get page() {
      return page
    },
    context,
    dataFolder,
    problems,
    async screenshot(name) {
      if (process.env.FORECOURT_PICTURES !== '1') return
      await mkdir(artefacts, { recursive: true })
      await page.screenshot({ path: join(artefacts, `${name}.png`) })
    },
    async killProgram() {
      running = false
      await host.end('SIGKILL')
    },
    async startAgain({ signal = 'SIGKILL', between } = {}) {
      running = false
      await page.close()
      await host.end(signal)
      between?.(dataFolder)
      host = await startHost(dataFolder, options, clockScript)
      running = true
      page = await open(host.url)
      return page
    },
    async close() {
      await context.close()
      await host.end('SIGTERM')
      if (options.dataFolder === undefined) await rm(dataFolder, { recursive: true, force: true })
      if (problems.length > 0) throw new Error(`The page had problems:\n${problems.join('\n')}`)
    },
  }
}

/** Lets the page write to the clipboard, or not; it may read it in both cases. The session stays open: its end would undo this. */
export async function allowCopying(page: Page, allowed: boolean): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { targetInfo } = await devtools.send('Target.getTargetInfo')
  const set = (name: string, setting: 'granted' | 'denied') =>
    devtools.send('Browser.setPermission', {
      permission: { name },
      setting,
      origin: new URL(page.url()).origin,
      ...(targetInfo.browserContextId === undefined ? {} : { browserContextId: targetInfo.browserContextId }),
    })
  await set('clipboard-read', 'granted')
  await set('clipboard-write', allowed ? 'granted' : 'denied')
}

const launch = (scrollBars = false): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.FORECOURT_CHROMIUM || '/usr/bin/chromium',
    args: chromiumFlags(),
    ...(scrollBars ? { ignoreDefaultArgs: ['--hide-scrollbars'] } : {}),
  })
