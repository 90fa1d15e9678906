import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { password } from './steps.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openForecourt({ args: ['--practice-speed=2000'] })
  page = forecourt.page
  // A PC without a keychain asks this first; all others begin with the choice of practice.
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.keyboard.press('Enter')
})
afterAll(() => forecourt.close())

it('leads a newcomer from the welcome screen to uploaded customers within six clicks', async () => {
  let clicks = 0
  const click = async (control: Locator): Promise<void> => {
    await control.click()
    clicks += 1
  }
  await click(page.getByRole('button', { name: /Start practising/ }))
  await click(page.getByRole('link', { name: 'Import customers' }))
  await click(page.getByRole('button', { name: /^Clean sample/ }))
  await click(page.getByRole('button', { name: /^Send 30/ }))
  await click(page.getByRole('button', { name: 'Send 30 rows' }))
  await click(page.getByRole('button', { name: 'Go to customers' }))
  // Nobody else: the list shows what was just sent.
  await expect.poll(() => page.getByRole('grid').getByRole('row').count()).toBeLessThanOrEqual(31)
  await page.getByRole('grid').getByText("Olivia O'Brien").waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
})

it('opens a sample as an ordinary draft that can be opened again', async () => {
  await page.getByRole('link', { name: 'Import customers' }).click()
  await page.getByRole('button', { name: /^Messy sample/ }).click()
  await page.getByRole('heading', { level: 1, name: 'sold-cars-messy.xlsx' }).waitFor()
  await page.getByRole('link', { name: 'Import customers' }).click()
  const drafts = page.getByRole('region', { name: 'Continue where you left off' })
  await expect.poll(() => drafts.getByText('sold-cars-messy.xlsx').count()).toBe(1)
})
