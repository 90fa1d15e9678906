import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { chooseInConnections, goTo } from './controls.ts'
import type { Harness } from './harness.ts'
import { journey } from './journey.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

const usualSize = { width: 1280, height: 800 }
/** The smallest usual window, 200 % zoom of 1280x800 and 1024x700 (zoom halves the size in CSS pixels), and two usual windows. */
const sizes = [
  { width: 1024, height: 700 },
  { width: 640, height: 400 },
  { width: 512, height: 350 },
  usualSize,
  { width: 1920, height: 1080 },
]

/** The controls, cells and rows that would be at the place of the notice without it. */
const coveredByNotice = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const notice = [...document.querySelectorAll<HTMLElement>('[aria-label="Notices"] .toast')].at(-1)
    if (!notice) return ['There is no notice.']
    const { left, right, top, bottom } = notice.getBoundingClientRect()
    const controls = 'button, a, input, select, textarea, [role="row"], [role="option"], h1, h2, td'
    const found = new Set<string>()
    notice.style.visibility = 'hidden'
    for (let x = left; x <= right; x += 4)
      for (let y = top; y <= bottom; y += 4) {
        const control = document.elementFromPoint(x, y)?.closest(controls)
        if (control) found.add(control.outerHTML.slice(0, 120))
      }
    notice.style.visibility = ''
    return [...found]
  })

const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return element?.getAttribute('aria-label') ?? element?.textContent?.trim() ?? ''
  })

describe('notices', () => {
  let forecourt: Harness
  let page: Page

  beforeAll(async () => {
    forecourt = await openWithPractice({ viewport: usualSize, args: ['--practice-speed=2000'] })
    page = forecourt.page
    await waitForAnswer(
      () => callProgram(page, 'customers.status', {}),
      ({ syncing, syncedAt }) => syncing === null && syncedAt !== null,
    )
    // Only the sightings that a test makes are counted.
    await callProgram(page, 'sightings.setSettings', { notify: false })
    await goTo(page, '/customers')
    await page.getByRole('row').nth(1).waitFor()
    await chooseInConnections(page, 'Practice controls')
    await bell(0).waitFor()
  })
  afterAll(() => forecourt?.close())

  const bell = (unread: number) =>
    page.getByRole('button', {
      name: unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`,
      exact: true,
    })
  const centre = () => page.getByRole('dialog', { name: 'Notifications' })

  async function closeNewest(): Promise<void> {
    const close = page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Close this notice' })
    await close.last().click()
    // Not while it fades: the next notice is counted.
    await expect.poll(() => close.count()).toBe(0)
  }

  /** A notice with an action. */
  async function makeSighting(): Promise<void> {
    const notices = page.getByRole('region', { name: 'Notices' }).getByText(/^Listed for sale: /)
    const before = await notices.count()
    await page.getByRole('button', { name: 'Make a sighting now' }).click()
    await notices.nth(before).waitFor({ state: 'attached' })
  }

  journey('cover nothing, stay behind the bell, and are counted', {
    'cover no row and no control in any size': async () => {
      for (const size of sizes) {
        await page.setViewportSize(size)
        await makeSighting()
        expect(await coveredByNotice(page)).toEqual([])
        const notice = page.getByRole('region', { name: 'Notices' }).locator('p').last()
        expect((await notice.boundingBox())?.height).toBeLessThan(40)
        await closeNewest()
      }
    },
    'stay in the list behind the bell, with their time and action': async () => {
      await page.setViewportSize(usualSize)
      await goTo(page, '/settings')
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await centre().getByRole('button', { name: 'Clear' }).click()
      await centre().getByRole('heading', { name: 'No notifications' }).waitFor()
      await page.keyboard.press('Escape')
      await makeSighting()
      await bell(1).focus()
      await page.keyboard.press('Enter')
      await centre().getByRole('listitem').filter({ hasText: 'Listed for sale' }).waitFor()
      expect(await centre().locator('time').count()).toBe(1)
      await page.keyboard.press('Escape')
      await centre().waitFor({ state: 'hidden' })
      expect(await focused(page)).toBe('Notifications')
      // Closed on the screen, it still opens what it is about.
      await closeNewest()
      await bell(0).click()
      await centre().getByRole('button', { name: 'See the call' }).click()
      await page.getByRole('heading', { name: 'Sightings', level: 1 }).waitFor()
      await bell(0).click()
      await centre().getByRole('listitem').first().waitFor()
      expect(await centre().getByRole('button', { name: 'See the call' }).count()).toBe(0)
      await page.keyboard.press('Escape')
    },
    'count as unread when several arrive, and the newest is shown': async () => {
      await goTo(page, '/settings')
      await makeSighting()
      await makeSighting()
      await bell(2).waitFor()
      await page.getByRole('button', { name: 'Show 1 more notice' }).click()
      await bell(0).waitFor()
      expect(
        await centre()
          .getByText(/^Listed for sale/)
          .count(),
      ).toBeGreaterThan(1)
    },
  })
})
