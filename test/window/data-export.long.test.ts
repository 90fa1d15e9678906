import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { DataExportManifest } from '../../src/contract/data-export.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice } from './steps.ts'

it('exports everything to the folder that was entered, and shows where it is', async () => {
  const target = mkdtempSync(join(tmpdir(), 'forecourt-export-'))
  onTestFinished(() => rmSync(target, { recursive: true, force: true }))
  const forecourt = await openWithPractice({ screen: '/privacy?tab=exports', viewport: { width: 1280, height: 800 } })
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  const { total } = await waitForAnswer(
    () => callProgram(page, 'customers.status', {}),
    (status) => status.total > 10 && status.syncing === null,
  )
  await page.getByRole('button', { name: 'Export everything…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export everything' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(target)
  await dialog.getByText('CSV', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByText(/^Export complete\. [\d,]+ rows in \d+ files/).waitFor({ timeout: 60_000 })
  const [name = ''] = readdirSync(target)
  expect(name).toMatch(/^Forecourt export \d{4}-\d{2}-\d{2}$/)
  await page.getByText(join(target, name)).waitFor()
  const manifest = DataExportManifest.parse(JSON.parse(readFileSync(join(target, name, 'manifest.json'), 'utf8')))
  expect(manifest).toMatchObject({ format: 'csv', doNotContactNumbers: 'left out' })
  expect(manifest.files.find(({ content }) => content === 'customers')?.rows).toBe(total)
})
