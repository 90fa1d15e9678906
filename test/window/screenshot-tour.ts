import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { everyScreen, openScreen, preparePractice } from './every-screen.ts'
import {
  takeCalls,
  takeCheckGrid,
  takeComfortableCustomers,
  takeCustomerGrid,
  takeRunningLookUp,
} from './grid-and-call-states.ts'
import { artefacts, closeBrowsers, type Harness } from './harness.ts'
import { settle } from './settled-page.ts'
import {
  openTour,
  takeBusyStates,
  takeCallTools,
  takeConflict,
  takeFirstRun,
  takeLaterStarts,
  takeMadeStates,
  takeManyCalls,
  takeOverlays,
} from './screen-states.ts'

const help = `Takes pictures of every screen of Forecourt with sample data, through the real program in Chromium.

  npm run screenshots [-- --size WIDTHxHEIGHT ... --only NAME ... --forced-colors]
  npm run screenshots -- --readme

  --size WIDTHxHEIGHT   only this size; can be repeated. Default: 1024x700, 1280x800 and 1920x1080
  --only NAME           only pictures whose name begins so; can be repeated
  --forced-colors       in the high-contrast theme of the system, as forced-light-*.png and forced-dark-*.png
  --readme              only the pictures of README.md: docs/import.png, docs/check.png and docs/calls.png
  --help                show this text

All screens in light and dark go to artefacts/screens/. An error in the console of any screen fails the command.
The sample data comes from a fixed seed; dates follow the day.
`

interface Size {
  readonly width: number
  readonly height: number
}

const { values: options } = parseArgs({
  options: {
    size: { type: 'string', multiple: true, default: ['1024x700', '1280x800', '1920x1080'] },
    readme: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    'forced-colors': { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}

const themes = ['light', 'dark'] as const
/** High-contrast themes of the system, instead of those of Forecourt. */
const forcedColors = options['forced-colors'] ? 'active' : 'none'
const sizes = options.size.map((text): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  if (!(width > 0 && height > 0)) throw new Error(`"${text}" is not a size such as 1280x800.`)
  return { width, height }
})

const screens = join(artefacts, 'screens')
/** The pictures of README.md, as `docs/<name>.png`. */
const readmePictures: Readonly<Record<string, string>> = {
  'import-columns': 'import',
  'import-check': 'check',
  'many-calls': 'calls',
}
const usualSize: Size = { width: 1280, height: 800 }

async function savePicture(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' })
}

/** Scrolls the body of the screen to its end. False when all of it is visible. */
const scrollToEnd = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const body = document.querySelector('main section > .body')
    const hidden = body ? body.scrollHeight - body.clientHeight : 0
    body?.scrollTo({ top: hidden })
    return hidden > 40
  })
const scrollToStart = (page: Page): Promise<unknown> =>
  page.evaluate(() => document.querySelector('main section > .body')?.scrollTo({ top: 0 }))

interface TakeOptions {
  readonly withEnd?: boolean
  /** Opens what closes when the window gets another size. */
  readonly again?: () => Promise<unknown>
}

/** `<size>/<theme>-<name>.png`, and `-end.png` for the end of a screen that scrolls. */
async function takePictures(page: Page, name: string, { withEnd, again }: TakeOptions): Promise<void> {
  if (options.readme) return takeReadmePicture(page, name)
  for (const size of sizes) {
    await page.setViewportSize(size)
    await again?.()
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
      const file = `${size.width}x${size.height}/${forcedColors === 'active' ? 'forced-' : ''}${colorScheme}-${name}`
      await savePicture(page, file)
      if (!withEnd || !(await scrollToEnd(page))) continue
      await savePicture(page, `${file}-end`)
      await scrollToStart(page)
    }
  }
  // A low window shows less, such as no filters in use: the next state is opened in a usual one.
  await page.setViewportSize(usualSize)
}

async function takeReadmePicture(page: Page, name: string): Promise<void> {
  const picture = readmePictures[name]
  if (picture === undefined) return
  await page.setViewportSize(usualSize)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await savePicture(page, picture)
  await copyFile(join(screens, `${picture}.png`), resolve('docs', `${picture}.png`))
}

let lastTaken = 'nothing'
/** By screen: what its console reported. */
const problems: string[] = []
const reported = new Map<Harness, number>()
const wanted = options.readme ? Object.keys(readmePictures) : options.only
const isWanted = (name: string): boolean =>
  wanted.length === 0 || wanted.some((beginning) => name.startsWith(beginning))
async function takeScreen(forecourt: Harness, name: string, takeOptions: TakeOptions = {}): Promise<void> {
  if (!isWanted(name)) return
  await takePictures(forecourt.page, name, takeOptions)
  lastTaken = name
  problems.push(...forecourt.problems.slice(reported.get(forecourt) ?? 0).map((problem) => `${name}: ${problem}`))
  reported.set(forecourt, forecourt.problems.length)
}

/** A part of the tour, named in the error when something of it is missing. */
async function part(name: string, take: () => Promise<void>): Promise<void> {
  try {
    await take()
  } catch (error) {
    throw new Error(`The tour stopped at “${name}”, after “${lastTaken}” was taken.`, { cause: error })
  }
}

for (const { width, height } of sizes) await mkdir(join(screens, `${width}x${height}`), { recursive: true })
const forecourt = await openTour()
try {
  await part('first run', () => takeFirstRun(forecourt, takeScreen))
  const { page } = forecourt
  const records = await preparePractice(page)
  for (const screen of everyScreen.filter(({ name }) => isWanted(name))) {
    await part(screen.name, async () => {
      await openScreen(page, screen, records)
      await takeScreen(forecourt, screen.name, { withEnd: true })
    })
  }
  if (isWanted('many-calls')) await part('many calls', () => takeManyCalls(forecourt, takeScreen))
  if (!options.readme) {
    await part('customers', () => takeCustomerGrid(forecourt, takeScreen))
    await part('comfortable customers', () => takeComfortableCustomers(forecourt, takeScreen))
    await part('check', () => takeCheckGrid(forecourt, records, takeScreen))
    await part('calls', () => takeCalls(forecourt, takeScreen))
    await part('call tools', () => takeCallTools(forecourt, takeScreen))
    await part('running look-up', () => takeRunningLookUp(forecourt, takeScreen))
    await part('overlays', () => takeOverlays(forecourt, records, takeScreen))
    await part('busy states', () => takeBusyStates(forecourt, records, takeScreen))
    await part('made states', () => takeMadeStates(forecourt, records, takeScreen))
    await part('later starts', () => takeLaterStarts(forecourt, takeScreen))
  }
} finally {
  // It fails by itself when the page had a problem; the list by screen says more.
  await forecourt.close().catch((error: unknown) => {
    if (problems.length === 0) throw error
  })
}
if (!options.readme) await part('conflict', () => takeConflict(takeScreen))
await closeBrowsers()
if (problems.length > 0) throw new Error(`Errors in the console:\n${problems.join('\n')}`)
process.stdout.write(`The pictures are in ${screens}.\n`)
