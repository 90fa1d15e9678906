import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ConnectionState } from '../../src/contract/connections.ts'
import type { Result } from '../../src/contract/result.ts'
import { everyScreen, openScreen, type PracticeRecords, preparePractice } from './every-screen.ts'
import type { Harness } from './harness.ts'
import { lostControls } from './lost-controls.ts'
import { openWithPractice, sample, seriousFindings } from './steps.ts'

/** The smallest usual window, and 200 % zoom of 1280x800 and 1024x700: zoom halves the size in CSS pixels. */
const sizes = [
  { width: 1024, height: 700 },
  { width: 640, height: 400 },
  { width: 512, height: 350 },
]
/** 200 % and 400 % zoom of 1280x1024 (WCAG 1.4.10). */
const zooms = [
  { width: 640, height: 512 },
  { width: 320, height: 256 },
]

/** What moved when the user turns the wheel over the sidebar, or the focus goes to something far down the page. */
async function scrollDocument(page: Page): Promise<string[]> {
  await page.mouse.move(20, 120)
  await page.mouse.wheel(0, 4_000)
  return page.evaluate(async () => {
    // The wheel is handled before the second frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
    const found: string[] = []
    const { scrollingElement: root, body } = document
    for (const [name, element] of Object.entries({ document: root, body, app: document.getElementById('app') })) {
      if (!element) continue
      if (element.scrollTop !== 0 || element.scrollLeft !== 0) found.push(`${name} was scrolled by the wheel`)
      element.scrollTo(10_000, 10_000)
      if (element.scrollTop !== 0 || element.scrollLeft !== 0)
        found.push(`${name} can be scrolled to ${element.scrollLeft}, ${element.scrollTop}`)
    }
    return found
  })
}

/** The content of a screen that is wider than its place: then the whole screen scrolls sideways. */
const tooWide = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('.frame > .body')]
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
      .map(({ scrollWidth, clientWidth }) => `content of ${scrollWidth} px in ${clientWidth} px`),
  )

/** How far the title and the actions of a screen are from the edges of its content. */
const misalignment = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const edges = (selector: string): readonly number[] => {
      const element = document.querySelector(selector)
      if (!element) return []
      const { left, right } = element.getBoundingClientRect()
      const { paddingLeft, paddingRight } = getComputedStyle(element)
      return [Math.round(left + parseFloat(paddingLeft)), Math.round(right - parseFloat(paddingRight))]
    }
    const body = edges('.frame > .body')
    const children = [...document.querySelectorAll('.frame > .body > *')].map((child) => child.getBoundingClientRect())
    const found: string[] = []
    if (String(edges('.frame > .head')) !== String(body)) found.push(`header ${edges('.frame > .head')}, body ${body}`)
    for (const { left, right, width } of children) {
      if (width > 1 && (Math.round(left) !== body[0] || Math.round(right) > (body[1] ?? 0)))
        found.push(`content ${left} to ${right}, body ${body}`)
    }
    return found
  })

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

