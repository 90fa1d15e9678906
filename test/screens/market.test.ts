import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longDescribe, longTest, onlyLong } from '../runs.ts'
import { chooseOption, download, goTo } from '../window/controls.ts'
import { bareMarket, madeMarket, madePlace } from '../window/made-market.ts'
import { openMarket, printedPages, technicalText, wholeScreen } from './vehicle-screen.ts'

const emptySpecs = { vehicleId: 'made-1', parts: [], at: '2026-11-19T23:29:00Z', kept: false, problem: null }

longDescribe('the price position', () => {
  it('is described in a sentence, and keeps the entered price and kilometres behind another tab', async () => {
    const { host, page } = await openMarket({
      ...wholeScreen,
      prepare: (twin) => twin.answer('lookup.specs', () => success(emptySpecs)),
    })
    const position = page.getByRole('region', { name: 'Price position' })
    await position.getByText('12 listings, last 60 days').waitFor()
    const sentence = position.getByRole('status')
    // Nothing is compared before anything is entered.
    expect(await position.innerText()).not.toContain(madePlace.basis)
    await page.getByLabel('Kilometres', { exact: true }).fill('85 000')
    await page.getByLabel('Your price').fill('$31,500')
    await expect.poll(() => sentence.innerText()).toContain(madePlace.words)
    await expect.poll(() => position.innerText()).toContain(madePlace.basis)
    await expect.poll(() => host.inputsOf('market.place').at(-1)).toMatchObject({ price: 31_500, kms: 85_000 })
    await page
      .getByRole('figure')
      .getByRole('img', { name: /Price of this car: \$31,500\. Kilometres of this car: 85,000\./ })
      .waitFor()
    expect(await technicalText(page)).toEqual([])
    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('button', { name: 'Engine' }).waitFor()
    await page.getByRole('tab', { name: 'Market' }).click()
    await expect.poll(() => sentence.innerText()).toContain(madePlace.words)
    expect(await page.getByLabel('Your price').inputValue()).toBe('31,500')

    await page.getByLabel('Your price').fill('about thirty')
    await page.getByText('Enter an amount.').waitFor()
    expect(await sentence.innerText()).toContain(madePlace.words)
  })
})

