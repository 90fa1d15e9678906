import { afterEach, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import { close, download, open, openFirst } from './vehicle-steps.ts'

describe('the market, from the practice service', () => {
  afterEach(close)

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
})
