import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/contract/calendar-date.ts'
import { allowCopying, type Harness } from './harness.ts'
import { openWithPractice, seriousFindings } from './steps.ts'

/** A time zone where it is another day than in UTC, whenever the test runs. */
const isAfternoonInUtc = new Date().getUTCHours() >= 12
const timeZone = isAfternoonInUtc ? 'Pacific/Kiritimati' : 'Etc/GMT+12'
const hoursAhead = isAfternoonInUtc ? 14 : -12

let forecourt: Harness
let page: Page

const patience = { timeout: 30_000 }
const low = { width: 1024, height: 700 }
const medium = { width: 1280, height: 800 }
const large = { width: 1920, height: 1080 }

const list = (): Locator => page.getByRole('listbox', { name: 'Call list' })
const rows = (): Locator => list().getByRole('option')
const selected = (): Locator => list().getByRole('option', { selected: true })
const card = (): Locator => page.getByRole('article')
const outcomes = (): Locator => page.getByRole('group', { name: 'Outcome' })
const outcome = (name: string): Locator => outcomes().getByRole('button', { name, exact: true })
const body = (): Locator => card().locator('.body')
const suggested = (): Locator => page.getByRole('group', { name: 'Suggested times' }).getByRole('button')

/** Whether nothing hides the middle of the element. */
const isUncovered = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const shown = document.elementFromPoint(left + width / 2, top + height / 2)
    return shown !== null && element.contains(shown)
  })
const namesOfRows = async (): Promise<string[]> => rows().locator('.name').allInnerTexts()

async function selectRow(index: number): Promise<void> {
  const name = await rows().nth(index).locator('.name').innerText()
  await rows().nth(index).click()
  await card().getByRole('heading', { level: 2, name }).waitFor()
}

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/sightings', timeZone, viewport: medium })
  page = forecourt.page
  await page.getByRole('link', { name: 'Sightings' }).click()
  await rows().first().waitFor()
})
afterAll(() => forecourt.close())

describe('the day of a sighting', () => {
  it('is that of this PC in the grid of customers and on the card, with the time on hover', async () => {
    // Times of practice sightings differ from car to car, so the expected days come from the program's own data.
    const cars = await page.evaluate(async () => {
      const input = { view: 'to-call', offset: 0, limit: 20 }
      const headers = { 'Content-Type': 'application/json' }
      const response = await fetch('/call/sightings.list', { method: 'POST', body: JSON.stringify(input), headers })
      const answer = (await response.json()) as {
        value: { cars: { customer: { id: string }; lastSeenAt: string }[] }
      }
      return answer.value.cars.map(({ customer, lastSeenAt }) => ({ id: customer.id, lastSeenAt }))
    })
    const dayHere = (at: string): string =>
      formatDate(new Date(Date.parse(at) + hoursAhead * 3_600_000).toISOString().slice(0, 10))
    const car = cars.find(({ lastSeenAt }) => dayHere(lastSeenAt) !== formatDate(lastSeenAt.slice(0, 10)))
    if (!car) throw new Error('Every sighting has the same day in UTC and here.')
    await page.goto(`${page.url().split('#')[0]}#/customers/${car.id}`)
    const time = page.getByRole('complementary').locator('time').first()
    await expect.poll(() => time.innerText(), patience).toBe(dayHere(car.lastSeenAt))
    expect(await time.getAttribute('title')).toMatch(/^\d+\/\d+\/\d{4}, \d+:\d\d [ap]m$/)
    expect(await page.getByRole('grid').innerText()).toContain(dayHere(car.lastSeenAt))
    await page.getByRole('link', { name: 'Sightings' }).click()
    await rows().first().waitFor()
  })
})