describe('the market', () => {
  longTest('keeps showing the saved result with a notice when it cannot be looked up again', async () => {
    const { host, page } = await openMarket()
    const position = page.getByRole('region', { name: 'Price position' })
    await position.waitFor()
    const problem = { kind: 'offline', message: 'Can’t connect to the service.' } as const
    host.answer('market.view', () => success({ ...madeMarket(12), kept: true, problem }))
    await page.getByText('Another period may be charged.').waitFor()
    await page.getByRole('button', { name: 'Look up again' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Look up again' }).click()
    await page.getByText(/Showing the (last saved|previous) result/).waitFor()
    expect(host.inputsOf('market.view').map(({ refresh }) => refresh)).toEqual(['returning', true])
    expect(await page.getByRole('figure').count()).toBe(1)
  })

  it('shows figures with price to market and days’ supply, chart and listings', async () => {
    const { page } = await openMarket({ ...wholeScreen, market: madeMarket(180) })
    await page.getByLabel('Your price').fill('30000')
    await page.getByLabel('Kilometres', { exact: true }).fill('70,000')
    await page.getByRole('img', { name: /Kilometres of this car: 70,000/ }).waitFor()
    await page.locator('figure canvas').first().waitFor()
    const figures = await page.getByRole('region', { name: 'Prices in the sample' }).innerText()
    expect(figures).toMatch(/Price to market\s+96%/)
    expect(figures).toMatch(/Days’ supply\s+45 days/)
    await page.getByText('Expected price by year (2019) and kilometres, from 181 listings.').waitFor()
  })

  longTest('places each price label at its mark, and keeps labels apart that would collide', async () => {
    const { figures, ...view } = madeMarket(12)
    const { host, page } = await openMarket()
    const scale = page.getByRole('region', { name: 'Prices in the sample' }).locator('dl').first()
    const show = async (prices: readonly number[]): Promise<void> => {
      const [lowest = 0, lowerQuartile = 0, median = 0, upperQuartile = 0, highest = 0] = prices
      const changed = { ...figures, lowest, lowerQuartile, median, upperQuartile, highest }
      host.answer('market.view', () => success({ ...view, figures: changed }))
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
      [10_000, 39_998, 39_999, 40_000, 40_000],
      ...onlyLong([10_000, 10_000, 10_000, 10_001, 40_000], [20_000, 20_000, 20_000, 20_000, 20_000]),
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

  longTest('explains an empty sample and offers a longer period', async () => {
    const { page } = await openMarket({
      prepare: (twin) =>
        twin.answer('market.view', ({ minimumDays = null }) =>
          success({ ...madeMarket(minimumDays === null ? 0 : 3), daysChecked: minimumDays ?? 60 }),
        ),
    })
    await page.getByRole('heading', { name: 'No similar listings' }).waitFor()
    await page.getByRole('button', { name: 'Extend period to 90 days' }).click()
    await page.getByText('Small sample').waitFor()
    expect(await page.getByRole('region', { name: 'Price position' }).innerText()).toContain('Fewer than four')
  })

  it('shows the period that is chosen, and exports its listings as CSV', async () => {
    const { host, page } = await openMarket({
      prepare: (twin) => {
        twin.answer('market.view', ({ minimumDays = null }) =>
          success({ ...madeMarket(12), daysChecked: minimumDays ?? 60 }),
        )
        twin.answer('market.exportCsv', () =>
          success({
            fileName: 'Mazda.csv',
            mimeType: 'text/csv',
            encoding: 'utf8',
            content: '\uFEFFPrice\r\n',
            rows: 0,
          }),
        )
      },
    })
    const position = page.getByRole('region', { name: 'Price position' })
    await position.getByText('12 listings, last 60 days').waitFor()
    await chooseOption(page, 'Period', '1 year')
    await position.getByText('12 listings, last 365 days').waitFor()
    await chooseOption(page, 'Period', '2 years')
    await position.getByText('12 listings, last 730 days').waitFor()
    expect(await download(page, 'Export CSV')).toEqual({ name: 'Mazda.csv', text: '\uFEFFPrice\r\n' })
    expect(host.inputsOf('market.exportCsv')).toMatchObject([{ vehicleId: 'made-1', minimumDays: 730 }])
  })

  it('prints what was entered as text, nothing that was not, and the whole chart', async () => {
    const { page } = await openMarket()
    await page.locator('canvas').first().waitFor()
    await page.emulateMedia({ media: 'print' })
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    const position = page.locator('.position')
    expect(await position.innerText()).not.toMatch(/24,990|85,000|Your price/)
    expect(await position.getByRole('textbox').count()).toBe(0)
    const shape = await page
      .locator('canvas')
      .first()
      .evaluate((canvas: HTMLCanvasElement) => canvas.width / canvas.height)
    expect(shape).toBeCloseTo(3, 1)
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
    await page.emulateMedia({ media: 'screen' })
    await position.getByRole('textbox').first().fill('16,500')
    await page.emulateMedia({ media: 'print' })
    await position.getByText('$16,500').waitFor()
  })

  longTest('prints on one page in light colours, also in the dark theme', async () => {
    const { page } = await openMarket({ market: madeMarket(180), colorScheme: 'dark' })
    await page.locator('figure canvas').first().waitFor()
    await page.getByLabel('Your price').fill('30000')
    await page.getByRole('img', { name: /Price of this car: \$30,000/ }).waitFor()
    expect(await printedPages(page)).toBe(1)
    expect(await page.evaluate(() => document.documentElement.dataset['theme'])).toBe('dark')
  })

  longTest('has no horizontal overflow in a narrow window and at 200 % zoom', async () => {
    const { page } = await openMarket({ market: madeMarket(180), viewport: { width: 1024, height: 700 } })
    await page.getByRole('region', { name: 'Price position' }).waitFor()
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await overflow()).toBe(0)
    await page.setViewportSize({ width: 660, height: 430 })
    expect(await overflow()).toBe(0)
  })
})

longDescribe('the listings of the market', () => {
  it('show every field of a listing, unknown ones included, and open its page', async () => {
    const { host, page } = await openMarket({
      market: madeMarket(180),
      prepare: (twin) => twin.answer('app.openLink', ({ url }) => success({ address: url, result: 'opened' })),
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
    await grid.getByRole('row').getByText('Open', { exact: true }).first().click()
    await expect
      .poll(() => host.inputsOf('app.openLink'))
      .toMatchObject([{ url: expect.stringMatching(/^https:\/\/listings\.example\//) }])
  })

  it('open from a clicked point of the chart', async () => {
    const { page } = await openMarket({ ...wholeScreen, market: madeMarket(2_000) })
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
  })

  it('are shown with almost no fields', async () => {
    const place = { ...madePlace, rank: null, expectedPrice: null, difference: null }
    const { page } = await openMarket({
      ...wholeScreen,
      market: bareMarket(12),
      prepare: (twin) => twin.answer('market.place', () => success(place)),
    })
    await page.getByText('No listing in the sample has both a price and kilometres.').waitFor()
    await page.getByRole('grid', { name: 'Listings' }).getByRole('gridcell').first().click()
    await page.getByText('Inspection grade').waitFor()
    expect(await technicalText(page)).toEqual([])
  })

  it('scroll to the last of 300, with only those in view on the page', async () => {
    const { page } = await openMarket({ market: madeMarket(300) })
    await page.getByText('For sale (', { exact: false }).first().waitFor()
    const grid = page.getByRole('grid', { name: 'Listings' })
    expect(await grid.getAttribute('aria-rowcount')).toBe('301')
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
    await grid.getByRole('gridcell').first().click()
    await page.keyboard.press('Control+End')
    await grid.locator('[aria-rowindex="301"]').waitFor()
    expect(await grid.getByRole('row').count()).toBeLessThan(60)
  })
})
