import { copyFile, mkdir, readFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { Page } from 'playwright-core'
import type { FileTicket } from '../../src/contract/app.ts'
import type { MethodInput, MethodName, MethodOutput } from '../../src/contract/methods.ts'
import { StateCode } from '../../src/contract/region.ts'
import type { Result } from '../../src/contract/result.ts'
import { artefacts, openForecourt } from './harness.ts'
import { password, sample } from './steps.ts'

/** Takes a picture of every screen with sample data. Data is prepared by calls, so that the tour does not depend on labels. */

const screens = join(artefacts, 'screens')
const viewport = { width: 1320, height: 860 }
/** High enough for the chart and the figures of the market. */
const marketViewport = { width: 1320, height: 1420 }

interface Tour {
  readonly page: Page
  readonly theme: 'light' | 'dark'
}

/** Calls the program from the page, with its session. Throws when the call fails. */
async function call<M extends MethodName>(page: Page, method: M, input: MethodInput<M>): Promise<MethodOutput<M>> {
  return post<MethodOutput<M>>(page, `/call/${method}`, JSON.stringify(input), 'application/json')
}

async function post<T>(page: Page, path: string, body: string, type: string): Promise<T> {
  const answer = (await page.evaluate(
    async (request) => {
      const headers = { 'Content-Type': request.type }
      const response = await fetch(request.path, { method: 'POST', body: request.body, headers })
      return (await response.json()) as unknown
    },
    { path, body, type },
  )) as Result<T>
  if (!answer.ok) throw new Error(`${path}: ${answer.error.message}`)
  return answer.value
}

/** Repeats a query until its answer is wanted; the window's own events need no listener here. */
async function waitFor<T>(query: () => Promise<T>, isDone: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 120_000
  for (;;) {
    const answer = await query()
    if (isDone(answer)) return answer
    if (Date.now() > deadline)
      throw new Error(`Not reached within two minutes: ${JSON.stringify(answer).slice(0, 500)}`)
    await new Promise((done) => setTimeout(done, 200))
  }
}

async function show({ page }: Tour, path: string): Promise<void> {
  await page.evaluate((hash) => {
    window.location.hash = hash
  }, path)
  await page.reload()
}

/** Saves the screen when its content no longer changes. */
async function takePicture({ page, theme }: Tour, name: string): Promise<void> {
  await page.getByRole('main').first().waitFor()
  await page.evaluate(() => document.fonts.ready)
  let last = ''
  let unchanged = 0
  await waitFor(
    async () => {
      const content = await page.evaluate(() => document.body.innerHTML)
      unchanged = content === last ? unchanged + 1 : 0
      last = content
      return unchanged
    },
    (times) => times >= 4,
  )
  await page.screenshot({ path: join(screens, `${theme}-${name}.png`), animations: 'disabled' })
}

async function uploadSample(tour: Tour): Promise<void> {
  const { page } = tour
  const file = sample('sold-vehicles.csv')
  const ticketPath = `/file?name=${encodeURIComponent(basename(file))}`
  const content = await readFile(file, 'utf8')
  const { fileId } = await post<FileTicket>(page, ticketPath, content, 'application/octet-stream')
  const { id } = await call(page, 'drafts.open', { fileId })
  for (const step of ['columns', 'check', 'send'] as const) {
    await call(page, 'drafts.setStep', { id, step })
    await show(tour, `/import/${id}`)
    await takePicture(tour, `import-${step}`)
  }
  const upload = await call(page, 'uploads.create', { draftId: id, name: 'Sold vehicles', lookUpMissingVins: false })
  await show(tour, `/uploads/${upload.id}`)
  await takePicture(tour, 'upload-running')
  await waitFor(
    () => call(page, 'uploads.get', { id: upload.id }),
    ({ state }) => state === 'complete',
  )
  await show(tour, `/uploads/${upload.id}`)
  await takePicture(tour, 'upload-complete')
}

/** Looks up the cars of the call list and shows the one with the most listings on the market. */
async function showMarket(tour: Tour): Promise<void> {
  const { page } = tour
  const { cars } = await call(page, 'sightings.list', { view: 'all', offset: 0, limit: 20 })
  let best = { lookupId: '', listings: -1 }
  for (const { customer } of cars) {
    const state = StateCode.safeParse(customer.state)
    if (customer.rego === null || !state.success) continue
    const result = await call(page, 'lookup.findPlate', { plate: customer.rego, state: state.data })
    const vehicleId = result.vehicle?.vehicleId ?? null
    if (vehicleId === null) continue
    const { listings } = await call(page, 'market.view', { vehicleId })
    if (listings.length > best.listings) best = { lookupId: result.id, listings: listings.length }
  }
  if (best.listings < 1) throw new Error('No car of the call list has listings on the market.')
  await page.setViewportSize(marketViewport)
  await show(tour, `/lookup/${best.lookupId}`)
  await takePicture(tour, 'lookup-result')
  await page.getByRole('tab', { name: 'Market' }).click()
  await page.locator('canvas, svg[role="img"]').first().waitFor()
  await takePicture(tour, 'market')
  await page.setViewportSize(viewport)
}

async function takeTour(theme: Tour['theme']): Promise<void> {
  const forecourt = await openForecourt({
    colorScheme: theme,
    viewport,
    args: ['--practice', '--practice-speed=2000'],
  })
  try {
    const { page } = forecourt
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const tour: Tour = { page, theme }
    await takePicture(tour, 'storage')
    await call(page, 'storage.setPassword', { password })
    await waitFor(
      () => call(page, 'connections.state', {}),
      ({ current }) => current?.kind === 'practice',
    )
    await waitFor(
      () => call(page, 'customers.status', {}),
      ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
    )
    const sections = ['sightings', 'lookup', 'lookup/catalogue', 'compare', 'customers', 'customers/bin', 'import']
    // No notification of a new sighting covers a screen.
    await call(page, 'sightings.setSettings', { notify: false })
    for (const path of [...sections, 'uploads', 'webhooks', 'settings']) {
      await show(tour, `/${path}`)
      if (path === 'sightings') await page.locator('[role="listbox"] [role="option"]').first().click()
      await takePicture(tour, path.replaceAll('/', '-'))
    }
    await uploadSample(tour)
    await showMarket(tour)
  } finally {
    await forecourt.close()
  }
}

const readmePictures = {
  sightings: 'screenshot-sightings',
  'import-check': 'screenshot',
  'upload-complete': 'screenshot-upload',
  market: 'screenshot-market',
} as const

await mkdir(screens, { recursive: true })
for (const theme of ['light', 'dark'] as const) await takeTour(theme)
if (process.argv.includes('--readme')) {
  for (const [name, file] of Object.entries(readmePictures)) {
    await copyFile(join(screens, `light-${name}.png`), resolve('docs', `${file}.png`))
  }
}
process.stdout.write(`The pictures are in ${screens}.\n`)
