import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { callProgram } from './program-calls.ts'
import { answerContactByCalls, openWithPractice, sample } from './steps.ts'

it('adds a folder, imports the files that are put into it, and shows the upload when a person sends its draft', async () => {
  const root = mkdtempSync(join(tmpdir(), 'forecourt-watched-window-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, 'Nightly exports')
  mkdirSync(folder)
  writeFileSync(join(folder, 'sold-vehicles.csv'), readFileSync(sample('sold-vehicles.csv')))
  writeFileSync(join(folder, 'broken.xlsx'), 'PK\u0003\u0004')
  const forecourt = await openWithPractice({ screen: '/folders', args: ['--practice-speed=2000'] })
  onTestFinished(() => forecourt.close())
  const { page } = forecourt
  const card = page.getByRole('region', { name: /^Nightly exports/ })
  const files = page.getByRole('region', { name: 'Files of Nightly exports' })
  await page.getByRole('button', { name: 'Add folder' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a watched folder' })
  await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await card.getByRole('button', { name: 'Check now' }).click()
  await card.getByRole('button', { name: 'Show files' }).click()
  await files.getByText('failed/broken.xlsx', { exact: true }).waitFor({ timeout: 60_000 })
  await files.getByText('This folder leaves sending to you.').waitFor({ timeout: 60_000 })
  await files.getByText('done/sold-vehicles.csv', { exact: true }).waitFor()

  const { folders } = await callProgram(page, 'folders.list', {})
  const { files: found } = await callProgram(page, 'folders.files', { id: folders[0]?.id ?? '', offset: 0, limit: 9 })
  const draftId = found.find((file) => file.draftId !== null)?.draftId ?? ''
  const draft = await callProgram(page, 'drafts.get', { id: draftId })
  await answerContactByCalls(page, draft)
  await callProgram(page, 'uploads.create', { draftId, name: 'By hand', lookUpMissingVins: false })
  await files.getByRole('link', { name: 'Open upload' }).waitFor()
  await files.getByText('Sent', { exact: true }).waitFor()
  expect((await callProgram(page, 'uploads.list', {})).uploads).toHaveLength(1)
  expect(readFileSync(join(folder, 'done', 'sold-vehicles.csv'))).toEqual(readFileSync(sample('sold-vehicles.csv')))
})
