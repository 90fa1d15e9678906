import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { allowCopying, type Harness } from './harness.ts'
import { openWithPractice } from './steps.ts'

let forecourt: Harness
let page: Page

const card = (): Locator => page.getByRole('article')

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/sightings' })
  page = forecourt.page
  await page.getByRole('link', { name: 'Sightings' }).click()
  await card().waitFor()
})
afterAll(() => forecourt.close())

it('says that copying failed, and copies on the next attempt', async () => {
  const shown = await card().locator('.number').innerText()
  await allowCopying(page, false)
  await card().getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByText('Couldn’t copy. Select the text and press Ctrl+C.').waitFor()
  await allowCopying(page, true)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(shown)
})

it('opens the listing in a new tab, and the number with the program for calls', async () => {
  const opening = page.context().waitForEvent('page')
  const listingRequested = page.context().waitForEvent('request', (request) => request.url().startsWith('https:'))
  await card().getByRole('button', { name: 'View listing' }).first().click()
  const listing = await opening
  expect((await listingRequested).url()).toMatch(/^https:\/\/www\.[a-z-]+\.example\/used-cars\//)
  await listing.close()
  await page.bringToFront()
  // Last, because the browser's question for the program takes all later clicks.
  const number = await card().locator('.number').innerText()
  const called = page.waitForRequest((request) => request.url().startsWith('tel:'))
  await card()
    .getByRole('button', { name: /^Call( anyway)?$/ })
    .click()
  // Outside calling hours a reason is asked for.
  const reason = page.getByRole('dialog').getByRole('button', { name: 'They asked to be called now' })
  if ((await card().getByRole('button', { name: 'Call anyway' }).count()) > 0) {
    await reason.click()
    await page.getByRole('dialog').getByRole('button', { name: 'Call anyway' }).click()
  }
  expect((await called).url()).toBe(`tel:+61${number.replaceAll(' ', '').slice(1)}`)
})
