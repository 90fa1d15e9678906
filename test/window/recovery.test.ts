import { readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { beginWithPractice, seriousFindings, unlock } from './steps.ts'

let forecourt: Harness
let page: Page
let recoveryKey = ''

beforeAll(async () => {
  forecourt = await openForecourt()
  page = forecourt.page
  await beginWithPractice(page)
})
afterAll(() => forecourt?.close())

it('shows the recovery key, and prints it alone', async () => {
  await page.getByRole('link', { name: 'Settings', exact: true }).click()
  const section = page.getByRole('region', { name: 'Recovery key' })
  await section.getByText('You haven’t printed or stored it yet.').waitFor()
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.title)
  })
  await section.getByRole('button', { name: 'Show recovery key' }).click()
  recoveryKey = await section.locator('code').innerText()
  expect(recoveryKey).toMatch(/^([0-9A-Z]{5}-){10}[0-9A-Z]{5}$/)
  expect(await seriousFindings(page)).toEqual([])
  await section.getByRole('button', { name: 'Print' }).click()
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await page.getByRole('heading', { name: 'Forecourt recovery key' }).isVisible()).toBe(true)
  expect(await section.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await section.getByRole('button', { name: 'I’ve stored it' }).click()
  await section.getByText('You have printed or stored it.').waitFor()
  expect(await page.getByText(recoveryKey).count()).toBe(0)
})

it('opens the data with the recovery key after a forgotten password, and sets a new password', async () => {
  page = await forecourt.startAgain()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  const open = page.getByRole('button', { name: 'Open my data' })
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(`${recoveryKey.slice(0, -1)}-`)
  await page.getByRole('textbox', { name: 'New password' }).fill('correct horse 9')
  await open.click()
  await page.getByText(/has a typing error/).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey.toLowerCase().replaceAll('-', ' '))
  await open.click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()
  page = await forecourt.startAgain()
  await unlock(page)
})

it('offers the newest backup when the database is damaged', async () => {
  page = await forecourt.startAgain({
    signal: 'SIGTERM',
    between(dataFolder) {
      expect(readdirSync(dataFolder).some((name) => name.includes('backup-daily'))).toBe(true)
      truncateSync(join(dataFolder, 'forecourt.db'), 5_000)
    },
  })
  await page.getByRole('textbox', { name: 'Password' }).fill('correct horse 9')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The data on this PC can’t be read' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await page.getByRole('button', { name: /^Restore backup of / }).click()
  await unlock(page)
  await page.getByText(/^Your data was restored from the backup of /).waitFor()
})
