import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import type { MethodName } from '../../src/contract/methods.ts'
import { type Harness, openForecourt } from './harness.ts'
import { answered, bareMarket, madeMarket, madePlace } from './made-market.ts'
import { beginWithPractice, seriousFindings } from './steps.ts'

let forecourt: Harness | null = null
async function close(): Promise<void> {
  const ending = forecourt
  forecourt = null
  await ending?.close()
}

type Options = Parameters<typeof openForecourt>[0]

async function open(options: Options = {}): Promise<Page> {
  forecourt = await openForecourt(options)
  await beginWithPractice(forecourt.page)
  return forecourt.page
}

/** The window as it is when it has just been opened, without starting the program anew. */
async function openAfresh({ viewport, colorScheme }: Options = {}): Promise<Page> {
  const page = forecourt?.page ?? (await open())
  await page.unrouteAll()
  // Not at the page that is tested: it would ask the program before its made answers are in place.
  await goTo(page, '/settings')
  await page.setViewportSize(viewport ?? { width: 1320, height: 860 })
  await page.emulateMedia({ colorScheme: colorScheme ?? 'light' })
  await page.reload()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  return page
}

/** The window with a made market behind it: what is tested is the screen, with answers of any size. */
async function openMadeMarket(listings: number, options: Options = {}): Promise<Page> {
  const page = await openAfresh(options)
  await page.route('**/call/market.view', (route) => route.fulfill({ json: answered(madeMarket(listings)) }))
  await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(madePlace) }))
  await goTo(page, '/lookup/vehicle/made-1?title=2021%20Mazda%20CX-5%20Touring&tab=market')
  await page.getByRole('region', { name: 'Where this car stands' }).waitFor()
  return page
}

const goTo = (page: Page, path: string): Promise<unknown> => page.evaluate((hash) => (location.hash = hash), `#${path}`)

/** A car of the practice service's catalogue, from its page of results. */
async function openFirst(page: Page, words: string): Promise<string> {
  await goTo(page, '/lookup')
  await page.getByRole('textbox', { name: 'Plate, VIN or words' }).fill(words)
  await page.keyboard.press('Enter')
  const first = page
    .getByRole('list', { name: /vehicles for/ })
    .getByRole('link')
    .first()
  const title = await first.locator('strong').innerText()
  await first.click()
  await page.getByRole('heading', { level: 2, name: title }).waitFor()
  return title
}

/** How often a method of the program was asked for from now on. */
function countCalls(page: Page, method: MethodName): { readonly made: () => number } {
  let made = 0
  page.on('request', (request) => {
    if (request.url().endsWith(`/call/${method}`)) made += 1
  })
  return { made: () => made }
}

