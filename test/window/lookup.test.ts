import { expect, it, onTestFinished } from 'vitest'
import { chooseOption } from './controls.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, unlock } from './steps.ts'

it('looks up cars, and keeps them without a network and after the program was killed', async () => {
  const forecourt = await openWithPractice()
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  const box = page.getByRole('textbox', { name: 'Rego, VIN or keywords' })
  await box.waitFor()
  await chooseOption(page, 'State', 'New South Wales')
  await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
  await page.getByText('Matched', { exact: true }).waitFor()
  await page.getByRole('tab', { name: 'Registration status' }).click()
  await page.getByText(/write-off incidents? recorded/).waitFor()

  await callProgram(page, 'practice.set', { outage: 'no-network' })
  await page.getByRole('banner').getByText('Offline').waitFor()
  await page.keyboard.press('Control+Shift+K')
  await page.locator('#lookup-text:focus').waitFor()
  await box.fill('XYZ987 NSW')
  await page.keyboard.press('Enter')
  await page.getByText(/Couldn’t look up/).waitFor()
  await callProgram(page, 'practice.set', { outage: 'none' })
  await page.getByRole('banner').getByText('Online').waitFor()
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
  const article = page.getByRole('article')
  await article.waitFor()
  expect(await article.innerText()).toContain('XYZ987')

  const restarted = await forecourt.startAgain()
  await unlock(restarted)
  await restarted.keyboard.press('Control+Shift+K')
  const recent = restarted.getByRole('region', { name: 'Recent' })
  await recent.getByRole('listitem').filter({ hasText: 'XYZ987' }).waitFor()
  await recent.getByRole('link', { name: /REG4SUCCESS/ }).click()
  await restarted.getByText(/^Saved result from /).waitFor()
})
