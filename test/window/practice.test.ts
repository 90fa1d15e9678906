import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { beginWithPractice, seriousFindings } from './steps.ts'

describe.each(['light', 'dark'] as const)('a trainer, in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page
  let panel: Locator
  let notices: Locator
  let seen: Locator

  /** How the notice stands to the panel: a lever under a notice could not be pulled until that goes. */
  const noticeAndPanel = async (): Promise<string> => {
    const [notice, settings] = await Promise.all([notices.boundingBox(), panel.boundingBox()])
    if (!notice || !settings || !(await seen.isVisible())) return 'one is not there'
    const apart = notice.x >= settings.x + settings.width || notice.y + notice.height <= settings.y
    return apart ? 'apart' : 'one over the other'
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
    seen = notices.getByText(/^Seen for sale: /)
    await beginWithPractice(page)
  })
  afterAll(() => forecourt?.close())

  it('meets a living list of customers', async () => {
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByText(/[1-9]\d* of them seen for sale/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('opens the panel from the badge by keyboard, and comes back to it', async () => {
    const badge = page.getByRole('button', { name: /^Practice data/ })
    await badge.focus()
    await page.keyboard.press('Enter')
    await panel.getByText('The service answers as usual.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot(`practice-${colorScheme}-panel`)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'hidden' })
    expect(await badge.evaluate((element) => element === document.activeElement)).toBe(true)
    await badge.click()
  })

  it('makes a sighting now, and the list shows it', async () => {
    const button = panel.getByRole('button', { name: 'Make a sighting now' })
    await button.focus()
    await page.keyboard.press('Enter')
    const name = /^Seen for sale: ([^,(]+)/.exec(await seen.innerText())?.[1]?.trim() ?? ''
    expect(name).not.toBe('')
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
    const grid = page.getByRole('grid', { name: 'Customers' })
    await grid.getByText(name).first().waitFor()
    await closeNotice()
  })

  it('makes a sighting of a customer whom she chooses, and the notice of it covers no lever', async () => {
    const found = panel.getByRole('list', { name: 'Customers found' }).getByRole('button')
    const search = panel.getByRole('searchbox')
    await search.fill('04')
    const label = await found.last().innerText()
    await found.last().click()
    await page.getByText(`Seen for sale: ${label} (`).waitFor()
    await found.first().waitFor({ state: 'hidden' })
    expect(await search.inputValue()).toBe('')
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await noticeAndPanel()).toBe('apart')
    await closeNotice()
  })

  it.each([
    { width: 1000, height: 700 },
    { width: 640, height: 400 },
  ])('keeps the notice off the settings at $width by $height', async (size) => {
    const before = page.viewportSize()
    await page.setViewportSize(size)
    await panel.getByRole('button', { name: 'Make a sighting now' }).click()
    await seen.waitFor()
    expect(await noticeAndPanel()).toBe('apart')
    await forecourt.screenshot(`practice-${colorScheme}-${size.width}`)
    await closeNotice()
    if (before) await page.setViewportSize(before)
  })

  it('loses the network, and the window says so everywhere', async () => {
    await panel.getByRole('radio', { name: 'The network is lost' }).check()
    await page.getByRole('banner').getByText('Offline').waitFor()
    await page.getByRole('button', { name: /The network is lost, for practice/ }).waitFor()
    await forecourt.screenshot(`practice-${colorScheme}-offline`)
    expect(await seriousFindings(page)).toEqual([])
    await panel.getByRole('radio', { name: 'The service is down' }).check()
    await page.getByRole('banner').getByText('The service does not answer').waitFor()
    await panel.getByRole('radio', { name: 'Nothing: the service answers' }).check()
    await page.getByRole('banner').getByText('Online').waitFor()
  })

  it('chooses a speed, by one click or as a number, and is told of one that is none', async () => {
    await panel.getByRole('radio', { name: /^Slow/ }).check({ force: true })
    await panel.getByText('5 uploaded customers are processed a second.').waitFor()
    const own = panel.getByRole('textbox', { name: 'Customers a second' })
    await own.fill('fast')
    await page.keyboard.press('Enter')
    await panel.getByText('Please give a number from 0').waitFor()
    expect(await own.getAttribute('aria-invalid')).toBe('true')
    await own.fill('120')
    await page.keyboard.press('Enter')
    await panel.getByText('120 uploaded customers are processed a second.').waitFor()
  })

  it('resets after a question, and begins anew', async () => {
    await panel.getByRole('button', { name: /^Reset practice data/ }).click()
    const question = page.getByRole('dialog', { name: 'Reset the practice data?' })
    await question.waitFor()
    await forecourt.screenshot(`practice-${colorScheme}-reset`)
    await question.getByRole('button', { name: 'Reset practice data' }).click()
    await page.getByText('Practice begins anew.').waitFor()
    await panel.getByText('40 uploaded customers are processed a second.').waitFor()
    await page.getByText(/[1-9]\d* of them seen for sale/).waitFor()
    expect(await panel.getByRole('radio', { name: /^Normal/ }).isChecked()).toBe(true)
  })
})
