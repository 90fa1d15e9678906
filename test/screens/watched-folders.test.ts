import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import type { WatchedFile, WatchedFolder } from '../../src/contract/watched-folders.ts'
import { longTest } from '../runs.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { seriousFindings } from './findings.ts'
import { sampleTemplate } from './draft-screen.ts'
import { createPracticeHost, openWindow } from './stage.ts'

const path = '/srv/Nightly exports'

const folder: WatchedFolder = {
  id: 'folder-1',
  path,
  name: 'Nightly exports',
  connectionId: 'practice',
  connectionName: 'Practice',
  region: 'au',
  templateId: null,
  templateName: null,
  updatesCustomers: false,
  sendByItself: false,
  lookUpMissingVins: false,
  maxPaidLookups: 0,
  paused: false,
  state: 'watching',
  unreachableSince: null,
  problem: null,
  usualRows: null,
  filesToProcess: 0,
  draftsWaiting: 0,
  lastFile: null,
}

const read: WatchedFile = {
  number: 1,
  name: 'sold-vehicles.csv',
  outcome: 'waiting',
  message: null,
  reasons: ['This folder leaves sending to you.'],
  rows: 412,
  foundAt: '2026-11-19T23:00:00Z',
  endedAt: '2026-11-19T23:01:00Z',
  movedTo: 'done/sold-vehicles.csv',
  draftId: 'draft-1',
  uploadId: null,
}
const broken: WatchedFile = {
  ...read,
  number: 2,
  name: 'broken.xlsx',
  outcome: 'refused',
  message: 'This workbook is damaged.',
  reasons: [],
  rows: null,
  movedTo: 'failed/broken.xlsx',
  draftId: null,
}

/** Answers with one folder, which can be added, paused, looked at and removed. */
function answerFolders(host: HostTwin, folders: readonly WatchedFolder[], files: readonly WatchedFile[]): void {
  let known = folders
  const change = (to: WatchedFolder) => {
    known = [to]
    host.announce({ name: 'folders.changed' })
    return success(to)
  }
  host.answer('folders.list', () => success({ folders: [...known] }))
  host.answer('folders.chooseFolder', ({ path: chosen }) =>
    chosen === path
      ? success({ folder: chosen })
      : failure({ kind: 'invalid-input', message: `Can’t find the folder “${chosen}”.` }),
  )
  host.answer('folders.add', () => change(folder))
  host.answer('folders.lookNow', () => change({ ...folder, lastFile: files.at(-1) ?? null }))
  host.answer('folders.setPaused', ({ paused }) =>
    change({ ...folder, paused, state: paused ? 'paused' : 'watching', filesToProcess: paused ? 3 : 0 }),
  )
  host.answer('folders.files', () => success({ total: files.length, files: [...files] }))
  host.answer('folders.remove', () => {
    known = []
    host.announce({ name: 'folders.changed' })
    return success({})
  })
}

async function openFolders(
  folders: readonly WatchedFolder[] = [folder],
  files: readonly WatchedFile[] = [],
): Promise<{ readonly host: HostTwin; readonly page: Page }> {
  const host = createPracticeHost()
  answerFolders(host, folders, files)
  const page = await openWindow('/folders', host, { viewport: { width: 1280, height: 800 } })
  await page.getByRole('heading', { level: 1, name: 'Watched folders' }).waitFor()
  return { host, page }
}

const card = (page: Page) => page.getByRole('region', { name: /^Nightly exports/ })

