import { readFile } from 'node:fs/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { themes, type Harness, type HarnessOptions } from './harness.ts'
import { openWithPractice, seriousFindings, unlock } from './steps.ts'

let forecourt: Harness
let page: Page

async function open(options: HarnessOptions = {}): Promise<void> {
  forecourt = await openWithPractice({ screen: '/sightings', ...options })
  page = forecourt.page
  await goToSightings()
}

/** For results of a step on a busy machine. */
const patience = { timeout: 30_000 }

const list = (): Locator => page.getByRole('listbox', { name: 'Call list' })
const rows = (): Locator => list().getByRole('option')
const selected = (): Locator => list().getByRole('option', { selected: true })
const card = (): Locator => page.getByRole('article')
const view = (name: string): Locator =>
  page.getByRole('group', { name: 'Views' }).getByRole('button', { name: new RegExp(`^${name} \\d`) })
const countOf = async (name: string): Promise<number> => Number((await view(name).innerText()).replaceAll(/\D/g, ''))
const outcome = (name: string): Locator =>
  page.getByRole('group', { name: 'Outcome' }).getByRole('button', { name, exact: true })
const log = (): Locator => page.getByRole('region', { name: 'Call history' })
const nothingRaw = /\b(?:undefined|null|NaN)\b|\[object/

async function goToSightings(): Promise<void> {
  await page.getByRole('link', { name: 'Sightings' }).click()
  await rows().first().waitFor()
}
/** Whether the element has the focus. */
const hasFocus = (what: Locator): Promise<boolean> => what.evaluate((element) => element === document.activeElement)
const inPractice = async (act: (panel: Locator) => Promise<void>): Promise<void> => {
  await page.getByRole('button', { name: /^Practice data/ }).click()
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await act(panel)
  await panel.press('Escape')
  await panel.waitFor({ state: 'hidden' })
}

describe('the call list', () => {
  afterEach(() => forecourt.close())

  it('is worked through by keyboard: outcome, notes, next action, next car', async () => {
    await open()
    expect(await countOf('To call')).toBe(await rows().count())
    const before = await countOf('To call')
    const first = await selected().innerText()
    await list().focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => selected().innerText(), patience).not.toBe(first)
    await page.keyboard.press('Home')
    await expect.poll(() => selected().innerText(), patience).toBe(first)

    // "Call back" requires a date.
    await page.keyboard.press('c')
    await expect.poll(() => hasFocus(page.getByLabel('Date', { exact: true })), patience).toBe(true)
    await page.keyboard.press('Control+Enter')
    await page.getByText('“Call back” needs a date.').waitFor()
    await page.keyboard.type('31/12')
    await page.getByLabel('Notes').focus()
    await page.keyboard.type('After five, his wife answers')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: call back\./).waitFor()
    await expect.poll(() => selected().innerText(), patience).not.toBe(first)
    expect(await hasFocus(list())).toBe(true)
    await expect.poll(() => countOf('To call'), patience).toBe(before - 1)
    // The row stays in its place and shows the outcome.
    expect(await rows().first().innerText()).toContain('Call back')

    await page.keyboard.press('n')
    expect(await outcome('No answer').getAttribute('aria-pressed')).toBe('true')
    expect(await page.getByLabel('Date', { exact: true }).inputValue()).toMatch(/^\d+\/\d+\/\d{4}$/)
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus(page.getByLabel('Notes')), patience).toBe(true)
    // In a text field letters are text.
    await page.keyboard.type('bought')
    expect(await outcome('No answer').getAttribute('aria-pressed')).toBe('true')
    await page.keyboard.press('Escape')
    expect(await hasFocus(list())).toBe(true)
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: no answer\./).waitFor()
    const week = page.getByRole('region', { name: 'Last 7 days' })
    await expect.poll(() => week.innerText(), patience).toMatch(/Called\s+2/)

    await page.keyboard.press('Home')
    await log().getByText('After five, his wife answers').waitFor()
    await log()
      .getByText(/Next: 31\/12\/\d{4}/)
      .waitFor()
    await log().getByRole('button', { name: 'Undo' }).click()
    await log().waitFor({ state: 'hidden' })
    await expect.poll(() => week.innerText(), patience).toMatch(/Called\s+1/)
    expect(await page.locator('body').innerText()).not.toMatch(nothingRaw)
  })

  it('keeps unsaved input of a car until the car is selected again', async () => {
    await open()
    await page.getByLabel('Notes').fill('Wants 30 thousand')
    await outcome('Offer made').click()
    await rows().nth(1).click()
    await expect.poll(() => page.getByLabel('Notes').inputValue(), patience).toBe('')
    await rows().first().click()
    await expect.poll(() => page.getByLabel('Notes').inputValue(), patience).toBe('Wants 30 thousand')
    await page.getByLabel('Our offer').fill('28,500')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await log().getByText('$28,500').waitFor()
  })

  it('is the first screen once there are customers', async () => {
    await open()
    await page.getByText('Online').waitFor()
    page = await forecourt.startAgain()
    await unlock(page)
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await rows().first().waitFor()
    expect(new URL(page.url()).hash).toBe('#/sightings')
  })
})

