import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startPracticeService } from '../../src/simulator/service.ts'
import { openForecourt, type Harness } from './harness.ts'
import { openSpreadsheet, password, sample, pressSend, seriousFindings, sumOfRows, waitForEnd } from './steps.ts'

/** A port at which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

type Service = Awaited<ReturnType<typeof startPracticeService>>

/** An account, played by the practice service on another port: sign-in, a lost network, and where the API key is stored. */
describe('with an account', () => {
  let service: Service
  let forecourt: Harness
  let page: Page
  /** Every answer that the window received. */
  const answers: Promise<string>[] = []

  beforeAll(async () => {
    service = await startPracticeService({ customersPerSecond: 200 })
    service.control.settings.errorShare = 0
    forecourt = await openForecourt()
    page = forecourt.page
    page.on('response', (response) => {
      // The stream of events has no end to wait for; its events name no fields.
      if (!response.url().endsWith('/events')) answers.push(response.text().catch(() => ''))
    })
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
    await page.getByRole('button', { name: 'Enter account details' }).click()
  })
  afterAll(async () => {
    await forecourt?.close()
    await service?.stop()
  })

  const testConnection = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Test connection' }).click()
  }

  const isPrimary = (name: string): Promise<boolean> =>
    page.getByRole('button', { name }).evaluate((button) => button.className.includes('primary'))

  it('reports that nothing answers at an address', async () => {
    await page.getByRole('textbox', { name: 'Service address' }).fill(`http://127.0.0.1:${await closedPort()}`)
    await page.getByRole('textbox', { name: 'API key' }).fill('not-the-key')
    await testConnection()
    await page
      .getByText(/Can’t connect to the service/)
      .first()
      .waitFor()
    await forecourt.screenshot('connect-no-answer')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('reports a wrong API key', async () => {
    await page.getByRole('textbox', { name: 'Service address' }).fill(service.url)
    await testConnection()
    await page
      .getByText(/The service didn’t accept the sign-in\. Enter the API key/)
      .first()
      .waitFor()
    await forecourt.screenshot('connect-wrong-key')
    expect(await isPrimary('Test connection')).toBe(true)
    expect(await isPrimary('Save anyway')).toBe(false)
  })

  it('connects with the right API key', async () => {
    await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
    // After a failed test, Enter tests again and does not save.
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Save and connect' }).waitFor()
    expect(await isPrimary('Save and connect')).toBe(true)
    await forecourt.screenshot('connect-passed')
    await page.getByRole('button', { name: 'Save and connect' }).click()
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    expect(await page.getByText('Practice data').count()).toBe(0)
  })

  it('queues an upload while offline after the age of the customer list is confirmed, and sends it when the service is back', async () => {
    await service.control.goDown()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await pressSend(page)
    const question = page.getByRole('dialog', { name: /^Customer list last updated .*\. Send anyway\?$/ })
    await question.waitFor()
    await forecourt.screenshot('send-old-customer-list')
    expect(await seriousFindings(page)).toEqual([])
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await page.getByRole('heading', { name: 'Row summary' }).count()).toBe(0)
    await page.getByRole('button', { name: /^Send [\d,]+ rows?$/ }).click()
    await question.getByRole('button', { name: 'Send anyway' }).click()
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    await page
      .getByText(/goes on by itself|tries again|waiting/i)
      .first()
      .waitFor()
    await forecourt.screenshot('upload-waiting')
    expect(await seriousFindings(page)).toEqual([])
    expect(await sumOfRows(page)).toMatchObject({ inFile: 416, adds: true })
    await service.control.comeUp()
    await waitForEnd(page)
    expect(service.control.customerCount()).toBe(345)
  })

  it('puts the API key into no answer to the window and no file', async () => {
    const secrets = [service.apiKey, password]
    const given = await Promise.all(answers)
    expect(given.length).toBeGreaterThan(20)
    for (const secret of secrets) expect(given.filter((text) => text.includes(secret))).toEqual([])
    const files = (await readdir(forecourt.dataFolder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    )
    expect(files.length).toBeGreaterThan(1)
    for (const file of files) {
      const bytes = await readFile(join(file.parentPath, file.name))
      for (const secret of [...secrets, 'Papadopoulos'])
        expect(bytes.includes(secret), `${file.name} holds ${secret}`).toBe(false)
    }
  })
})

describe('on a network that asks questions', () => {
  let forecourt: Harness
  beforeAll(async () => {
    forecourt = await openForecourt({ host: 'desktop-like-host.ts', args: ['--practice'] })
    const { page } = forecourt
    await page.getByRole('textbox', { name: 'New password' }).fill(password)
    await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
    await page.getByRole('button', { name: 'Set password' }).click()
  })
  afterAll(() => forecourt?.close())

  it('signs in to the proxy after a wrong password and a Cancel, sends the chosen certificate, and then loads the customers', async () => {
    const { page } = forecourt
    const dialog = page.getByRole('dialog', { name: 'Sign in to the network’s proxy' })
    await dialog.getByText('It calls itself “Dealer network”.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'User name' }).fill('kim')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('wrong')
    await page.keyboard.press('Enter')
    await dialog.getByRole('alert').getByText('didn’t accept').waitFor()
    await forecourt.screenshot('proxy-sign-in')

    await page.keyboard.press('Escape')
    await page.getByText('Forecourt can’t connect through proxy.dealer.example:8080.').waitFor()
    expect(await dialog.count()).toBe(0)
    await forecourt.screenshot('proxy-declined')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    expect(await dialog.getByRole('textbox', { name: 'User name' }).inputValue()).toBe('kim')
    await dialog.getByRole('textbox', { name: 'Password' }).fill('right')
    await dialog.getByRole('checkbox', { name: 'Store in this PC’s keychain' }).check()
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByText('Your sign-in couldn’t be stored.').first().waitFor()

    const choice = page.getByRole('dialog', { name: 'Select a certificate' })
    await choice.getByText('Issued by Dealer CA. Expires').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await choice.getByRole('radio', { name: 'Front desk' }).check()
    await forecourt.screenshot('certificate')
    await choice.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page
      .getByText(/^\d+ customers/)
      .first()
      .waitFor()
  })

  it('offers an update when it is downloaded, and installs it when the user wants it', async () => {
    const { page } = forecourt
    await page.getByRole('link', { name: 'Settings', exact: true }).click()
    await page.getByRole('button', { name: 'Check for updates' }).click()
    await page.getByText('Version 9.9.9 is ready to install.').waitFor()
    await page.getByText('Forecourt 9.9.9 is ready to install.').first().waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const atClose = page.getByRole('checkbox', { name: 'Install when I close Forecourt' })
    // It is checked once the program has saved it.
    await atClose.click()
    await expect.poll(() => atClose.isChecked()).toBe(true)
    await page.getByRole('button', { name: 'Restart to update' }).scrollIntoViewIfNeeded()
    await forecourt.screenshot('update-ready')
    const restarted = page.waitForResponse((response) => response.url().includes('updates.restart'))
    await page.getByRole('button', { name: 'Restart to update' }).click()
    expect((await restarted).ok()).toBe(true)
  })
})
