import type { Page } from 'playwright-core'
import { expect, it, onTestFinished } from 'vitest'
import { CustomerFilter } from '../../src/contract/customer-filter.ts'
import { chooseOption } from './controls.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, unlock } from './steps.ts'

async function setOutage(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^Practice data/ }).click()
  const panel = page.getByRole('dialog', { name: 'Practice' })
  await panel.getByRole('radio', { name }).check()
  await panel.getByRole('button', { name: 'Close' }).click()
}

it('looks up cars, and keeps them without a network and after the program was killed', async () => {
  const forecourt = await openWithPractice()
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  const box = page.getByRole('textbox', { name: 'Rego, VIN or keywords' })
  const article = page.getByRole('article')
  const lookUp = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+Shift+K')
    await page.locator('#lookup-text:focus').waitFor()
    await box.fill(text)
    await page.keyboard.press('Enter')
  }
  await box.fill('1ab·2 cd')
  await page.getByText(/Looks like a VIC plate/).waitFor()
  await chooseOption(page, 'State', 'New South Wales')
  await page.getByRole('button', { name: /^REG4SUCCESS/ }).click()
  await page.getByText('Matched', { exact: true }).waitFor()
  await page.getByRole('heading', { name: 'Road authority record' }).waitFor()
  await page.getByRole('tab', { name: 'Registration status' }).click()
  await page.getByText(/^Expire[sd] /).waitFor()
  await page.getByText(/write-off incidents? recorded/).waitFor()

  const { customers } = await callProgram(page, 'customers.list', {
    ...CustomerFilter.parse({}),
    sort: 'clientName',
    descending: false,
    offset: 0,
    limit: 50,
  })
  const owner = customers.find(({ rego, state, clientName }) => rego !== null && state !== null && clientName !== null)
  await lookUp(`Plate: ${owner?.rego?.toLowerCase() ?? ''} ${owner?.state ?? ''}`)
  const own = page.getByRole('list', { name: 'Your customer' }).getByRole('link', { name: owner?.clientName ?? '' })
  await own.waitFor()
  await page.reload()
  await own.waitFor()

  await lookUp('hilux')
  const links = page.getByRole('list', { name: /vehicles for “hilux”/ }).getByRole('link')
  await links.first().click()
  await page.getByRole('tab', { name: 'Vehicle', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Browse by make and model' }).first().click()
  await page.getByText(/^[\d,]+ vehicles$/).waitFor()

  await setOutage(page, 'No internet')
  await page.getByRole('banner').getByText('Offline').waitFor()
  await lookUp('XYZ987 NSW')
  await page.getByText(/Couldn’t look up/).waitFor()
  await setOutage(page, 'No problem')
  await page.getByRole('banner').getByText('Online').waitFor()
  await page.getByRole('button', { name: 'Look up', exact: true }).click()
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