describe('the screen of watched folders', () => {
  it('says what is wrong with a folder that does not exist, and adds one by its path', async () => {
    const { host, page } = await openFolders([])
    await page.getByText('No watched folders').waitFor()
    await page.getByRole('button', { name: 'Add folder' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a watched folder' })
    await dialog.getByText(/^Spreadsheets that are in the folder now .* moved to “done” or “failed”/).waitFor()
    await dialog.getByRole('textbox', { name: 'Folder' }).fill('/srv/nowhere')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.getByText('Can’t find the folder “/srv/nowhere”.').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(path)
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await card(page).getByText('No file so far').waitFor()
    expect(host.inputsOf('folders.add')).toMatchObject([{ path, connectionId: 'practice', sendByItself: false }])
  })

  it('says on the folder and before saving that a template updates existing customers', async () => {
    const template = { ...sampleTemplate, updatesCustomers: true }
    const { id: templateId, name: templateName } = template
    const host = createPracticeHost()
    answerFolders(host, [{ ...folder, templateId, templateName, sendByItself: true, updatesCustomers: true }], [])
    host.answer('drafts.templates', () => success({ templates: [template] }))
    const page = await openWindow('/folders', host, { viewport: { width: 1280, height: 800 } })
    await card(page).getByText('By itself, without VIN look-ups, updates existing customers').waitFor()
    await card(page).getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit watched folder' })
    await dialog.getByText(/This template also updates existing customers\.$/).waitFor()
    expect(host.inputsOf('folders.change')).toEqual([])
    // The template belongs to its region: with another one the folder uses none, and sends nothing by itself.
    host.answer('folders.change', () => success(folder))
    await dialog.getByRole('combobox', { name: 'Region' }).selectOption({ label: 'New Zealand' })
    await dialog.getByRole('combobox', { name: 'Template' }).getByText('None').waitFor({ state: 'attached' })
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(host.inputsOf('folders.change')).toMatchObject([{ region: 'nz', templateId: null, sendByItself: false }])
  })

  it('shows the result and the report of each file', async () => {
    const { host, page } = await openFolders([folder], [broken, read])
    host.answer('folders.report', () => success({ report: null, text: 'broken.xlsx: this workbook is damaged.' }))
    await card(page).getByRole('button', { name: 'Check now' }).click()
    await expect.poll(() => host.inputsOf('folders.lookNow')).toEqual([{ id: 'folder-1' }])
    await card(page).getByRole('button', { name: 'Show files' }).click()
    const files = page.getByRole('region', { name: 'Files of Nightly exports' })
    await files.getByText('Can’t be imported').waitFor()
    await files.getByText('This folder leaves sending to you.').waitFor()
    await files.getByText('done/sold-vehicles.csv', { exact: true }).waitFor()
    await files.getByText('failed/broken.xlsx', { exact: true }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await files.getByRole('button', { name: 'Report of broken.xlsx' }).click()
    const report = page.getByRole('dialog', { name: 'Report of broken.xlsx' })
    await report.getByText('broken.xlsx: this workbook is damaged.').waitFor()
    await report.getByRole('button', { name: 'Close' }).last().click()
    await report.waitFor({ state: 'hidden' })
    expect(host.inputsOf('folders.report')).toEqual([{ id: 'folder-1', number: 2 }])
  })

  longTest('leads to the upload of a file that was sent', async () => {
    const { page } = await openFolders([folder], [{ ...read, outcome: 'sent', draftId: null, uploadId: 'upload-1' }])
    await card(page).getByRole('button', { name: 'Show files' }).click()
    const files = page.getByRole('region', { name: 'Files of Nightly exports' })
    await files.getByText('Sent', { exact: true }).waitFor()
    const link = files.getByRole('link', { name: 'Open upload' })
    expect(await link.getAttribute('href')).toBe('#/uploads/upload-1')
  })

  it('says before an unreachable folder is resumed that its files are imported later', async () => {
    const since = '2026-11-19T23:00:00Z'
    const { page, host } = await openFolders([{ ...folder, paused: true, state: 'paused', unreachableSince: since }])
    await card(page).getByRole('button', { name: 'Resume' }).click()
    await page.getByText('All files in it are imported as soon as it is. You send each draft.').waitFor()
    expect(host.inputsOf('folders.setPaused')).toEqual([])
  })

  it('pauses, resumes and removes a folder', async () => {
    const { host, page } = await openFolders()
    await card(page).getByRole('button', { name: 'Pause' }).click()
    await card(page).getByText('Paused', { exact: true }).waitFor()
    await card(page).getByRole('button', { name: 'Resume' }).click()
    const question = page.getByRole('dialog', { name: 'Resume “Nightly exports”?' })
    await question.getByText('3 files will be imported now. You send each draft.').waitFor()
    expect(host.inputsOf('folders.setPaused')).toHaveLength(1)
    await question.getByRole('button', { name: 'Resume' }).click()
    await card(page).getByText('Watching', { exact: true }).waitFor()
    await card(page).getByRole('button', { name: 'Remove' }).click()
    expect(host.inputsOf('folders.remove')).toEqual([])
    await page.getByRole('button', { name: 'Stop watching' }).click()
    await page.getByText('No watched folders').waitFor()
    expect(host.inputsOf('folders.remove')).toEqual([{ id: 'folder-1' }])
  })
})
