import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { answered, bareMarket, madeMarket, madePlace } from './made-market.ts'
import { seriousFindings } from './steps.ts'
import {
  close,
  download,
  goTo,
  technicalText,
  open,
  openFirst,
  openMadeMarket,
  printedPages,
  reopen,
  screenshot,
  wholeScreen,
} from './vehicle-steps.ts'

/** The rank of the entered price and its distance from the median, in words. */
const positionOf31500 = /of \d+[.,] \$[\d,]+ (below|above) the median of \$[\d,]+/

describe('the market, from the practice service', () => {
  afterEach(close)

  it('describes the price position in a sentence, and keeps the entered price and kilometres', async () => {
    const page = await open(wholeScreen)
    const title = await openFirst(page, 'toyota hilux')
    await page.getByRole('tab', { name: 'Market' }).click()
    const position = page.getByRole('region', { name: 'Price position' })
    await position.getByText(/listings?, last \d+ days/).waitFor()
    const sentence = position.getByRole('status')
    await page.getByLabel('Kilometres', { exact: true }).fill('85 000')
    await page.getByLabel('Your price').fill('$31,500')
    await expect.poll(() => sentence.innerText()).toMatch(positionOf31500)
    await page
      .getByRole('figure')
      .getByRole('img', { name: /Price of this car: \$31,500\. Kilometres of this car: 85,000\./ })
      .waitFor()
    await screenshot('market-practice')
    expect(await technicalText(page)).toEqual([])
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('button', { name: 'Engine' }).waitFor()
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByRole('heading', { name: title }).waitFor()
    expect(await page.getByLabel('Your price').inputValue()).toBe('31,500')
    await expect.poll(() => sentence.innerText()).toMatch(positionOf31500)

    await page.getByLabel('Your price').fill('about thirty')
    await page.getByText('Enter an amount.').waitFor()
    expect(await sentence.innerText()).toMatch(positionOf31500)
  })

  it('extends the period, reuses the saved result, and exports every listing as CSV', async () => {
    const page = await open()
    await openFirst(page, 'mazda cx-5')
    await page.getByRole('tab', { name: 'Market' }).click()
    const position = page.getByRole('region', { name: 'Price position' })
    await position.getByText(/listings?, last \d+ days/).waitFor()
    await chooseOption(page, 'Period', '1 year')
    await position.getByText(/listings?, last 365 days/).waitFor()
    await page.getByRole('button', { name: 'Extend period' }).click()
    await position.getByText(/listings?, last 730 days/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Extend period' }).count()).toBe(0)
    const listings = Number.parseInt(await position.getByText(/listings?, last \d+ days/).innerText(), 10)
    const { name, text } = await download(page, 'Export CSV')
    expect(name).toMatch(/\.csv$/)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.trim().split(/\r\n/)).toHaveLength(listings + 1)

    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByText(/Saved result from/).waitFor()
  })

  it('shows the saved result without a network, with a notice', async () => {
    const page = await open()
    await openFirst(page, 'mazda cx-5')
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByRole('region', { name: 'Price position' }).waitFor()
    await page.getByRole('button', { name: /for practice|^Practice data/ }).click()
    const panel = page.getByRole('dialog', { name: 'Practice' })
    await panel.getByRole('radio', { name: 'No internet' }).check()
    await panel.getByRole('button', { name: 'Close' }).click()
    await page.getByRole('button', { name: 'Look up again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Look up again' }).click()
    await page.getByText(/Showing the (last saved|previous) result/).waitFor()
    expect(await page.getByRole('figure').count()).toBe(1)
    await screenshot('market-offline')
  })
})

