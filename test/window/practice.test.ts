import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { journey } from './journey.ts'
import { openForecourt, themes, type Harness } from './harness.ts'
import { beginWithPractice, seriousFindings } from './steps.ts'
import { chooseInConnections } from './controls.ts'

describe.each(themes)('practice in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page
  let panel: Locator
  let notices: Locator
  let seen: Locator

  /** Whether the notice covers the panel: a control under a notice could not be used until that closes. */
  const noticeOverPanel = async (): Promise<string> => {
    const [notice, box] = await Promise.all([notices.boundingBox(), panel.boundingBox()])
    if (!notice || !box || !(await seen.isVisible())) return 'one is missing'
    const apart = notice.x >= box.x + box.width || notice.y + notice.height <= box.y
    return apart ? 'apart' : 'overlapping'
  }
  const closeNotice = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Close this notice' }).click()
    await seen.waitFor({ state: 'hidden' })
  }

  beforeAll(async () => {
    forecourt = await openForecourt({ colorScheme })
    page = forecourt.page
    panel = page.getByRole('dialog', { name: 'Practice' })
    notices = page.getByRole('region', { name: 'Notices' })
    seen = notices.getByText(/^Listed for sale: /)
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  journey('begins, is watched and set in its panel, and is reset', {
    'begins with customers and sightings': async () => {
      await page.getByRole('link', { name: 'Customers', exact: true }).click()
      await expect.poll(() => page.getByText(/^[1-9]\d* seen for sale/).count()).toBe(1)
    },
    'opens the panel from the connection by keyboard and returns the focus to it': async () => {
      const connection = page.getByRole('banner').getByRole('button', { name: /^Practice/ })
      await connection.focus()
      await page.keyboard.press('Enter')
      await page.getByRole('menuitem', { name: 'Practice controls' }).focus()
      await page.keyboard.press('Enter')
      await panel.getByText(/^The practice service is working\./).waitFor()
      await forecourt.screenshot(`practice-${colorScheme}-panel`)
      await page.keyboard.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      expect(await connection.evaluate((element) => element === document.activeElement)).toBe(true)
      await chooseInConnections(page, 'Practice controls')
    },
    'makes a sighting that the list shows': async () => {
      const button = panel.getByRole('button', { name: 'Make a sighting now' })
      await button.focus()
      await page.keyboard.press('Enter')
      const name = /^Listed for sale: ([^,(]+)/.exec(await seen.innerText())?.[1]?.trim() ?? ''
      expect(name).not.toBe('')
      expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
      const grid = page.getByRole('grid', { name: 'Customers' })
      await grid.getByText(name).first().waitFor()
      await closeNotice()
    },
    'makes a sighting of a chosen customer, and its notice covers no control': async () => {
      const found = panel.getByRole('list', { name: 'Customers found' }).getByRole('button')
      const search = panel.getByRole('searchbox')
      await search.fill('04')
      const label = await found.last().innerText()
      await found.last().click()
      await page.getByText(`Listed for sale: ${label} (`).waitFor()
      await found.first().waitFor({ state: 'hidden' })
      expect(await search.inputValue()).toBe('')
      expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
      expect(await noticeOverPanel()).toBe('apart')
      await closeNotice()
    },
    'keeps the notice beside the panel at 1000 by 700 and at 640 by 400': async () => {
      const before = page.viewportSize()
      for (const [width, height] of [
        [1000, 700],
        [640, 400],
      ] as const) {
        await page.setViewportSize({ width, height })
        await panel.getByRole('button', { name: 'Make a sighting now' }).click()
        await seen.waitFor()
        expect(await noticeOverPanel()).toBe('apart')
        await forecourt.screenshot(`practice-${colorScheme}-${width}`)
        await closeNotice()
      }
      if (before) await page.setViewportSize(before)
    },
    'simulates a lost network, which the whole window shows': async () => {
      await panel.getByRole('radio', { name: 'No internet' }).click()
      await page.getByRole('banner').getByText('Offline').waitFor()
      await panel.getByText(/^No internet \(simulated\)\./).waitFor()
      await forecourt.screenshot(`practice-${colorScheme}-offline`)
      expect(await seriousFindings(page)).toEqual([])
      await panel.getByRole('radio', { name: 'Service unavailable' }).click()
      await page.getByRole('banner').getByText('Service not responding').waitFor()
      await panel.getByRole('radio', { name: 'No problem' }).click()
      await page.getByRole('banner').getByText('Online').waitFor()
    },
    'sets the speed by one click or as a number, and refuses text': async () => {
      await panel.getByRole('radio', { name: /^Slow/ }).check({ force: true })
      await panel.getByText(/Uploads: 5 customers per second\./).waitFor()
      const own = panel.getByRole('textbox', { name: 'Customers per second' })
      await own.fill('fast')
      await page.keyboard.press('Enter')
      await panel.getByText('Enter a number from 0').waitFor()
      expect(await own.getAttribute('aria-invalid')).toBe('true')
      await own.fill('120')
      await page.keyboard.press('Enter')
      await panel.getByText(/Uploads: 120 customers per second\./).waitFor()
    },
    'resets the practice data after a confirmation': async () => {
      await panel.getByRole('button', { name: /^Reset practice data/ }).click()
      const dialog = page.getByRole('dialog', { name: 'Reset practice data?' })
      await dialog.waitFor()
      await forecourt.screenshot(`practice-${colorScheme}-reset`)
      await dialog.getByRole('button', { name: 'Reset practice data' }).click()
      await page.getByText('Practice data reset.').waitFor()
      await panel.getByText(/Uploads: 40 customers per second\./).waitFor()
      await page.getByText(/^[1-9]\d* seen for sale/).waitFor()
      expect(await panel.getByRole('radio', { name: /^Normal/ }).isChecked()).toBe(true)
    },
  })
})
