import { execFileSync } from 'node:child_process'
import { constants, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { localDate } from '../../src/contract/calendar-date.ts'
import { DataExportManifest } from '../../src/contract/data-export.ts'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, unlock } from './steps.ts'

let forecourt: Harness
let page: Page
const target = mkdtempSync(join(tmpdir(), 'forecourt-export-'))

beforeAll(async () => {
  forecourt = await openWithPractice({ viewport: { width: 1280, height: 800 } })
  page = forecourt.page
})
afterAll(async () => {
  rmSync(target, { recursive: true, force: true })
  await forecourt?.close()
})

it('exports everything to the folder that was entered, shows the result, and removes it from the list', async () => {
  await expect
    .poll(async () => (await callProgram(page, 'customers.status', {})).total, { timeout: 60_000 })
    .toBeGreaterThan(10)
  await page.evaluate(() => (location.hash = '/privacy'))
  await page.getByRole('heading', { name: 'Export everything' }).waitFor()
  await page.getByRole('button', { name: 'Export everything…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export everything' })
  const start = dialog.getByRole('button', { name: 'Export', exact: true })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(target, 'missing'))
  await start.click()
  await dialog.getByRole('alert').getByText("Can't find the folder").waitFor()
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(target)
  await dialog.getByText('CSV', { exact: true }).click()
  await forecourt.screenshot('data-export-dialog')
  await start.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Export complete\. [\d,]+ rows in \d+ files/).waitFor({ timeout: 60_000 })
  await forecourt.screenshot('data-export-done')
  const [name = ''] = readdirSync(target)
  expect(name).toMatch(/^Forecourt export \d{4}-\d{2}-\d{2}$/)
  await page.getByText(join(target, name)).waitFor()
  const manifest = DataExportManifest.parse(JSON.parse(readFileSync(join(target, name, 'manifest.json'), 'utf8')))
  const { total } = await callProgram(page, 'customers.status', {})
  expect(manifest).toMatchObject({ format: 'csv', doNotContactNumbers: 'left out' })
  expect(manifest.files.find(({ content }) => content === 'customers')?.rows).toBe(total)
  // The browser host cannot show a folder.
  expect(await page.getByRole('button', { name: 'Open folder' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Remove from list' }).click()
  await page.getByText(/^Export complete/).waitFor({ state: 'detached' })
  expect(readdirSync(target)).toEqual([name])
})

it('exports everything to one .zip file', async () => {
  await page.getByRole('button', { name: 'Export everything…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export everything' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(target)
  await dialog.getByText('One .zip file', { exact: true }).click()
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Export complete\./).waitFor({ timeout: 60_000 })
  const zip = readdirSync(target).find((name) => name.endsWith('.zip')) ?? ''
  expect(zip).toMatch(/^Forecourt export \d{4}-\d{2}-\d{2}\.zip$/)
  expect(readFileSync(join(target, zip)).subarray(0, 2).toString()).toBe('PK')
  await page.getByText(join(target, zip)).waitFor()
})

it('cancels an export that runs, and continues one after the program was killed', async () => {
  const place = mkdtempSync(join(target, 'interrupted-'))
  const name = `Forecourt export ${localDate(new Date())}.zip`
  // A file that takes no byte until somebody reads it: the export does not end before that.
  const folder = join(place, `.${name}.files`, 'Practice - Australia')
  const slow = join(folder, 'customers.csv.part')
  // Also after a failure, else the program could not close.
  const release = (): number | null =>
    existsSync(slow) ? openSync(slow, constants.O_RDONLY | constants.O_NONBLOCK) : null
  onTestFinished(() => void release())
  const begin = async (): Promise<void> => {
    mkdirSync(folder, { recursive: true })
    execFileSync('mkfifo', [slow])
    await page.getByRole('button', { name: 'Export everything…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export everything' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(place)
    await dialog.getByText('One .zip file', { exact: true }).click()
    await dialog.getByText('CSV', { exact: true }).click()
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
    await page.getByText(/^Exporting…/).waitFor()
  }
  await begin()
  await page.getByRole('button', { name: 'Cancel export' }).click()
  await page.getByRole('dialog', { name: 'Cancel this export?' }).getByRole('button', { name: 'Cancel export' }).click()
  release()
  await page.getByText('Export cancelled. Its files are deleted.').first().waitFor()
  expect(readdirSync(place)).toEqual([])

  await begin()
  await forecourt.killProgram()
  page = await forecourt.startAgain({ between: () => rmSync(slow) })
  await unlock(page)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.evaluate(() => (location.hash = '/privacy'))
  await page.getByText(/^This export was interrupted\. It continues where it stopped\./).waitFor()
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await page.getByText(/^Export complete\./).waitFor({ timeout: 60_000 })
  expect(readdirSync(place)).toEqual([name])
})