describe('the market on the screen', () => {
  afterAll(close)

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`shows figures with price to market and days’ supply, chart and listings (${colorScheme})`, async () => {
      const page = await openMadeMarket(180, { ...wholeScreen, colorScheme })
      await page.getByLabel('Your price').fill('30000')
      await page.getByLabel('Kilometres', { exact: true }).fill('70,000')
      await page.getByRole('img', { name: /Kilometres of this car: 70,000/ }).waitFor()
      await page.locator('figure canvas').first().waitFor()
      const figures = await page.getByRole('region', { name: 'Prices in the sample' }).innerText()
      expect(figures).toMatch(/Price to market\s+96%/)
      expect(figures).toMatch(/Days’ supply\s+45 days/)
      await page.getByText('Expected price by year (2019) and kilometres, from 181 listings.').waitFor()
      expect(await seriousFindings(page)).toEqual([])
      await screenshot(`market-${colorScheme}`)
    })
  }

  it('places each price label at its mark, and keeps labels apart that would collide', async () => {
    const page = await openMadeMarket(12)
    const { figures, ...view } = madeMarket(12)
    const scale = page.getByRole('region', { name: 'Prices in the sample' }).locator('dl').first()
    const show = async (prices: readonly number[]): Promise<void> => {
      const [lowest = 0, lowerQuartile = 0, median = 0, upperQuartile = 0, highest = 0] = prices
      const changed = { ...figures, lowest, lowerQuartile, median, upperQuartile, highest }
      await page.route('**/call/market.view', (route) =>
        route.fulfill({ json: answered({ ...view, figures: changed }) }),
      )
      const title = prices.join('-')
      await goTo(page, `/lookup/vehicle/${title}?title=${title}&tab=market`)
      await page.getByRole('heading', { name: title }).waitFor()
      await scale.waitFor()
    }
    /** The scale and its labels, in pixels. */
    const measure = () =>
      scale.evaluate((element) => ({
        from: element.getBoundingClientRect().left,
        width: element.getBoundingClientRect().width,
        labels: [...element.querySelectorAll('dt')].map((label) => {
          const { left, right } = label.getBoundingClientRect()
          return { left, right, middle: (left + right) / 2 }
        }),
      }))
    const widths = [1024, 1280, 1920]

    await show([10_000, 15_000, 20_000, 25_000, 30_000])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 700 })
      const { from, width: wide, labels } = await measure()
      for (const at of [1, 2, 3]) expect(labels[at]?.middle).toBeCloseTo(from + (wide * at) / 4, 0)
    }
    for (const prices of [
      [5_000, 13_300, 14_200, 15_000, 40_000],
      [10_000, 10_000, 10_000, 10_001, 40_000],
      [10_000, 39_998, 39_999, 40_000, 40_000],
      [20_000, 20_000, 20_000, 20_000, 20_000],
    ]) {
      await show(prices)
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 })
        const { from, width: wide, labels } = await measure()
        labels.forEach(({ left, right }, at) => {
          expect(left).toBeGreaterThanOrEqual(Math.floor(labels[at - 1]?.right ?? from))
          expect(right).toBeLessThanOrEqual(Math.ceil(from + wide))
        })
      }
    }
  })

  it('shows every field of a listing, unknown ones included, and opens its page', async () => {
    const page = await openMadeMarket(180)
    const opened: string[] = []
    await page.route('**/call/app.openLink', (route) => {
      opened.push((route.request().postDataJSON() as { url: string }).url)
      return route.fulfill({ json: answered({ address: 'https://cars.example/', result: 'opened' }) })
    })
    const grid = page.getByRole('grid', { name: 'Listings' })
    await grid.scrollIntoViewIfNeeded()
    await grid.getByRole('columnheader', { name: 'Days listed' }).click()
    const first = grid.locator('[data-row="0"] > [data-column="3"]')
    await grid.getByRole('columnheader', { name: 'Days listed' }).click()
    await expect.poll(async () => Number(await first.innerText())).toBeGreaterThan(90)
    await first.click()
    const details = page.getByRole('complementary', { name: 'Listing' })
    await details.getByText('Inspection grade').waitFor()
    await details.getByText('Not provided').first().waitFor()
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

  it('opens the listing of a clicked point of the chart', async () => {
    const page = await openMadeMarket(2_000, wholeScreen)
    const canvas = page.locator('figure canvas').first()
    await canvas.waitFor()
    const box = await canvas.boundingBox()
    if (!box) throw new Error('The chart is not on the screen')
    const details = page.getByRole('complementary', { name: 'Listing' })
    // Clicks across the densest part of the points until one of them is hit.
    const isHit = async (): Promise<boolean> => {
      for (let step = 0; step < 40 && (await details.count()) === 0; step += 1) {
        await page.mouse.click(box.x + box.width * (0.3 + step * 0.004), box.y + box.height * 0.45)
      }
      return (await details.count()) > 0
    }
    await expect.poll(isHit).toBe(true)
    expect(await details.innerText()).toContain('Inspection grade')
    await screenshot('market-point')
  })

  it('shows listings with almost no fields', async () => {
    const page = await reopen(wholeScreen)
    const place = { ...madePlace, rank: null, expectedPrice: null, difference: null }
    await page.route('**/call/market.view', (route) => route.fulfill({ json: answered(bareMarket(12)) }))
    await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(place) }))
    await goTo(page, '/lookup/vehicle/made-1?title=Bare&tab=market')
    await page.getByText('No listing in the sample has both a price and kilometres.').waitFor()
    await page.getByRole('grid', { name: 'Listings' }).getByRole('gridcell').first().click()
    await page.getByText('Inspection grade').waitFor()
    expect(await technicalText(page)).toEqual([])
    expect(await seriousFindings(page)).toEqual([])
    await screenshot('market-bare')
  })

  it('explains an empty sample and offers a longer period', async () => {
    const page = await reopen()
    await page.route('**/call/market.view', (route) => {
      const { minimumDays } = route.request().postDataJSON() as { minimumDays: number | null }
      return route.fulfill({
        json: answered({ ...madeMarket(minimumDays === null ? 0 : 3), daysChecked: minimumDays ?? 60 }),
      })
    })
    await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(madePlace) }))
    await goTo(page, '/lookup/vehicle/made-1?title=Rare&tab=market')
    await page.getByRole('heading', { name: 'No similar listings' }).waitFor()
    await screenshot('market-none')
    await page.getByRole('button', { name: 'Extend period to 90 days' }).click()
    await page.getByText('Small sample').waitFor()
    expect(await page.getByRole('region', { name: 'Price position' }).innerText()).toContain('Fewer than four')
  })

  it('prints on one page in light colours, also in the dark theme', async () => {
    const page = await openMadeMarket(180, { colorScheme: 'dark' })
    await page.locator('figure canvas').first().waitFor()
    await page.getByLabel('Your price').fill('30000')
    await page.getByRole('img', { name: /Price of this car: \$30,000/ }).waitFor()
    expect(await printedPages(page)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })

  it('scrolls through 2,000 listings', async () => {
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
    await screenshot('market-2000')
  })

  it('has no horizontal overflow in a narrow window and at 200 % zoom', async () => {
    const page = await openMadeMarket(180, { viewport: { width: 1024, height: 700 } })
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 660, height: 430 })
    expect(await overflow()).toBe(0)
    await page.getByRole('figure').scrollIntoViewIfNeeded()
    await screenshot('market-zoomed')
  })
})