/** What no screen may show. */
async function oddWords(page: Page): Promise<string[]> {
  const text = await page.locator('main').innerText()
  return [...text.matchAll(/undefined|\bnull\b|NaN|\[object|[{[]"/g)].map(([word]) => word)
}

async function download(page: Page, button: string): Promise<{ readonly name: string; readonly text: string }> {
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: button }).click()
  const file = await waiting
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

/** The pages that a printer would put out on A4 with the margins that browsers take. */
async function sheets(page: Page): Promise<number> {
  const margin = '10mm'
  const paper = await page.pdf({ format: 'A4', margin: { top: margin, bottom: margin, left: margin, right: margin } })
  return paper.toString('latin1').match(/\/Type\s*\/Page[^s]/g)?.length ?? 0
}

const wholeScreen = { viewport: { width: 1320, height: 2400 } } as const

describe('the market, from the practice service', () => {
  afterEach(close)

  it('says where a car stands, first in words, and keeps what was entered while the car is open', async () => {
    const page = await open(wholeScreen)
    const title = await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Market' }).click()
    const stands = page.getByRole('region', { name: 'Where this car stands' })
    await stands.getByText(/listings?, \d+ days looked back/).waitFor()
    const sentence = stands.getByRole('status')
    await page.getByLabel('Kilometres', { exact: true }).fill('85 000')
    await page.getByLabel('Your price').fill('$31,500')
    await expect.poll(() => sentence.innerText()).toContain('$31,500')
    await page
      .getByRole('figure')
      .getByRole('img', { name: /This car asks \$31,500\. This car has 85,000 km\./ })
      .waitFor()
    await forecourt?.screenshot('market-practice')
    expect(await oddWords(page)).toEqual([])
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('button', { name: 'Engine' }).waitFor()
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByLabel('Your price').inputValue()).toBe('31,500')
    await expect.poll(() => sentence.innerText()).toContain('$31,500')

    await page.getByLabel('Your price').fill('about thirty')
    await page.getByText('Only an amount, please.').waitFor()
    expect(await sentence.innerText()).toContain('$31,500')
  })

  it('looks further back, is not asked for twice, and saves every listing as CSV', async () => {
    const page = await open()
    await openFirst(page, 'mazda cx-5')
    await page.getByRole('tab', { name: 'Market' }).click()
    const stands = page.getByRole('region', { name: 'Where this car stands' })
    await stands.getByText(/days looked back/).waitFor()
    await page.getByRole('combobox', { name: 'Look back' }).selectOption({ label: 'a year' })
    await stands.getByText(/365 days looked back/).waitFor()
    await page.getByRole('button', { name: 'Look further back' }).click()
    await stands.getByText(/730 days looked back/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Look further back' }).count()).toBe(0)
    const listings = Number.parseInt(await stands.getByText(/days looked back/).innerText(), 10)
    const { name, text } = await download(page, 'Save as CSV')
    expect(name).toMatch(/\.csv$/)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.trim().split(/\r\n/)).toHaveLength(listings + 1)

    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByText(/From this PC/).waitFor()
  })

  it('is read from this PC without a network, and says so', async () => {
    const page = await open()
    await openFirst(page, 'mazda cx-5')
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByRole('region', { name: 'Where this car stands' }).waitFor()
    await page.getByRole('button', { name: /for practice|^Practice data/ }).click()
    const panel = page.getByRole('dialog', { name: 'Practice' })
    await panel.getByRole('radio', { name: 'The network is lost' }).check()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Ask again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Ask again' }).click()
    await page.getByText(/What you see is the answer/).waitFor()
    expect(await page.getByRole('figure').count()).toBe(1)
    await forecourt?.screenshot('market-offline')
  })
})

describe('the market on the screen', () => {
  afterAll(close)

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows figures, chart and listings (${colorScheme})`, async () => {
      const page = await openMadeMarket(180, { ...wholeScreen, colorScheme })
      await page.getByLabel('Your price').fill('30000')
      await page.getByLabel('Kilometres', { exact: true }).fill('70,000')
      await page.getByRole('img', { name: /This car has 70,000 km/ }).waitFor()
      await page.locator('figure canvas').first().waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await forecourt?.screenshot(`market-${colorScheme}`)
    })
  }

  it('shows every field of a listing, also those that nobody knew of, and opens its page', async () => {
    const page = await openMadeMarket(180)
    const opened: string[] = []
    await page.route('**/call/app.openLink', (route) => {
      opened.push((route.request().postDataJSON() as { url: string }).url)
      return route.fulfill({ json: answered({}) })
    })
    const grid = page.getByRole('grid', { name: 'Listings' })
    await grid.scrollIntoViewIfNeeded()
    await grid.getByRole('columnheader', { name: 'Days listed' }).click()
    const first = grid.locator('[data-row="0"] > [data-column="3"]')
    await grid.getByRole('columnheader', { name: 'Days listed' }).click()
    await expect.poll(async () => Number(await first.innerText())).toBeGreaterThan(90)
    await first.click()
    const details = page.getByRole('complementary', { name: 'The listing' })
    await details.getByText('Inspection grade').waitFor()
    await details.getByText('not given').first().waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => details.count()).toBe(0)
    await grid.locator('[data-row="0"] > [data-column="3"]').press('Enter')
    await expect
      .poll(() => details.getByRole('heading').evaluate((title) => title === document.activeElement))
      .toBe(true)
    await page.keyboard.press('Escape')
    await expect
      .poll(() =>
        grid.locator('[data-row="0"] > [data-column="0"]').evaluate((cell) => cell === document.activeElement),
      )
      .toBe(true)
    await grid.getByRole('columnheader', { name: 'Price' }).click()
    await grid.locator('[data-row="0"] > [data-column="0"]').click()
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => details.getByRole('heading').innerText())
      .toContain(await grid.locator('[data-row="1"] > [data-column="0"]').innerText())
    for (let row = 0; opened.length === 0 && row < 8; row += 1) {
      const link = grid.locator(`[data-row="${row}"] > [data-column="12"]`)
      if ((await link.innerText()) === 'Open') await link.click()
    }
    expect(opened[0]).toMatch(/^https:\/\/listings\.example\//)
  })

  it('finds a point of the chart in the table, and says what it is under the pointer', async () => {
    const page = await openMadeMarket(2_000, wholeScreen)
    const canvas = page.locator('figure canvas').first()
    await canvas.waitFor()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart is not on the screen')
    const details = page.getByRole('complementary', { name: 'The listing' })
    // Through the thick of the points, once they are drawn: one of them is hit soon.
    const isHit = async (): Promise<boolean> => {
      for (let step = 0; step < 40 && (await details.count()) === 0; step += 1) {
        await page.mouse.click(box.x + box.width * (0.3 + step * 0.004), box.y + box.height * 0.45)
      }
      return (await details.count()) > 0
    }
    await expect.poll(isHit).toBe(true)
    expect(await details.innerText()).toContain('Inspection grade')
    await forecourt?.screenshot('market-point')
  })

  it('shows listings of which the service says next to nothing', async () => {
    const page = await openAfresh(wholeScreen)
    const place = { ...madePlace, rank: null, expectedPrice: null, difference: null }
    await page.route('**/call/market.view', (route) => route.fulfill({ json: answered(bareMarket(12)) }))
    await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(place) }))
    await goTo(page, '/lookup/vehicle/made-1?title=Bare&tab=market')
    await page.getByText('there is nothing to draw').waitFor()
    await page.getByRole('grid', { name: 'Listings' }).getByRole('gridcell').first().click()
    await page.getByText('Inspection grade').waitFor()
    expect(await oddWords(page)).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
    await forecourt?.screenshot('market-bare')
  })

  it('says what a sample of none means, and leads on', async () => {
    const page = await openAfresh()
    await page.route('**/call/market.view', (route) => {
      const { minimumDays } = route.request().postDataJSON() as { minimumDays: number | null }
      return route.fulfill({
        json: answered({ ...madeMarket(minimumDays === null ? 0 : 3), daysChecked: minimumDays ?? 60 }),
      })
    })
    await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(madePlace) }))
    await goTo(page, '/lookup/vehicle/made-1?title=Rare&tab=market')
    await page.getByRole('heading', { name: 'No listing like this car' }).waitFor()
    await forecourt?.screenshot('market-none')
    await page.getByRole('button', { name: 'Look back 90 days' }).click()
    await page.getByText('A thin sample').waitFor()
    expect(await page.getByRole('region', { name: 'Where this car stands' }).innerText()).toContain('Fewer than four')
  })

  it('fits on one sheet, white whatever the screen', async () => {
    const page = await openMadeMarket(180, { colorScheme: 'dark' })
    await page.locator('figure canvas').first().waitFor()
    await page.getByLabel('Your price').fill('30000')
    await page.getByRole('img', { name: /This car asks \$30,000/ }).waitFor()
    expect(await sheets(page)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })

  it('draws and moves with 2,000 listings', async () => {
    const page = await openMadeMarket(2_000, wholeScreen)
    const canvas = page.locator('figure canvas').first()
    await canvas.waitFor()
    await page.getByText('For sale (', { exact: false }).first().waitFor()
    const grid = page.getByRole('grid', { name: 'Listings' })
    expect(await grid.getAttribute('aria-rowcount')).toBe('2001')
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await grid.getByRole('gridcell').first().click()
    await page.keyboard.press('Control+End')
    await grid.locator('[aria-rowindex="2001"]').waitFor()
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await forecourt?.screenshot('market-2000')
  })

  it('works on a narrow screen and at twice the size', async () => {
    const page = await openMadeMarket(180, { viewport: { width: 1024, height: 700 } })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 660, height: 430 })
    expect(await overflow()).toBe(0)
    await page.getByRole('figure').scrollIntoViewIfNeeded()
    await forecourt?.screenshot('market-zoomed')
  })
})

describe('specs, from the practice service', () => {
  afterEach(close)

  it('fetches a category when it is opened, all for a search, and shows what was found', async () => {
    const page = await open(wholeScreen)
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    const { made } = countCalls(page, 'lookup.specs')
    const category = (name: string | RegExp) => page.getByRole('button', { name })
    await category(/^Wheels and tyres/).click()
    await page.getByText('265/65 R17').first().waitFor()
    expect(made()).toBe(1)
    await page.getByRole('searchbox', { name: 'Search specs' }).fill('airbags')
    await page.getByText(/15 categories have not been fetched yet/).waitFor()
    await page.keyboard.press('Enter')
    await page
      .locator('mark', { hasText: /airbags/i })
      .first()
      .waitFor()
    expect(made()).toBe(2)
    expect(await category(/^Wheels/).count()).toBe(0)
    await forecourt?.screenshot('specs-search')
    await page.keyboard.press('Escape')
    await category(/^Wheels/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    expect(await oddWords(page)).toEqual([])
    await forecourt?.screenshot('specs')
    const { text } = await download(page, 'Save as CSV')
    expect(text).toContain('265/65 R17')
  })

  it('prints all of them', async () => {
    const page = await open()
    await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.evaluate(() => {
      window.print = () => {
        document.body.dataset['printed'] = document.querySelector('main')?.innerText ?? ''
      }
    })
    await page.getByRole('button', { name: 'Print' }).click()
    const printed = () => page.evaluate(() => document.body.dataset['printed'] ?? '')
    await expect.poll(printed).toContain('265/65 R17')
    expect(await printed()).toContain('Kerb')
  })

  it('says that a region has none', async () => {
    const page = await open()
    await page.getByRole('combobox', { name: 'Region', exact: true }).selectOption('my')
    await goTo(page, '/compare')
    await page.getByRole('heading', { name: 'No comparison in this region' }).waitFor()
    expect(await page.locator('main').innerText()).toContain('available in Australia and New Zealand only')
  })
})

describe('cars side by side', () => {
  afterEach(close)

  it('are chosen by look-up, differ visibly, and outlive a reload', async () => {
    const page = await open({ viewport: { width: 1320, height: 1400 } })
    const first = await openFirst(page, 'toyota hilux')
    await page.getByRole('button', { name: 'Add to compare' }).click()
    const second = await openFirst(page, 'mazda cx-5')
    await page.getByRole('button', { name: 'Add to compare' }).click()
    await page.getByRole('button', { name: 'Compare 2 cars' }).click()
    const table = page.getByRole('table')
    await table.getByRole('columnheader', { name: first }).waitFor()
    await table.getByRole('columnheader', { name: second }).waitFor()
    await table.getByRole('rowheader', { name: /^differs: Kerb/i }).waitFor()
    const all = await table.getByRole('row').count()
    await page.getByRole('checkbox', { name: 'Only differences' }).check()
    await expect.poll(() => table.getByRole('row').count()).toBeLessThan(all)
    expect(await seriousFindings(page)).toEqual([])
    expect(await oddWords(page)).toEqual([])
    await forecourt?.screenshot('compare')

    await page.getByRole('button', { name: 'Add a car' }).click()
    await page.getByRole('searchbox', { name: 'Make, model, year' }).fill('ford ranger')
    await page.keyboard.press('Enter')
    await page
      .getByRole('button', { name: /^Add .*Ranger/i })
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(4)
    await page.reload()
    await page.getByRole('textbox', { name: 'Password' }).or(table).first().waitFor()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(4)
    await page
      .getByRole('button', { name: `Take ${second} out of the comparison` })
      .first()
      .click()
    await expect.poll(() => table.getByRole('columnheader').count()).toBe(3)
    const { text } = await download(page, 'Save as CSV')
    expect(text).toContain(first)
  })

  it('begin with nothing, in words that lead on', async () => {
    const page = await open({ colorScheme: 'dark' })
    await goTo(page, '/compare')
    await page.getByRole('heading', { name: 'No cars chosen yet' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt?.screenshot('compare-none')
    await page.getByRole('button', { name: 'Look a car up' }).click()
    await page.getByRole('textbox', { name: 'Plate, VIN or words' }).waitFor()
  })
})