describe('a customer marked as Do Not Contact', () => {
  afterEach(() => forecourt.close())

  it('has a hidden number after a confirmation, which can be shown, until contact is allowed again', async () => {
    await open()
    const number = await card().locator('.number').innerText()
    const before = await countOf('To call')
    await outcome('Do not contact').click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    const question = page.getByRole('dialog', { name: /^Mark .+ as Do Not Contact\?/ })
    await question.waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Mark as Do Not Contact' }).click()
    await card().getByText('This person asked not to be called.', { exact: false }).waitFor()
    // Other practice customers may have the same number.
    await expect.poll(() => countOf('To call'), patience).toBeLessThan(before)
    expect(await page.locator('body').innerText()).not.toContain(number)
    expect(
      await card()
        .getByRole('button', { name: /^Call( anyway)?$/ })
        .count(),
    ).toBe(0)
    expect(await outcome('No answer').isDisabled()).toBe(true)
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('sightings-do-not-contact')
    await card().getByRole('button', { name: 'Show the hidden number' }).click()
    await card().getByText(number).waitFor()
    await card().getByRole('button', { name: 'Hide' }).click()
    await card().getByText(number).waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Allow contact again' }).click()
    await card().getByText(number).waitFor()
    await log().getByText('Can be contacted again.').waitFor()
  })
})

