import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { failure, success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { sampleColumn, sampleDraft } from '../unit/renderer/features/drafts/sample-draft.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerSavedDraft } from './draft-answers.ts'
import { createPracticeHost, openWindow } from './stage.ts'

/** Opens the import page. The file dialog gives a file with this name. */
async function openImport(fileName: string): Promise<{ readonly host: HostTwin; readonly page: Page }> {
  const host = createPracticeHost()
  host.chosenFile = success({ fileId: 'file-1', name: fileName, sizeBytes: 1_000 })
  const page = await openWindow('/import', host)
  await page.getByRole('heading', { name: 'Drop a spreadsheet here' }).waitFor()
  return { host, page }
}

const choose = (page: Page) => page.getByRole('button', { name: 'Choose a spreadsheet' })

it('shows the first rows of a file while it is read, and cancels the reading', async () => {
  const { host, page } = await openImport('large.csv')
  const held = host.hold('drafts.open')
  host.answer('drafts.cancelOpen', () => success({ cancelled: true }))
  await choose(page).click()
  await page.getByRole('progressbar', { name: 'Reading the spreadsheet' }).waitFor()
  await expect.poll(() => held.length).toBe(1)
  const progress = { part: 0.1, words: 'Reading rows', firstRows: [['Deal No', 'Rego No.']] }
  host.announce({ name: 'drafts.progressed', subject: 'file-1', progress })
  await page.getByRole('region', { name: 'First rows of the file' }).getByText('Deal No', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Drop a spreadsheet here' }).waitFor()
  expect(host.inputsOf('drafts.cancelOpen')).toEqual([{ fileId: 'file-1' }])
  held[0]?.answer(failure({ kind: 'cancelled', message: 'Reading was cancelled.' }))
  await choose(page).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

longTest('moves the focus to the import step of a file that is opened on another screen', async () => {
  const host = createPracticeHost()
  answerSavedDraft(host, sampleDraft())
  host.chosenFile = success({ fileId: 'file-1', name: 'sold.csv', sizeBytes: 1_000 })
  const page = await openWindow('/settings', host)
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
  await page.keyboard.press('Control+O')
  const step = page.getByRole('region', { name: 'Columns', exact: true })
  await expect.poll(() => step.and(page.locator(':focus')).count()).toBe(1)
})

it('says why a file is no table, and offers to choose another', async () => {
  const { host, page } = await openImport('brochure.pdf')
  const message = 'brochure.pdf is a PDF, not a spreadsheet.'
  host.answer('drafts.open', () => failure({ kind: 'invalid-input', message }))
  await choose(page).click()
  await page.getByText(message).waitFor()
  await choose(page).waitFor()
  expect(await page.getByRole('link', { name: 'brochure.pdf' }).count()).toBe(0)
})

it('opens the columns of a file with its number of rows, and shows how it was read', async () => {
  const { host, page } = await openImport('workshop-clients.csv')
  const { source, counts } = sampleDraft()
  const draft = sampleDraft({
    source: { ...source, encoding: 'Windows-1252', delimiter: 'semicolons' },
    counts: { ...counts, rows: 5_000 },
    columns: [sampleColumn(0, 'Rego No.', 'rego')],
  })
  answerSavedDraft(host, draft)
  await choose(page).click()
  await page.getByText(/^5,000 rows:/).waitFor()
  await page.getByText('Checked for Australia. Regos without a state need one.').waitFor()
  await page.getByRole('button', { name: 'File details' }).click()
  const details = page.getByRole('dialog', { name: 'File details' })
  await details.getByText('semicolons', { exact: true }).waitFor()
  expect(await details.getByText('Windows-1252', { exact: true }).count()).toBe(1)
})

longTest('names the sheet of a New Zealand workbook, and asks for no state', async () => {
  const { host, page } = await openImport('closed-won.xlsx')
  const { source } = sampleDraft()
  const sheets = [
    { name: 'Summary', rows: 12, hidden: false, alike: false },
    { name: 'Closed won', rows: 300, hidden: false, alike: false },
  ]
  const workbook = { ...source, kind: 'xlsx', encoding: null, delimiter: null, sheets, sheet: 'Closed won' } as const
  answerSavedDraft(host, sampleDraft({ region: 'nz', source: workbook, columns: [sampleColumn(0, 'Plate', 'rego')] }))
  await choose(page).click()
  await page.getByText(/Excel workbook, sheet “Closed won”/).waitFor()
  await page.getByText('Checked for New Zealand.', { exact: true }).waitFor()
})
