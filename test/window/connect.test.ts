import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startPracticeService } from '../../src/simulator/service.ts'
import { openForecourt, type Harness } from './harness.ts'
import { openSpreadsheet, password, sample, pressSend, seriousFindings, sumOfRows, waitForEnd } from './steps.ts'

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

  it('reports a wrong API key, and connects with the right one', async () => {
    await page.getByRole('textbox', { name: 'Service address' }).fill(service.url)
    await page.getByRole('textbox', { name: 'API key' }).fill('not-the-key')
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page
      .getByText(/The service didn’t accept the sign-in/)
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
    await page.getByRole('button', { name: 'Test connection' }).click()
    await page.getByRole('button', { name: 'Save and connect' }).waitFor()
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
