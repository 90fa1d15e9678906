import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { readHelp } from '../../src/renderer/features/help/read-help.ts'
import { everyScreen, openScreen, preparePractice, type Screen } from './every-screen.ts'
import { closeBrowsers, type Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openTour, takeFirstRun, takeLaterStarts } from './screen-states.ts'
import { settle } from './settled-page.ts'
import { chooseInConnections } from './controls.ts'

const help = `Takes the pictures of the help pages with sample data, in light and dark, through the real program in Chromium.

  npm run help-pictures [-- --only NAME ...]

  --only NAME   only pictures whose name begins so; can be repeated

They replace those in src/renderer/features/help/pictures. Look at them, and commit them.
`

const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: [] },
    help: { type: 'boolean', default: false },
  },
})
if (options.help) {
  process.stdout.write(help)
  process.exit(0)
}

/** The names of the pictures that the pages show. */
const allHelpPictures = new Set<string>()
for await (const file of glob('src/renderer/features/*/help.md')) {
  for (const { picture } of readHelp(await readFile(file, 'utf8'))) if (picture) allHelpPictures.add(picture.name)
}

const folder = resolve('src/renderer/features/help/pictures')
const viewport = { width: 1280, height: 800 }
/** Help shows them 960 pixels wide at most. */
const scale = 0.75
const quality = 72

async function save(page: Page, name: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await page.setViewportSize(viewport)
  // No tooltip of what an earlier step clicked.
  await page.mouse.move(0, 0)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await settle(page)
    const { data } = await devtools.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: 0, y: 0, ...viewport, scale },
    })
    await writeFile(join(folder, `${name}-${colorScheme}.webp`), Buffer.from(data, 'base64'))
  }
  await devtools.detach()
}

const isWanted = (name: string): boolean =>
  options.only.length === 0 || options.only.some((one) => name.startsWith(one))

/** Pictures that no page of Help shows are not taken. */
const take = async (forecourt: Harness, name: string): Promise<void> => {
  if (allHelpPictures.has(name) && isWanted(name)) await save(forecourt.page, name)
}

/** The settings of a practice team. */
async function takeTeam(forecourt: Harness): Promise<void> {
  const { page } = forecourt
  await callProgram(page, 'team.startPractice', { name: 'City Motors', pcName: 'Front desk' })
  await page.evaluate(() => (window.location.hash = '/settings/team'))
  await page.getByText('Members (2)').waitFor()
  await page.getByRole('region', { name: 'Team', exact: true }).getByText('Connected', { exact: true }).waitFor()
  await take(forecourt, 'settings-team')
  await callProgram(page, 'team.leave', {})
}

/** A call card, and the filters of the customers. */
async function takePanels(forecourt: Harness): Promise<void> {
  const { page } = forecourt
  // Without the search of an earlier picture.
  await page.evaluate(() => (window.location.hash = '/sightings?group=new'))
  await page.getByRole('tree', { name: 'Call list' }).locator('[role=treeitem][aria-level="2"]').nth(1).click()
  await page.getByRole('article').getByRole('heading', { level: 2 }).first().waitFor()
  await take(forecourt, 'call-card')
  await page.evaluate(() => (window.location.hash = '/customers'))
  await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  await page.getByRole('button', { name: /^Filter\b/ }).click()
  const filters = page.getByRole('dialog', { name: 'Filter customers' })
  await filters.getByRole('checkbox').first().waitFor()
  await take(forecourt, 'customer-filters')
  await page.keyboard.press('Escape')
  await filters.waitFor({ state: 'hidden' })
}

const more: readonly Screen[] = [
  {
    name: 'call-report',
    path: () => '/sightings/report',
    title: () => 'Calls in numbers – Sightings',
    open: (page) => page.getByRole('table').first().waitFor(),
  },
  {
    name: 'bulk-lookup',
    path: () => '/lookup/bulk',
    title: () => 'Look up several cars – Look up',
    open: (page) => page.getByRole('button', { name: 'Check list' }).waitFor(),
  },
]

await mkdir(folder, { recursive: true })
const forecourt = await openTour()
try {
  await takeFirstRun(forecourt, take)
  const { page } = forecourt
  const records = await preparePractice(page)
  for (const screen of [...everyScreen, ...more]) {
    if (!allHelpPictures.has(screen.name) || !isWanted(screen.name)) continue
    await openScreen(page, screen, records)
    await take(forecourt, screen.name)
  }
  await takePanels(forecourt)
  if (isWanted('settings-team')) await takeTeam(forecourt)
  await page.evaluate(() => (window.location.hash = '/sightings'))
  await chooseInConnections(page, 'Practice controls')
  await page.getByText(/^The practice service is working\./).waitFor()
  await take(forecourt, 'practice')
  if (isWanted('storage')) await takeLaterStarts(forecourt, take)
} finally {
  await forecourt.close()
  await closeBrowsers()
}
process.stdout.write(`${allHelpPictures.size} pictures of Help in two themes are in ${folder}.\n`)
