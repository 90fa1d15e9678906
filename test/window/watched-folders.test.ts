import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, sample, seriousFindings } from './steps.ts'

let forecourt: Harness
let page: Page
let root: string
let folder: string

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'forecourt-watched-window-'))
  folder = join(root, 'Nightly exports')
  mkdirSync(folder)
  forecourt = await openWithPractice({ args: ['--practice-speed=2000'], viewport: { width: 1280, height: 800 } })
  page = forecourt.page
})
afterAll(async () => {
  await forecourt.close()
  rmSync(root, { recursive: true, force: true })
})

const card = () => page.getByRole('region', { name: /^Nightly exports/ })
const files = () => page.getByRole('region', { name: 'Files of Nightly exports' })

describe('the screen of watched folders', () => {
  it('says what is wrong with a folder that does not exist', async () => {
    await page.evaluate(() => (window.location.hash = '/folders'))
    await page.getByText('No watched folders').waitFor()
    await page.getByRole('button', { name: 'Add folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a watched folder' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(join(root, 'nowhere'))
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText(/Can’t find the folder/).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('watched-folder-dialog')
  })

  it('adds a folder by its path', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add a watched folder' })
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card().getByText('No file so far').waitFor()
    expect((await callProgram(page, 'folders.list', {})).folders.map(({ path }) => path)).toEqual([folder])
  })

  it('shows the result and the report of each file', async () => {
    writeFileSync(join(folder, 'sold-vehicles.csv'), readFileSync(sample('sold-vehicles.csv')))
    writeFileSync(join(folder, 'broken.xlsx'), 'PK\u0003\u0004')
    await card().getByRole('button', { name: 'Check now' }).click()
    await card().getByRole('button', { name: 'Show files' }).click()
    await files().getByText('Can’t be imported').waitFor({ timeout: 60_000 })
    await files().getByText('This folder leaves sending to you.').waitFor({ timeout: 60_000 })
    await files().getByText('done/sold-vehicles.csv', { exact: true }).waitFor()
    await files().getByText('failed/broken.xlsx', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('watched-folders-light')
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.emulateMedia({ colorScheme: 'dark' })
    await forecourt.screenshot('watched-folders-dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await files().getByRole('button', { name: 'Report of broken.xlsx' }).click()
    const report = page.getByRole('dialog', { name: 'Report of broken.xlsx' })
    await report.getByText('broken.xlsx').last().waitFor()
    await forecourt.screenshot('watched-folder-report')
    await report.getByRole('button', { name: 'Close' }).last().click()
    await report.waitFor({ state: 'hidden' })
  })

  it('shows the upload of a file when a person sends its draft', async () => {
    const { folders } = await callProgram(page, 'folders.list', {})
    const { files: found } = await callProgram(page, 'folders.files', { id: folders[0]?.id ?? '', offset: 0, limit: 9 })
    const draftId = found.find((file) => file.draftId !== null)?.draftId ?? ''
    const draft = await callProgram(page, 'drafts.get', { id: draftId })
    for (const { index } of draft.contactQuestions)
      await callProgram(page, 'drafts.setContactChoice', { id: draftId, index, choice: 'exclude' })
    await callProgram(page, 'uploads.create', { draftId, name: 'By hand', lookUpMissingVins: false })
    await files().getByRole('link', { name: 'Open upload' }).waitFor()
    await files().getByText('Sent', { exact: true }).waitFor()
    expect((await callProgram(page, 'uploads.list', {})).uploads).toHaveLength(1)
  })

  it('pauses, resumes and removes a folder', async () => {
    await card().getByRole('button', { name: 'Pause' }).click()
    await card().getByText('Paused', { exact: true }).waitFor()
    await card().getByRole('button', { name: 'Resume' }).click()
    await card().getByText('Watching', { exact: true }).waitFor()
    await card().getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Stop watching' }).click()
    await page.getByText('No watched folders').waitFor()
    expect(readFileSync(join(folder, 'done', 'sold-vehicles.csv'))).toEqual(readFileSync(sample('sold-vehicles.csv')))
  })
})
