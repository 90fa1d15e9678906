import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startPracticeService } from '../../src/simulator/service.ts'
import { accessibilityFindings } from './accessibility-findings.ts'
import type { Harness } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

let forecourt: Harness
let page: Page
let services: Awaited<ReturnType<typeof startPracticeService>>[]
const patience = { timeout: 30_000 }

beforeAll(async () => {
  services = await Promise.all([1, 2].map(() => startPracticeService({ owners: 60, seed: 3 })))
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  for (const [at, name] of ['Sydney Motors', 'Auckland Motors'].entries()) {
    const { url: baseUrl, apiKey } = services[at]!
    const region = at === 0 ? 'au' : 'nz'
    await callProgram(page, 'connections.connect', {
      name,
      baseUrl,
      region,
      credentials: { scheme: 'api-key', apiKey },
    })
    await waitForAnswer(
      () => callProgram(page, 'customers.status', {}),
      ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
    )
  }
})
afterAll(async () => {
  await forecourt?.close()
  await Promise.all((services ?? []).map((service) => service.stop()))
})

const list = (): Locator => page.getByRole('listbox', { name: 'Call list' })
const rows = (source: RegExp): Locator => list().getByRole('option').filter({ hasText: source })
const panel = (): Locator => page.getByRole('dialog', { name: 'Connections in the list' })
const panelButton = (): Locator =>
  page.getByRole('button', { name: /^(?:This connection|All connections|\d of \d connections)$/ })

it('shows the sightings of all connections, filters them, and records an outcome where it belongs', async () => {
  await page.getByRole('link', { name: 'Sightings' }).click()
  await list().getByRole('option').first().waitFor(patience)
  expect(await rows(/Motors, /).count()).toBe(0)
  await panelButton().click()
  await panel().getByText('All connections', { exact: true }).click()
  await rows(/Sydney Motors, AU/)
    .first()
    .waitFor(patience)
  await rows(/Auckland Motors, NZ/)
    .first()
    .waitFor(patience)
  await panel()
    .getByRole('checkbox', { name: /^Auckland Motors, New Zealand \(\d+\)$/ })
    .waitFor()
  await panel()
    .getByText(/^Updated /)
    .first()
    .waitFor()
  expect(await accessibilityFindings(page)).toEqual([])
  await forecourt.screenshot('all-connections-panel')

  await panel()
    .getByRole('checkbox', { name: /^Auckland/ })
    .click()
  await expect.poll(() => rows(/Auckland Motors/).count(), patience).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByText('Sydney Motors, Australia').first().waitFor()

  await rows(/Sydney Motors/)
    .first()
    .click()
  const card = page.getByRole('article')
  await card.getByText('Sydney Motors, Australia').first().waitFor(patience)
  await page
    .getByRole('group', { name: 'Outcome' })
    .getByRole('button', { name: 'Left a voicemail', exact: true })
    .click()
  await page.keyboard.press('Control+Enter')
  await page
    .getByText(/Left a voicemail/)
    .first()
    .waitFor(patience)
  const counts = await waitForAnswer(
    async () => {
      const { cars } = await callProgram(page, 'sightings.list', { view: 'all', offset: 0, limit: 200 })
      return cars.filter(({ outcome }) => outcome === 'voicemail').map(({ source }) => source?.name)
    },
    (names) => names.length > 0,
  )
  // In use is Auckland Motors, which has the same customers.
  expect(counts).toEqual(['Sydney Motors'])
})

it('finds customers of all connections in the palette', async () => {
  const { cars } = await callProgram(page, 'sightings.list', { view: 'all', offset: 0, limit: 200 })
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and run commands' })
  for (const source of ['Sydney Motors, Australia', 'Auckland Motors, New Zealand']) {
    const car = cars.find((each) => source.startsWith(each.source?.name ?? '-'))
    await palette.getByRole('combobox', { name: 'Search' }).fill(car?.customer.clientName ?? '')
    const found = palette.getByRole('group', { name: 'Customers' }).getByRole('option')
    await expect.poll(() => found.filter({ hasText: source }).count(), patience).toBeGreaterThan(0)
  }
  await page.keyboard.press('Escape')
  await palette.waitFor({ state: 'hidden' })
})

it('opens the record of another connection after it switched to it, and says so', async () => {
  for (const [name, size] of [
    ['1280x800', { width: 1280, height: 800 }],
    ['1024x700', { width: 1024, height: 700 }],
  ] as const) {
    await page.setViewportSize(size)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await forecourt.screenshot(`all-connections-${name}-${colorScheme}`)
    }
  }
  await page.getByRole('article').getByRole('link', { name: 'Customer record' }).click()
  await page.getByText('Now using Sydney Motors.').first().waitFor(patience)
  await expect.poll(() => new URL(page.url()).hash, patience).toMatch(/^#\/customers\/./)
  await expect
    .poll(async () => (await callProgram(page, 'connections.state', {})).current?.name, patience)
    .toBe('Sydney Motors')
})

it('says in the list which connection can’t be reached, and keeps the cars of all', async () => {
  await services[1]?.stop()
  services.pop()
  await page.getByRole('link', { name: 'Sightings' }).click()
  await callProgram(page, 'customers.sync', {})
  await page
    .getByText(/Auckland Motors, New Zealand: .+ Updated /)
    .first()
    .waitFor(patience)
  await panelButton().click()
  await panel()
    .getByRole('checkbox', { name: /^Auckland/ })
    .click()
  for (const source of [/Auckland Motors, NZ/, /Sydney Motors, AU/]) {
    await expect.poll(() => rows(source).count(), patience).toBeGreaterThan(0)
  }
})