describe('the shell', () => {
  let forecourt: Harness
  let page: Page
  let records: PracticeRecords

  beforeAll(async () => {
    forecourt = await openWithPractice({ viewport: sizes[0], args: ['--practice-speed=2000'] })
    page = forecourt.page
    records = await preparePractice(page)
  })
  afterAll(() => forecourt?.close())

  const goTo = (path: string): Promise<unknown> => page.evaluate((hash) => (location.hash = hash), path)

  it.each(everyScreen)(
    '$name names itself in the title, fits its width, never scrolls the document, and loses no control at 400 % zoom',
    async (screen) => {
      await page.setViewportSize(sizes[0] ?? { width: 1024, height: 700 })
      await openScreen(page, screen, records)
      const found = await tooWide(page)
      for (const size of sizes) {
        await page.setViewportSize(size)
        found.push(...(await scrollDocument(page)).map((problem) => `${size.width}x${size.height}: ${problem}`))
      }
      expect(found).toEqual([])
      for (const size of zooms) {
        await page.setViewportSize(size)
        await expect.poll(() => lostControls(page), { timeout: 10_000 }).toEqual([])
      }
      expect(forecourt.problems).toEqual([])
    },
  )

  it('shows focus, selection and status in the colours of a high-contrast theme', async () => {
    await page.emulateMedia({ forcedColors: 'active' })
    const painted = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, outlineStyle, outlineWidth } = getComputedStyle(element)
          return { backgroundColor, outline: `${outlineStyle} ${outlineWidth}` }
        })
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    await goTo('/customers')
    await page.getByRole('row').nth(1).waitFor()
    expect((await painted('nav [aria-current="page"]')).backgroundColor).not.toBe(ground)
    await page.getByRole('grid').getByRole('row').nth(1).getByRole('gridcell').nth(3).click()
    expect((await painted('[role="gridcell"]:focus')).outline).toBe('solid 2px')
    await page.getByRole('main').getByRole('searchbox').focus()
    expect((await painted('.n-input:focus-within')).outline).toBe('solid 2px')
    expect((await painted('header .dot')).backgroundColor).not.toBe(ground)
    await page.emulateMedia({ forcedColors: 'none' })
  })

  it('moves the focus to the import step of a file that arrives', async () => {
    await goTo('/sightings')
    await page.getByRole('heading', { name: 'Sightings', level: 1 }).waitFor()
    const chooser = page.waitForEvent('filechooser')
    await page.keyboard.press('Control+O')
    await (await chooser).setFiles(sample('sold-vehicles.csv'))
    await expect.poll(() => focused(page)).toBe('Columns')
  })

  it('moves the focus to the heading of a screen whose opener is gone', async () => {
    await goTo('/customers')
    const bin = page.getByRole('button', { name: /^Bin/ })
    await bin.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Bin', level: 1 }).waitFor()
    await expect.poll(() => focused(page)).toBe('Bin')
  })

  it('aligns header and content at 1920', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 })
    const found: string[] = []
    for (const screen of everyScreen.filter(({ name }) => !['welcome', 'connect'].includes(name))) {
      await openScreen(page, screen, records)
      found.push(...(await misalignment(page)).map((problem) => `${screen.name}: ${problem}`))
    }
    expect(found).toEqual([])
  })

  it('shows the last response of now, not that of the start', async () => {
    await goTo('/sightings')
    await page.route('**/call/connections.state', async (route) => {
      const response = await route.fetch({ maxRetries: 3 })
      const json = (await response.json()) as Result<ConnectionState>
      if (json.ok) json.value.lastAnswerAt = '2031-03-07T01:05:00.000Z'
      await route.fulfill({ response, json })
    })
    await goTo('/settings')
    const status = page.getByText(/Last response/)
    await expect.poll(() => status.innerText()).toContain('7/3/2031')
    await page.unrouteAll({ behavior: 'wait' })
  })

  describe('notices', () => {
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

    beforeAll(async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await goTo('/customers')
      await page.getByRole('row').nth(1).waitFor()
      await page.getByRole('button', { name: /^Practice data/ }).click()
      await bell(0).waitFor()
    })

    it.each([...sizes, { width: 1280, height: 800 }, { width: 1920, height: 1080 }])(
      'cover no row and no control at $width by $height',
      async (size) => {
        await page.setViewportSize(size)
        await makeSighting()
        expect(await coveredByNotice(page)).toEqual([])
        const notice = page.getByRole('region', { name: 'Notices' }).locator('p').last()
        expect((await notice.boundingBox())?.height).toBeLessThan(40)
        await closeNewest()
      },
    )

    it('stay in the list behind the bell, with their time and action', async () => {
      await page.setViewportSize({ width: 1280, height: 800 })
      await goTo('/settings')
      await page.getByRole('button', { name: /^Notifications/ }).click()
      await centre().getByRole('button', { name: 'Clear' }).click()
      await centre().getByRole('heading', { name: 'No notifications' }).waitFor()
      await page.keyboard.press('Escape')
      await makeSighting()
      await bell(1).focus()
      await page.keyboard.press('Enter')
      await centre().getByRole('listitem').filter({ hasText: 'Listed for sale' }).waitFor()
      expect(await centre().locator('time').count()).toBe(1)
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await centre().waitFor({ state: 'hidden' })
      expect(await focused(page)).toBe('Notifications')
      // Closed on the screen, it still opens what it is about.
      await closeNewest()
      await bell(0).click()
      await centre().getByRole('button', { name: 'Show' }).click()
      await page.getByRole('heading', { name: 'Customers', level: 1 }).waitFor()
      await bell(0).click()
      expect(await centre().getByRole('button', { name: 'Show' }).count()).toBe(0)
      await page.keyboard.press('Escape')
    })

    it('count as unread when several arrive, and the newest is shown', async () => {
      await goTo('/settings')
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
    })
  })
})