describe('the call card', () => {
  it.each([
    ['1024x700', low],
    ['1280x800', medium],
  ])('keeps the selected outcome in view while its date is entered at %s', async (_name, viewport) => {
    await page.setViewportSize(viewport)
    await selectRow(0)
    await list().focus()
    await page.keyboard.press('c')
    const date = page.getByLabel('Date', { exact: true })
    await expect.poll(() => date.evaluate((field) => field === document.activeElement), patience).toBe(true)
    await expect.poll(() => isUncovered(outcome('Call back')), patience).toBe(true)
    expect(await isUncovered(date)).toBe(true)
    await suggested().first().waitFor()
    expect(await isUncovered(suggested().first())).toBe(true)
  })

  it('starts at the top for the next customer', async () => {
    await page.setViewportSize(low)
    await page.getByLabel('Date', { exact: true }).fill('31/12')
    await page.getByLabel('Notes').fill('His wife answers')
    const before = await selected().innerText()
    const top = (): Promise<number> => body().evaluate(({ scrollTop }) => scrollTop)
    await body().evaluate((element) => element.scrollTo({ top: 200 }))
    expect(await top()).toBeGreaterThan(0)
    await page.keyboard.press('Control+Enter')
    await expect.poll(() => selected().innerText(), patience).not.toBe(before)
    await expect.poll(top, patience).toBe(0)
    await page.setViewportSize(medium)
  })

  it('shows the last call above the outcomes, older calls on request, and all in the customer record', async () => {
    await selectRow(0)
    const log = page.getByRole('region', { name: 'Call history' })
    await log.getByText('His wife answers').waitFor()
    const logBox = await log.boundingBox()
    const outcomesBox = await outcomes().boundingBox()
    expect((logBox?.y ?? 0) + (logBox?.height ?? 0)).toBeLessThanOrEqual(outcomesBox?.y ?? 0)
    await outcome('Offer made').click()
    await page.getByLabel('Our offer').fill('21,500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await log.getByText('$21,500').waitFor()
    expect(await log.getByText('His wife answers').count()).toBe(0)
    await log.getByRole('button', { name: 'Show all 2' }).click()
    await log.getByText('His wife answers').waitFor()
    await card().getByRole('link', { name: 'Customer record' }).click()
    const record = page.getByRole('complementary')
    await record.getByText('Offer made $21,500').waitFor()
    await record.getByText('His wife answers').waitFor()
    await page.getByRole('link', { name: 'Sightings' }).click()
    await rows().first().waitFor()
  })

  it('is copied as text from its menu', async () => {
    await allowCopying(page, true)
    await selectRow(1)
    const name = await card().getByRole('heading', { level: 2 }).innerText()
    await card().getByRole('button', { name: 'More', exact: true }).click()
    await page
      .getByRole('dialog', { name: `More for ${name}` })
      .getByRole('button', { name: /^Copy details as text/ })
      .click()
    await page.getByText('Call details copied.').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied.split('\n').slice(0, 2)).toEqual([name, await card().locator('.number').innerText()])
    expect(copied).toMatch(/^Asking price: /m)
  })

  it('offers the call as the main action only when the customer may be called', async () => {
    for (let index = 0; index < 4; index += 1) {
      await selectRow(index)
      const isCallTime = (await card().locator('.hours.allowed').count()) === 1
      const call = card().getByRole('button', { name: /^Call( anyway)?$/ })
      expect(await call.evaluate((button) => button.classList.contains('n-button--primary-type'))).toBe(isCallTime)
    }
  })

  it.each([
    ['1024x700', low],
    ['1280x800', medium],
    ['1920x1080', large],
  ])('has outcomes in one line each at %s', async (_name, viewport) => {
    await page.setViewportSize(viewport)
    const labels = outcomes().locator('.label')
    const broken = await labels.evaluateAll((found) =>
      found.filter((label) => {
        const button = label.closest('button')
        if (!button) return true
        const isWrapped = label.getClientRects().length > 1 || label.getBoundingClientRect().height > 24
        return isWrapped || button.scrollWidth > button.clientWidth
      }),
    )
    expect(broken).toHaveLength(0)
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('the call sheet', () => {
  it('has exactly the cars of the screen in their order, on paper and in the file', async () => {
    await page.setViewportSize({ width: 1280, height: 2_000 })
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    // A row that is done stays in its place, and a new sighting waits to be shown: the program would list others.
    await selectRow(1)
    await list().focus()
    await page.keyboard.press('b')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: bought\./).waitFor()
    const names = await namesOfRows()
    await page.getByRole('button', { name: 'Call sheet' }).click()
    await page.getByText(`${names.length} cars, in the order shown.`, { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Print/ }).click()
    await page.locator('body[data-printed=yes]').waitFor()
    await page.emulateMedia({ media: 'print' })
    const paper = page.locator('.sheet')
    expect(await paper.locator('tbody tr td:first-child strong').allInnerTexts()).toEqual(names)
    expect(await paper.locator('.names').innerText()).toContain('Practice')
    expect(await paper.locator('tbody').innerText()).toMatch(/\.example, last seen \d+\/\d+\/\d{4}/)
    const numbered = await page.evaluate(() =>
      [...document.styleSheets].some((sheet) =>
        [...sheet.cssRules].some((rule) => rule.cssText.includes('counter(page)')),
      ),
    )
    expect(numbered).toBe(true)
    await forecourt.screenshot('call-sheet-paper')
    await page.emulateMedia({ media: 'screen' })
    await page.getByRole('button', { name: 'Call sheet' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    const lines = csv.trimEnd().split('\r\n').slice(1)
    expect(lines).toHaveLength(names.length)
    lines.forEach((line, index) => expect(line).toContain(names[index]))
    await page.setViewportSize(medium)
  })
})

describe('the reason why the list is out of date', () => {
  it('is the lost network, not an earlier failure', async () => {
    const simulate = async (problem: string): Promise<void> => {
      await page.getByRole('button', { name: /^Practice data/ }).click()
      const panel = page.getByRole('dialog', { name: 'Practice' })
      await panel.getByRole('radio', { name: problem }).check()
      await panel.press('Escape')
      await panel.waitFor({ state: 'hidden' })
      await page.evaluate(async () => {
        await fetch('/call/customers.sync', {
          method: 'POST',
          body: '{}',
          headers: { 'Content-Type': 'application/json' },
        })
      })
    }
    await simulate('Service unavailable')
    await page.getByText(/\(503\)/).waitFor()
    await simulate('No internet')
    await page.getByText(/^You’re offline\. Showing the list from/).waitFor()
    expect(await page.getByRole('region', { name: 'Sightings' }).innerText()).not.toContain('503')
  })
})
