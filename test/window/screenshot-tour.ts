import { copyFile, mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { everyScreen, openScreen, preparePractice } from './every-screen.ts'
import { artefacts, openForecourt } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { password } from './steps.ts'

/**
 * Takes pictures of every screen with sample data, in both themes and all sizes. An error in the console of any screen fails the tour.
 * Data is prepared by calls, so that the tour does not depend on labels.
 */

interface Size {
  readonly width: number
  readonly height: number
}

const themes = ['light', 'dark'] as const
const { values: options } = parseArgs({
  options: {
    size: { type: 'string', multiple: true, default: ['1024x700', '1280x800', '1920x1080'] },
    readme: { type: 'boolean', default: false },
  },
})
const sizes = options.size.map((text): Size => {
  const [width = 0, height = 0] = text.split('x').map(Number)
  if (!(width > 0 && height > 0)) throw new Error(`"${text}" is not a size such as 1280x800.`)
  return { width, height }
})

const screens = join(artefacts, 'screens')
/** The pictures of README.md, with the size of each. */
const readmePictures: Readonly<Record<string, { readonly file: string; readonly size: Size }>> = {
  sightings: { file: 'screenshot-sightings', size: { width: 1320, height: 860 } },
  'import-check': { file: 'screenshot', size: { width: 1320, height: 860 } },
  upload: { file: 'screenshot-upload', size: { width: 1320, height: 860 } },
  // High enough for the chart and the figures.
  market: { file: 'screenshot-market', size: { width: 1320, height: 1420 } },
}

/** Waits until the content of the screen no longer changes. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  let last = ''
  let unchanged = 0
  await waitForAnswer(
    async () => {
      const content = await page.evaluate(() => document.body.innerHTML)
      unchanged = content === last ? unchanged + 1 : 0
      last = content
      return unchanged
    },
    (times) => times >= 2,
  )
}

async function savePicture(page: Page, name: string): Promise<void> {
  await settle(page)
  await page.screenshot({ path: join(screens, `${name}.png`), animations: 'disabled' })
}

/** `<size>/<theme>-<name>.png`, and the picture of README.md. */
async function takePictures(page: Page, name: string): Promise<void> {
  for (const size of sizes) {
    await page.setViewportSize(size)
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await savePicture(page, `${size.width}x${size.height}/${colorScheme}-${name}`)
    }
  }
  const picture = readmePictures[name]
  if (!options.readme || !picture) return
  await page.setViewportSize(picture.size)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await savePicture(page, picture.file)
  await copyFile(join(screens, `${picture.file}.png`), resolve('docs', `${picture.file}.png`))
}

for (const { width, height } of sizes) await mkdir(join(screens, `${width}x${height}`), { recursive: true })
const forecourt = await openForecourt({ args: ['--practice-speed=2000'] })
/** By screen: what its console reported. */
const problems: string[] = []
let reported = 0
const takeScreen = async (name: string): Promise<void> => {
  await takePictures(forecourt.page, name)
  problems.push(...forecourt.problems.slice(reported).map((problem) => `${name}: ${problem}`))
  reported = forecourt.problems.length
}

try {
  const { page } = forecourt
  await page.getByRole('heading', { level: 1 }).waitFor()
  await takeScreen('storage')
  await callProgram(page, 'storage.setPassword', { password })
  await page.getByRole('button', { name: /Start practising/ }).waitFor()
  await takeScreen('first-run')
  await callProgram(page, 'connections.startPractice', { region: 'au' })
  const records = await preparePractice(page)
  await page.reload()
  // An address that is set before the first screen is open would be overwritten.
  await page.getByRole('heading', { level: 1 }).waitFor()
  for (const screen of everyScreen) {
    await openScreen(page, screen, records)
    await takeScreen(screen.name)
  }
  await page.evaluate(() => (window.location.hash = '/settings'))
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await takeScreen('shortcuts')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Practice data/ }).click()
  await page.getByRole('button', { name: 'Make a sighting now' }).click()
  await page.getByRole('button', { name: 'Close this notice' }).waitFor()
  await takeScreen('practice-panel')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await takeScreen('notifications')
} finally {
  // It fails by itself when the page had a problem; the list by screen says more.
  await forecourt.close().catch((error: unknown) => {
    if (problems.length === 0) throw error
  })
}
if (problems.length > 0) throw new Error(`Errors in the console:\n${problems.join('\n')}`)
process.stdout.write(`The pictures are in ${screens}.\n`)
