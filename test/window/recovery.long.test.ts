import { readFileSync, readdirSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { openWithPractice, openSpreadsheet, password, unlock } from './steps.ts'
import { openSettings } from './controls.ts'

async function importList(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: 'Import customers' }).click()
  const list = Buffer.from('Name,Mobile,Rego,State\nAnn Lee,0491570006,ABC123,VIC\n')
  await openSpreadsheet(page, { name, mimeType: 'text/csv', buffer: list })
  await openSettings(page, 'Privacy and data')
}

it('opens the data with the recovery key, brings back what a backup file has and nothing later, and offers its own backup of a damaged database', async () => {
  const forecourt = await openWithPractice({ screen: '/settings/privacy' })
  onTestFinished(() => forecourt.close())
  let { page } = forecourt
  const key = page.getByRole('region', { name: 'Recovery key' })
  await key.getByRole('button', { name: 'Show recovery key' }).click()
  const recoveryKey = await key.locator('code').innerText()
  expect(recoveryKey).toMatch(/^([0-9A-Z]{5}-){10}[0-9A-Z]{5}$/)

  page = await forecourt.startAgain()
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByRole('textbox', { name: 'Recovery key' }).fill(recoveryKey.toLowerCase().replaceAll('-', ' '))
  const newPassword = 'another horse 9'
  await page.getByRole('textbox', { name: 'New password' }).fill(newPassword)
  await page.getByRole('button', { name: 'Open my data' }).click()
  await page.getByRole('navigation', { name: 'Sections' }).waitFor()

  await importList(page, 'before-the-backup.csv')
  const section = page.getByRole('region', { name: 'Backup', exact: true })
  await section.getByRole('button', { name: 'Save a backup…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save a backup' })
  await saving.getByRole('textbox', { name: 'Password for this backup' }).fill('backup horse 9')
  await saving.getByRole('textbox', { name: 'Password again' }).fill('backup horse 9')
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  const buffer = readFileSync(await (await download).path())
  await saving.waitFor({ state: 'hidden' })
  await importList(page, 'after-the-backup.csv')

  const chooser = page.waitForEvent('filechooser')
  await section.getByRole('button', { name: 'Restore a backup…' }).click()
  await (await chooser).setFiles({ name: 'May.forecourt-backup', mimeType: '', buffer })
  const restoring = page.getByRole('dialog', { name: 'Restore a backup' })
  await restoring.getByRole('textbox', { name: 'Password of this backup' }).fill('backup horse 9')
  await page.keyboard.press('Enter')
  await restoring.getByText('1 draft').waitFor()
  await restoring.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText(/^Your work was restored from the backup of /).waitFor()
  await page.getByRole('link', { name: 'Import customers' }).click()
  await page.getByText('before-the-backup.csv').first().waitFor()
  expect(await page.getByText('after-the-backup.csv').count()).toBe(0)

  page = await forecourt.startAgain({
    signal: 'SIGTERM',
    between(dataFolder) {
      expect(readdirSync(dataFolder).some((name) => name.includes('backup-daily'))).toBe(true)
      truncateSync(join(dataFolder, 'forecourt.db'), 5_000)
    },
  })
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByText("That password isn't correct.").waitFor()
  await page.getByRole('textbox', { name: 'Password' }).fill(newPassword)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'The data on this PC can’t be read' }).waitFor()
  await page.getByRole('button', { name: /^Restore backup of / }).click()
  await unlock(page, newPassword)
  await expect.poll(() => page.getByText(/^Your data was restored from the backup of /).count()).toBeGreaterThan(0)
})
