import type { Locator } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { openForecourt } from './harness.ts'
import { password } from './steps.ts'

it('leads a newcomer from the welcome screen to uploaded customers within six clicks', async () => {
  const forecourt = await openForecourt({ args: ['--practice-speed=2000'] })
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  // A PC without a keychain asks this first; all others begin with the choice of practice.
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.keyboard.press('Enter')
  let clicks = 0
  const click = async (control: Locator): Promise<void> => {
    await control.click()
    clicks += 1
  }
  await click(page.getByRole('button', { name: /Start practising/ }))
  // The tour begins at the call list, and leaves it to the user.
  await page.getByRole('region', { name: 'Tour' }).waitFor()
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
