import type { Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import { findMethod, type MethodName } from '../../src/contract/methods.ts'
import { failure, type Result, success } from '../../src/contract/result.ts'
import { createHostTwin, type HostTwin } from '../unit/renderer/host-twin.ts'
import { openPages, patienceMs, sharedBrowser } from '../window/harness.ts'
import { servePage } from './built-page.ts'
import type { CallOfPage } from './page-functions.ts'
import { answerAsPractice, timeOfTests } from './standard-answers.ts'

/** What differs from a light window of 1320 by 860 pixels. */
export interface StageOptions {
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: { readonly width: number; readonly height: number }
}

interface OpenWindow {
  readonly opening: number
  readonly host: HostTwin
  readonly problems: string[]
}

/** The page of all tests, and the window that is open in it. */
let shared: Promise<Page> | null = null
let current: OpenWindow | null = null

/** A host twin that answers what every screen asks, as with practice data. A test adds and replaces answers. */
export function createPracticeHost(): HostTwin {
  const host = createHostTwin()
  answerAsPractice(host)
  return host
}

/**
 * Opens the window on a screen, such as `/customers`, with this host in place of program, database and service. The window closes with the
 * test, which fails if the page had a problem, the twin had no answer, or an answer breaks the contract.
 */
export async function openWindow(address: string, host: HostTwin, options: StageOptions = {}): Promise<Page> {
  const { page, opening } = await openInPage(host, options)
  host.bridge.subscribe((event) => void send(page, opening, (sent) => window.announce(sent), event))
  host.bridge.watchLink?.((up) => void send(page, opening, (sent) => window.setLink(sent), up))
  await page.evaluate((screen) => window.openWindow(screen.address, screen.opening), { address, opening })
  return page
}

/** Shows every component of the kit (`page/KitPage.vue`) in place of a window, in light. */
export async function openKit(): Promise<Page> {
  const { page } = await openInPage(createHostTwin(), {})
  await page.evaluate(() => window.openKit())
  return page
}

/** Makes the shared page ready for something new, which closes with the test. */
async function openInPage(
  host: HostTwin,
  { colorScheme = 'light', viewport = { width: 1320, height: 860 } }: StageOptions,
): Promise<{ readonly page: Page; readonly opening: number }> {
  shared ??= openPage()
  const page = await shared
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, media: 'screen', reducedMotion: 'reduce', forcedColors: 'none' })
  await page.clock.resume()
  await page.clock.setSystemTime(timeOfTests)
  await page.mouse.move(0, 0)
  const problems: string[] = []
  const opening = (current?.opening ?? 0) + 1
  current = { opening, host, problems }
  onTestFinished(async () => {
    await page.evaluate(() => window.closeWindow())
    problems.push(...host.unanswered.map((method) => `The twin has no answer for ${method}.`))
    if (problems.length > 0) throw new Error(`The window had problems:\n${problems.join('\n')}`)
  })
  return { page, opening }
}

/** Passes something to the page, unless another window is open by now. */
async function send<T>(page: Page, opening: number, pass: (value: T) => void, value: T): Promise<void> {
  // @ts-expect-error Playwright unwraps handles in the type of the argument, and there are none.
  if (current?.opening === opening) await page.evaluate(pass, value)
}

/** One page for all tests, because to load it costs more than most of them. It has scroll bars, as users see them. */
async function openPage(): Promise<Page> {
  const [address, browser] = await Promise.all([servePage(), sharedBrowser(true)])
  const context = await browser.newContext({
    locale: 'en-AU',
    timezoneId: 'Australia/Melbourne',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(patienceMs)
  const page = await context.newPage()
  openPages.add(page)
  page.on('console', (message) => {
    if (message.type() === 'error') current?.problems.push(`console: ${message.text()} (${message.location().url})`)
  })
  page.on('pageerror', (error) => current?.problems.push(`page: ${error.stack ?? error.message}`))
  page.on('filechooser', () => undefined)
  await page.clock.install({ time: timeOfTests })
  await page.exposeFunction('callTwin', answer)
  await page.goto(address)
  await page.waitForFunction(() => 'openWindow' in window)
  return page
}

/** Answers a call of the page by the twin of the open window. Call and answer are checked against the contract, as in the program. */
async function answer(call: CallOfPage): Promise<unknown> {
  // An earlier window can still wait for an answer.
  if (call.opening !== current?.opening) return failure({ kind: 'cancelled', message: 'The window is closed.' })
  const { host, problems } = current
  if (call.what === 'choose-file') return host.bridge.chooseFile()
  if (call.what === 'take-file') return host.bridge.takeFile(call.input)
  try {
    const shape = await findMethod(call.method as MethodName)
    const result = (await host.bridge.invoke(call.method, shape.input.parse(call.input ?? {}))) as Result<unknown>
    return result.ok ? success(shape.output.parse(result.value)) : result
  } catch (error) {
    problems.push(`${call.method}: ${String(error)}`)
    return failure({ kind: 'unexpected', message: String(error) })
  }
}
