import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { startPracticeService } from '../../src/simulator/service.ts'
import { openForecourt } from './harness.ts'
import { openSpreadsheet, password, sample, sendAll, sumOfRows, waitForEnd } from './steps.ts'

/** An account, played by the practice service on another port. */
it('connects with an API key, sends an upload, and puts the key into no answer to the window and no file', async () => {
  const service = await startPracticeService({ customersPerSecond: 200 })
  onTestFinished(() => service.stop())
  service.control.settings.errorShare = 0
  const forecourt = await openForecourt()
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  /** Every answer that the window received. */
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    // The stream of events has no end to wait for; its events name no fields.
    if (!response.url().endsWith('/events')) answers.push(response.text().catch(() => ''))
  })
  await page.getByRole('textbox', { name: 'New password' }).fill(password)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Enter account details' }).click()
  await page.getByRole('textbox', { name: 'Service address' }).fill(service.url)
  await page.getByRole('textbox', { name: 'API key' }).fill(service.apiKey)
  await page.getByRole('button', { name: 'Test connection' }).click()
  await page.getByRole('button', { name: 'Save and connect' }).click()
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
  expect(await page.getByText('Practice data').count()).toBe(0)

  await openSpreadsheet(page, sample('sold-vehicles.csv'))
  await sendAll(page)
  await waitForEnd(page)
  expect(await sumOfRows(page)).toMatchObject({ inFile: 416, adds: true })
  expect(service.control.customerCount()).toBe(345)

  const secrets = [service.apiKey, password]
  const given = await Promise.all(answers)
  expect(given.length).toBeGreaterThan(20)
  for (const secret of secrets) expect(given.filter((text) => text.includes(secret))).toEqual([])
  const entries = await readdir(forecourt.dataFolder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) {
    const bytes = await readFile(join(file.parentPath, file.name))
    for (const secret of [...secrets, 'Papadopoulos'])
      expect(bytes.includes(secret), `${file.name} holds ${secret}`).toBe(false)
  }
})