describe('search, filters and views', () => {
  afterEach(() => forecourt.close())

  it('filter the list, and chips remove each filter', async () => {
    await open()
    await view('All').click()
    const all = await countOf('All')
    const name = await rows().last().locator('.name').innerText()
    await page.keyboard.press('Control+f')
    await page.keyboard.type(name)
    await expect.poll(() => rows().count(), patience).toBe(1)
    await page.getByRole('searchbox', { name: 'Search sightings' }).fill('nobody at all')
    await page.getByRole('heading', { name: 'No matching cars' }).waitFor()
    await page.getByRole('button', { name: 'Clear search and filters' }).click()
    await expect.poll(() => rows().count(), patience).toBe(all)

    await page.getByRole('button', { name: 'Filter', exact: false }).click()
    const panel = page.getByRole('dialog', { name: 'Filter sightings' })
    await panel.getByLabel('Lowest price').fill('1,000,000')
    await panel.getByLabel('Lowest price').press('Enter')
    await panel.getByLabel('Lowest price').blur()
    await page.getByRole('heading', { name: 'No matching cars' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('sightings-filter')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Remove filter: $1,000,000 or more' }).click()
    await expect.poll(() => rows().count(), patience).toBe(all)
  })

  it('keep the order when a sighting arrives, and offer to show it', async () => {
    await open()
    await rows().nth(1).click()
    // The notice covers the last row, which is then not rendered.
    const upper = async (): Promise<string[]> => (await rows().allInnerTexts()).slice(0, 5)
    const before = await upper()
    const toCall = await countOf('To call')
    const label = await selected().innerText()
    await inPractice((panel) => panel.getByRole('button', { name: 'Make a sighting now' }).click())
    const arrived = page.getByRole('button', { name: 'Show 1 new' })
    await arrived.waitFor()
    expect(await upper()).toEqual(before)
    expect(await selected().innerText()).toBe(label)
    await arrived.click()
    await expect.poll(() => countOf('To call'), patience).toBe(toCall + 1)
    await expect.poll(() => selected().innerText(), patience).toBe(label)
  })

  it('show that all calls are done, and that a view is empty', async () => {
    await open()
    const count = await rows().count()
    for (let at = 0; at < count; at += 1) {
      await list().focus()
      await page.keyboard.press('b')
      await expect.poll(() => outcome('Bought').getAttribute('aria-pressed'), patience).toBe('true')
      await page.keyboard.press('Control+Enter')
      // The form belongs to the next car now.
      await expect.poll(() => outcome('Bought').getAttribute('aria-pressed'), patience).toBe('false')
      await expect.poll(() => countOf('To call'), patience).toBe(count - at - 1)
    }
    await view('Price drops').click()
    await page.getByRole('heading', { name: 'No cars here' }).waitFor()
    await view('To call').click()
    await page.getByRole('heading', { name: 'All calls done.' }).waitFor()
    await forecourt.screenshot('sightings-all-called')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('work offline and show the age of the list', async () => {
    await open()
    await inPractice(async (panel) => {
      await panel.getByRole('radio', { name: 'No internet' }).check()
      await page.getByText('Offline').first().waitFor()
    })
    await page.reload()
    await page.getByText(/Showing the list from .+\. Your notes are saved on this PC\./).waitFor()
    await list().focus()
    await page.keyboard.press('v')
    await page.keyboard.press('Control+Enter')
    await page.getByText(/: left a voicemail\./).waitFor()
    await page.getByRole('button', { name: /^Compare/ }).click()
    await card().getByRole('alert').first().waitFor()
    await forecourt.screenshot('sightings-offline')
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('the call card', () => {
  afterEach(() => forecourt.close())

  it('compares the price with the market and saves the result', async () => {
    await open()
    await rows().filter({ hasText: '$' }).first().click()
    await page.getByRole('button', { name: 'Compare with market' }).click()
    await page.getByText(/Compared \d+\/\d+\/\d{4}/).waitFor()
    const result = await page.getByRole('region', { name: 'Market', exact: true }).locator('.result').innerText()
    expect(result).toMatch(/median|cheapest|listing|car/i)
    await page.reload()
    await rows().filter({ hasText: '$' }).first().click()
    await page.getByText(result).waitFor()
    await forecourt.screenshot('sightings-compared')
    await page.getByRole('link', { name: 'View market' }).click()
    await page.getByRole('tab', { name: 'Market', selected: true }).waitFor()
  })

  it('shows the number and the calling hours, and leads to the record', async () => {
    await open()
    const shown = await card().locator('.number').innerText()
    expect(shown).toMatch(/^0\d{3} \d{3} \d{3}$/)
    expect(await card().locator('.hours').innerText()).toMatch(
      /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day .+ in .+\. /,
    )
    await card().getByRole('link', { name: 'Customer record' }).click()
    await page.getByRole('heading', { level: 1, name: 'Customers' }).waitFor()
  })
})

describe('the call sheet', () => {
  afterEach(() => forecourt.close())

  it('is printed, and saved as a workbook and as CSV', async () => {
    await open()
    await page.evaluate(() => {
      window.print = () => document.body.setAttribute('data-printed', 'yes')
    })
    const openPanel = (): Promise<void> => page.getByRole('button', { name: 'Call sheet' }).click()
    await openPanel()
    await page.getByRole('button', { name: /^Print/ }).click()
    await page.locator('body[data-printed=yes]').waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.getByRole('heading', { name: 'Call sheet: To call' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Sections' }).isVisible()).toBe(false)
    await forecourt.screenshot('sightings-paper')
    await page.emulateMedia({ media: 'screen' })
    let csv = ''
    for (const [name, ending] of [
      ['Excel workbook', '.xlsx'],
      ['CSV', '.csv'],
    ] as const) {
      await openPanel()
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
      const file = await download
      expect(file.suggestedFilename()).toMatch(/^Call sheet \d+-\d+-\d{4}\./)
      expect(file.suggestedFilename().endsWith(ending)).toBe(true)
      const bytes = await readFile(await file.path())
      expect(bytes.length).toBeGreaterThan(200)
      if (ending === '.csv') csv = bytes.toString('utf8')
    }
    expect(csv.trimEnd().split('\r\n')).toHaveLength((await rows().count()) + 1)
  })
})

describe('another screen', () => {
  afterEach(() => forecourt.close())

  it('shows a notice of a new sighting that leads to the new ones', async () => {
    await open()
    await page.getByRole('link', { name: 'Look up' }).click()
    await page.getByRole('button', { name: /^Practice data/ }).click()
    const panel = page.getByRole('dialog', { name: 'Practice' })
    await panel.getByRole('button', { name: 'Make a sighting now' }).click()
    await panel.press('Escape')
    await page.getByText('A past customer’s car was just listed.', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Sightings' }).waitFor()
    await expect.poll(() => view('New').getAttribute('aria-pressed'), patience).toBe('true')
  })
})

describe.each(themes)('the sightings, %s', (colorScheme) => {
  beforeAll(() => open({ colorScheme }))
  afterAll(() => forecourt.close())

  it.each([
    ['1320', { width: 1320, height: 860 }],
    ['1024', { width: 1024, height: 720 }],
    // 1,320 px at a zoom of 200%.
    ['twice', { width: 660, height: 430 }],
  ])('are complete and accessible at %s px', async (name, viewport) => {
    await page.setViewportSize(viewport)
    await view('All').click()
    await outcome('Call back').click()
    await expect.poll(() => outcome('Call back').getAttribute('aria-pressed'), patience).toBe('true')
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot(`sightings-${colorScheme}-${name}`)
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  })
})
