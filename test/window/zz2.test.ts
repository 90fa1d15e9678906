import { afterAll, beforeAll, it } from 'vitest'
import type { Harness } from './harness.ts'
import { openTour, takeFirstRun } from './screen-states.ts'
import { goTo, chooseInConnections } from './controls.ts'
let f: Harness
beforeAll(async () => {
  f = await openTour({ startAt: new Date('2026-11-18T10:07:00+11:00'), viewport: { width: 1280, height: 800 } })
  await takeFirstRun(f, async () => {})
}, 100000)
afterAll(() => f?.close())
it('x', async () => {
  const { page } = f
  const shot = (n: string) => page.screenshot({ path: `/tmp/frame/${n}.png` })
  await goTo(page, '/customers')
  await page.getByRole('row').nth(1).waitFor()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Practice/ })
    .click()
  await page.getByRole('menuitem').first().waitFor()
  await shot('a-conn')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /theme and settings$/ }).click()
  await page.waitForTimeout(300)
  await shot('a-person')
  await page.keyboard.press('Escape')
  await chooseInConnections(page, 'Practice controls')
  await page.getByRole('button', { name: 'Make a sighting now' }).click()
  await page.getByRole('button', { name: 'Close this notice' }).waitFor()
  await page.waitForTimeout(500)
  await shot('a-notice')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.setViewportSize({ width: 640, height: 400 })
  await page.waitForTimeout(300)
  await shot('a-small')
  await page.setViewportSize({ width: 1024, height: 700 })
  await page.waitForTimeout(300)
  await shot('a-1024')
}, 100000)
