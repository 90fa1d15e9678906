import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowCopying, openForecourt, type Harness } from './harness.ts'
import { showDuplicates, showUnreadableCustomers } from './made-answers.ts'
import { callProgram } from './program-calls.ts'
import { beginWithPractice, openSpreadsheet, pressSend, sample, sendAll, seriousFindings, waitForEnd } from './steps.ts'

let forecourt: Harness
let page: Page
let uploadId: string
const file = readFileSync(sample('sold-vehicles.csv'))

const openUpload = async (): Promise<void> => {
  await page.evaluate((id) => (window.location.hash = `/uploads/${id}`), uploadId)
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
}

beforeAll(async () => {
  forecourt = await openForecourt({ args: ['--practice-speed=2000'] })
  page = forecourt.page
  await beginWithPractice(page)
  await openSpreadsheet(page, sample('sold-vehicles.csv'))
  await sendAll(page)
  await waitForEnd(page)
  uploadId = new URL(page.url()).hash.split('/').at(-1) ?? ''
})
afterAll(() => forecourt.close())

describe('a finished upload', () => {
  it('shows its file, user, options and the ID at the service, which can be copied', async () => {
    await page.getByRole('button', { name: 'Show details' }).click()
    const details = page.getByRole('region', { name: 'Details', exact: true })
    await details.getByText(createHash('sha256').update(file).digest('hex')).waitFor()
    await details.getByText(userInfo().username, { exact: true }).waitFor()
    await details.getByText('Yes, saved as forecourt_ref').waitFor()
    await details.getByText('Delivered: Date sold (day/month/year)').waitFor()
    const { serviceUploads } = await callProgram(page, 'uploads.get', { id: uploadId })
    await allowCopying(page, true)
    await details.getByRole('button', { name: 'Copy the service ID of batch 1' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(serviceUploads[0]?.id)
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('upload-details')
  })

  it('saves its tracked rows as a file', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download tracked rows/ }).click()
    const saved = await download
    expect(saved.suggestedFilename()).toBe('sold-vehicles - tracked rows.csv')
    const text = (await (await saved.createReadStream()).toArray()).join('')
    const { rows } = await callProgram(page, 'uploads.get', { id: uploadId })
    expect(text.trim().split('\r\n')).toHaveLength(rows.accepted + 1)
  })

  it('asks what happens to customers that exist twice', async () => {
    await showDuplicates(page)
    const requests: string[] = []
    await page.route('**/call/uploads.resolveDuplicates', async (route) => {
      requests.push(route.request().postData() ?? '')
      await page.unroute('**/call/uploads.get')
      await route.continue()
    })
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
    await openUpload()
    const question = page.getByRole('alert').filter({ hasText: '25 customers of this upload exist twice' })
    await question.getByRole('button', { name: 'Delete 25 duplicates' }).waitFor()
    await question.getByRole('button', { name: 'Keep both' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(requests.map((request) => JSON.parse(request) as unknown)).toEqual([{ id: uploadId, decision: 'keep' }])
  })
})

describe('a file that was uploaded before', () => {
  it('is noticed under another name when it is opened, and sent again only when the user confirms', async () => {
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, { name: 'renamed.csv', mimeType: 'text/csv', buffer: file })
    const notice = page.getByRole('status').filter({ hasText: 'This file was uploaded before' })
    await notice
      .getByText(/“sold-vehicles.*” to Practice, Australia .*The file was called sold-vehicles\.csv\./)
      .waitFor()
    await forecourt.screenshot('same-file')
    const draftId = new URL(page.url()).hash.split('/').at(-1) ?? ''
    await callProgram(page, 'drafts.setKnownCustomers', { id: draftId, choice: 'send' })
    await pressSend(page)
    const question = page.getByRole('dialog', { name: 'This file was uploaded before. Send it again?' })
    await forecourt.screenshot('same-file-question')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await question.waitFor({ state: 'hidden' })
    expect((await callProgram(page, 'uploads.list', {})).uploads).toHaveLength(1)
    await notice.getByRole('button', { name: 'Open upload' }).click()
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
    expect(page.url()).toContain(uploadId)
  })
})

describe('an upload that is undone', () => {
  it('says so on its page and in the history', async () => {
    const { total } = await callProgram(page, 'customers.list', { uploadId, offset: 0, limit: 1 })
    await callProgram(page, 'uploads.undo', { id: uploadId, customers: total })
    await page.getByRole('heading', { level: 2, name: 'Undone', exact: true }).waitFor()
    await page.getByText(/^Undone on .* Its customers were deleted\.$/).waitFor()
    await forecourt.screenshot('upload-undone')
    await page.getByRole('link', { name: 'Upload history' }).click()
    const entry = page.getByRole('listitem').filter({ hasText: 'sold-vehicles' })
    await expect.poll(() => entry.getByText('Undone', { exact: true }).count()).toBe(1)
  })
})

describe('the customers screen', () => {
  it('shows the records that could not be read as the service sent them', async () => {
    await showUnreadableCustomers(page)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    const notice = page.getByRole('status').filter({ hasText: '2 records could not be read' })
    await notice.getByText('Show as received').click()
    await expect.poll(() => notice.getByText('Ana Nguyen').isVisible()).toBe(true)
  })
})
