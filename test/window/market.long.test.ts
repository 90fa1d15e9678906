import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseOption, download, goTo } from './controls.ts'
import { openWithPractice } from './steps.ts'

/** Opens the first car of a keyword search in the practice service, and gives its title. */
async function openFirst(page: Page, keywords: string): Promise<string> {
  await goTo(page, '/lookup')
  await page.getByRole('textbox', { name: 'Rego, VIN or keywords' }).fill(keywords)
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

describe('the market, from the practice service', () => {
  it('shows the period that is chosen, reuses the saved result, and exports every listing as CSV', async () => {
    const forecourt = await openWithPractice()
    onTestFinished(() => forecourt.close())
    const { page } = forecourt
    await openFirst(page, 'mazda cx-5')
    await page.getByRole('tab', { name: 'Market' }).click()
    const position = page.getByRole('region', { name: 'Price position' })
    await position.getByText(/listings?, last \d+ days/).waitFor()
    await chooseOption(page, 'Period', '1 year')
    await position.getByText(/listings?, last 365 days/).waitFor()
    await chooseOption(page, 'Period', '2 years')
    await position.getByText(/listings?, last 730 days/).waitFor()
    const listings = Number.parseInt(await position.getByText(/listings?, last \d+ days/).innerText(), 10)
    const { name, text } = await download(page, 'Export CSV')
    expect(name).toMatch(/\.csv$/)
    expect(text.charCodeAt(0)).toBe(0xfeff)
    expect(text.trim().split(/\r\n/)).toHaveLength(listings + 1)

    await page.getByRole('tab', { name: 'Specs' }).click()
    await page.getByRole('tab', { name: 'Market' }).click()
    await page.getByText(/Saved result from/).waitFor()
  })
})
