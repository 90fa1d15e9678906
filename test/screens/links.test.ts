import { expect, it, onTestFinished } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { sightedCar } from '../unit/renderer/features/sightings/sample-car.ts'
import { allowCopying } from '../window/harness.ts'
import { openCalls } from './call-screen.ts'
import { longTest } from '../runs.ts'

/** In the page, while a test notes clicks on links. */
declare const linkClicks: { readonly opened: readonly string[]; stop(): void }

longTest('says that copying failed, and copies on the next attempt', async () => {
  const { page, card } = await openCalls()
  onTestFinished(() => allowCopying(page, true))
  await allowCopying(page, false)
  await card.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy the number' }).click()
  await page.getByText('Couldn’t copy. Select the text and press Ctrl+C.').waitFor()
  await allowCopying(page, true)
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('0491 570 006')
})

it('opens the listing in a new tab, and the number with the program for calls', async () => {
  const { page, card } = await openCalls({
    prepare: (host) => host.answer('app.openLink', ({ url }) => success({ address: url, result: 'open-in-window' })),
  })
  const opening = page.context().waitForEvent('page')
  const requested = page.context().waitForEvent('request', (request) => request.url().startsWith('https:'))
  await card.getByRole('button', { name: 'View listing' }).first().click()
  const listing = await opening
  expect((await requested).url()).toBe(sightedCar('car-0').sightings[0]?.listingUrl)
  await listing.close()
  await page.bringToFront()
  // The browser's question for the program would take all later clicks: the click on such a link is noted instead.
  await page.evaluate(() => {
    const { click } = HTMLAnchorElement.prototype
    const opened: string[] = []
    const stop = (): void => void (HTMLAnchorElement.prototype.click = click)
    HTMLAnchorElement.prototype.click = function () {
      opened.push(this.href)
    }
    Object.assign(window, { linkClicks: { opened, stop } })
  })
  onTestFinished(() => page.evaluate(() => linkClicks.stop()))
  await card.getByRole('button', { name: 'Call', exact: true }).click()
  await expect.poll(() => page.evaluate(() => linkClicks.opened)).toEqual(['tel:+61491570006'])
})
