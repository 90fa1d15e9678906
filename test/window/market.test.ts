import { afterEach, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import type { Harness } from './harness.ts'
import { openForecourt } from './harness.ts'
import { answered, madeMarket, madePlace } from './made-market.ts'
import { beginWithPractice, seriousFindings } from './steps.ts'

let forecourt: Harness | null = null
afterEach(async () => {
  const ending = forecourt
  forecourt = null
  await ending?.close()
})

/** The window with a made market behind it: what is tested is the screen, with answers of any size. */
async function openMadeMarket(listings: number, colorScheme: 'light' | 'dark' = 'light'): Promise<Page> {
  forecourt = await openForecourt({ colorScheme })
  const { page } = forecourt
  await page.route('**/call/market.view', (route) => route.fulfill({ json: answered(madeMarket(listings)) }))
  await page.route('**/call/market.place', (route) => route.fulfill({ json: answered(madePlace) }))
  await beginWithPractice(page)
  await page.evaluate(() => {
    location.hash = '#/lookup/vehicle/made-1?title=2021%20Mazda%20CX-5%20Touring&tab=market'
  })
  await page.getByRole('region', { name: 'Where this car stands' }).waitFor()
  return page
}

describe('the market', () => {
  for (const scheme of ['light', 'dark'] as const) {
    it(`is drawn with its figures and table (${scheme})`, async () => {
      const page = await openMadeMarket(180, scheme)
      await page.locator('canvas').first().waitFor()
      await page.getByLabel('Your price').fill('30000')
      await page.getByLabel('Kilometres', { exact: true }).fill('70,000')
      await page.getByText('At $30,000 this car').waitFor()
      await forecourt?.screenshot(`market-${scheme}`)
      await page.getByRole('heading', { name: 'The listings' }).scrollIntoViewIfNeeded()
      await page.getByRole('gridcell').first().click()
      await forecourt?.screenshot(`market-table-${scheme}`)
      await page.screenshot({ path: `artefacts/market-whole-${scheme}.png`, fullPage: true })
      expect(await seriousFindings(page)).toEqual([])
    })
  }
})
