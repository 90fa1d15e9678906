import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chooseOption } from './controls.ts'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, password, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
  await page.evaluate(() => (location.hash = '/settings'))
  await page.getByRole('region', { name: 'Connections' }).waitFor()
})
afterAll(() => forecourt?.close())

const section = (name: string) => page.getByRole('region', { name, exact: true })

describe('the settings', () => {
  it('rename a connection, and a test names what works', async () => {
    await section('Connections').getByRole('button', { name: 'Edit Practice' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit Practice' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Training')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await section('Connections').getByRole('button', { name: 'Test Training' }).click()
    for (const step of ['Sign-in accepted.', 'Your account can use this region.', 'Your customers can be read.']) {
      await section('Connections').getByText(step).waitFor()
    }
    expect((await callProgram(page, 'connections.state', {})).current?.name).toBe('Training')
  })

  it('show the effect and the default of each advanced setting, refuse a mistake, and reset', async () => {
    const advanced = section('Advanced')
    const pages = advanced.getByRole('textbox', { name: 'Customers per request' })
    await advanced.getByText(/How many customers are downloaded at once\..*Default: 200\./).waitFor()
    await pages.fill('0')
    await advanced.getByText('Enter a whole number from 1 to 1,000.').waitFor()
    expect(await advanced.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    await pages.fill('50')
    await chooseOption(advanced, 'Registration status address', 'Try both')
    await advanced.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Advanced settings saved.').first().waitFor()
    const saved = async () => (await callProgram(page, 'connections.state', {})).current?.advanced.pageSize
    expect(await saved()).toBe(50)
    await advanced.getByRole('button', { name: 'Reset Customers per request to its default' }).click()
    expect(await pages.inputValue()).toBe('200')
    await pages.fill('60')
    await advanced.getByRole('button', { name: 'Reset all to defaults' }).click()
    await advanced.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Advanced settings reset.').first().waitFor()
    expect(await saved()).toBe(200)
  })

  it('change calling hours and holidays of a state', async () => {
    const calling = section('Calling hours')
    await calling.getByRole('switch', { name: 'Sunday' }).click()
    await chooseOption(calling, 'Sunday, from', '10:00')
    await expect
      .poll(async () => (await callProgram(page, 'sightings.callSettings', {})).hours[0])
      .toEqual({ from: '10:00', to: '17:00' })
    await chooseOption(calling, 'State', 'Victoria (VIC)')
    await calling.getByRole('button', { name: /^Remove Melbourne Cup Day/ }).click()
    await calling.getByRole('button', { name: /^Restore Melbourne Cup Day/ }).waitFor()
    const year = new Date().getFullYear()
    await calling.getByLabel('Date').fill(`${year}-08-12`)
    await calling.getByRole('textbox', { name: 'Name' }).fill('Show Day')
    await calling.getByRole('button', { name: 'Add holiday' }).click()
    await calling.getByText('Show Day', { exact: true }).waitFor()
    await calling.getByText('Added by you').waitFor()
    expect((await callProgram(page, 'sightings.callSettings', {})).changes).toHaveLength(2)
  })

  it('choose the date format, the default state and the check interval', async () => {
    await chooseOption(section('Appearance'), 'Dates', '2026-03-07')
    await section('Calling hours')
      .getByText(/^[A-Z][a-z]{2} \d{4}-12-25$/)
      .waitFor()
    await chooseOption(section('Everyday work'), 'Default state of regos', 'Queensland (QLD)')
    await chooseOption(section('Everyday work'), 'Check for new sightings every', '30 minutes')
    await expect.poll(async () => (await callProgram(page, 'app.preferences', {})).defaultState).toBe('QLD')
    await expect.poll(async () => (await callProgram(page, 'sightings.settings', {})).checkEveryMinutes).toBe(30)
    await section('Start').getByText('Only the desktop program on Windows and macOS can start by itself.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })
})

describe('a locked window', () => {
  it('shows nothing of the data, gets none, and keeps what was being typed', async () => {
    const name = section('Calling hours').getByRole('textbox', { name: 'Name' })
    await name.fill('Half-typed')
    await section('Lock').getByRole('button', { name: 'Lock now' }).click()
    const screen = page.getByRole('main', { name: 'Forecourt is locked' })
    await screen.waitFor()
    expect(await page.getByText('Training').count()).toBe(
      await page.getByText('Training').filter({ visible: false }).count(),
    )
    await expect.poll(() => page.title()).toBe('Forecourt (locked)')
    await expect(callProgram(page, 'customers.list', { offset: 0, limit: 1 })).rejects.toThrow('Forecourt is locked')
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('locked')
    await page.keyboard.press('F1')
    await screen.getByText('Forgot it? Enter your recovery key instead.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('F1')
    await screen.getByText('Forgot it? Enter your recovery key instead.').waitFor({ state: 'hidden' })
    await screen.getByRole('textbox', { name: 'Password' }).fill('wrong password')
    await page.keyboard.press('Enter')
    await screen.getByText('Wrong password.').waitFor()
    await screen.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await screen.waitFor({ state: 'detached' })
    expect(await name.inputValue()).toBe('Half-typed')
    await callProgram(page, 'customers.list', { offset: 0, limit: 1 })
  })

  it('is locked from the palette', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'Search', exact: true }).fill('Lock now')
    await page.getByRole('option', { name: /Lock now/ }).click()
    const screen = page.getByRole('main', { name: 'Forecourt is locked' })
    await screen.getByRole('textbox', { name: 'Password' }).fill(password)
    await page.keyboard.press('Enter')
    await screen.waitFor({ state: 'detached' })
    expect((await callProgram(page, 'lock.state', {})).locked).toBe(false)
  })
})
