import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { allowCopying, type Harness } from './harness.ts'
import { chooseOption } from './controls.ts'
import { showDuplicates, showRejectedRow, showUnreadableCustomers } from './made-answers.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, pressSend, sample, sendAll, seriousFindings, waitForEnd } from './steps.ts'

let forecourt: Harness
let page: Page
let uploadId: string
const file = readFileSync(sample('sold-vehicles.csv'))

const openUpload = async (): Promise<void> => {
  await page.evaluate((id) => (window.location.hash = `/uploads/${id}`), uploadId)
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
}

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/import', args: ['--practice-speed=2000'] })
  page = forecourt.page
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

describe('an upload with a row that the service rejects', () => {
  it('names the row of the file, and leaves it out when the user says so', async () => {
    await showRejectedRow(page)
    const requests: unknown[] = []
    await page.route('**/call/uploads.leaveOutRejected', async (route) => {
      requests.push(route.request().postDataJSON())
      await page.unroute('**/call/uploads.get')
      const answer = await callProgram(page, 'uploads.get', { id: uploadId })
      await route.fulfill({ json: { ok: true, value: answer } })
    })
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('heading', { level: 1, name: 'Upload history' }).waitFor()
    await openUpload()
    const question = page.getByRole('alert').filter({ hasText: 'The service rejected 1 row' })
    await question.getByText('Row 52 (Ann Lee, ABC123): The service rejected this row: “rego is invalid”').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    await forecourt.screenshot('upload-rejected-row')
    await question.getByRole('button', { name: 'Leave it out and go on' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(requests).toEqual([{ id: uploadId, rows: 1 }])
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

describe('single cars', () => {
  it('are corrected in the upload whose row was not sent', async () => {
    await openUpload()
    // Shown without being asked, because some have failed.
    const rows = page.getByRole('region', { name: 'Rows by outcome' })
    await rows.getByRole('button', { name: /^Excluded/ }).click()
    await rows.getByRole('gridcell').first().click()
    await rows.getByRole('button', { name: 'Correct row' }).click()
    await page.getByText('1 row: 1 excluded').waitFor()
    expect(page.url()).toContain('/import/')
  })

  it('are added by hand without a file, from key to key, and sent', async () => {
    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await page.getByRole('link', { name: 'Import customers' }).click()
    await page.getByRole('button', { name: 'Add cars by hand' }).click()
    await grid.getByRole('textbox').waitFor()
    const type = async (cells: readonly string[]): Promise<void> => {
      for (const cell of cells) {
        await page.keyboard.type(cell)
        await page.keyboard.press('Tab')
      }
    }
    await type(['hnd-001', 'Victoria', 'Ann Byhand', '0491 570 006', '3/4/2024', '', ''])
    // Tab in the last cell adds the next car.
    await grid.getByRole('gridcell', { name: 'New 2' }).waitFor()
    await grid.getByRole('textbox').waitFor()
    await page.keyboard.press('Escape')
    await page.locator(':focus').evaluate((focused) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'HND002\tNSW\tBob Byhand\r\nHND003\tNSW\tCy Byhand\r\n')
      focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    })
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 6 cells' }).click()
    await page.getByText('3 rows: 3 ready').waitFor()
    await grid.getByRole('gridcell', { name: 'New 3' }).click()
    await page.getByRole('button', { name: 'Remove row' }).click()
    await page.getByText('2 rows: 2 ready').waitFor()
    await expect.poll(() => grid.getAttribute('aria-rowcount')).toBe('3')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await grid.getByText('Cy Byhand').waitFor()
    await page.getByRole('button', { name: 'Continue to Send' }).click()
    await page.getByRole('button', { name: 'Send 3 rows' }).click()
    // The draft has the same title: the row summary is the upload's.
    await page.getByRole('heading', { name: 'Row summary' }).waitFor()
  })
})

describe('the list of customers', () => {
  it('is filtered by uploads, each with the number of its customers', async () => {
    // The cars that were added by hand are in the list after a sync.
    const { uploads } = await waitForAnswer(
      () => callProgram(page, 'customers.facts', {}),
      (facts) => facts.uploads.some(({ count }) => count === 3) && facts.uploads.some(({ count }) => count > 100),
    )
    const [byHand, long] = [uploads.find(({ count }) => count === 3), uploads.find(({ count }) => count > 100)]
    const chosen = [byHand, long].filter((upload) => upload !== undefined)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await page.getByRole('button', { name: /^Filter\b/ }).click()
    const filter = page.getByRole('dialog', { name: 'Filter customers' })
    for (const { name, count } of chosen) await filter.getByLabel(`${name} (${count})`).check()
    await page.getByRole('switch', { name: 'Filter 2 uploads' }).waitFor()
    const promised = chosen.reduce((sum, { count }) => sum + count, 0)
    const found = page.getByRole('group', { name: 'Customers in the list' }).getByRole('status')
    await expect.poll(async () => Number.parseInt(await found.innerText(), 10)).toBe(promised)
    expect(await seriousFindings(page)).toEqual([])
    await filter.getByLabel(`${long?.name} (${long?.count})`).uncheck()
    await page.getByRole('switch', { name: `Filter Upload: ${byHand?.name}` }).waitFor()
    await expect.poll(async () => Number.parseInt(await found.innerText(), 10)).toBe(3)
    await page.getByRole('button', { name: 'Clear all filters' }).click()
    await page.keyboard.press('Escape')
  })
})

describe('an upload that is undone', () => {
  it('says so on its page and in the history', async () => {
    await openUpload()
    const { total } = await callProgram(page, 'customers.list', { uploadId, offset: 0, limit: 1 })
    await callProgram(page, 'uploads.undo', { id: uploadId, customers: total })
    // The service deletes them one by one.
    await page.getByRole('heading', { level: 2, name: 'Undone', exact: true }).waitFor({ timeout: 120_000 })
    await page.getByText(/^Undone on .* Its customers were deleted\.$/).waitFor()
    await forecourt.screenshot('upload-undone')
    await page.getByRole('link', { name: 'Upload history' }).click()
    const entry = page.getByRole('listitem').filter({ hasText: 'sold-vehicles' })
    await expect.poll(() => entry.getByText('Undone', { exact: true }).count()).toBe(1)
  })
})

describe('the search in the history', () => {
  it('finds by name and file with marks, by status and by period, and says when nothing fits', async () => {
    await page.getByRole('link', { name: 'Upload history' }).click()
    const search = page.getByRole('search', { name: 'Search in the upload history' })
    const found = page.getByRole('region', { name: 'Found uploads' })
    const field = search.getByRole('searchbox', { name: 'Search uploads' })
    await field.fill('byhand')
    await found
      .locator('mark', { hasText: /byhand/i })
      .first()
      .waitFor()
    expect(await found.getByRole('listitem').count()).toBe(1)
    await field.fill('')
    await chooseOption(search, 'Status', 'Undone')
    await found.getByRole('listitem').filter({ hasText: 'sold-vehicles' }).waitFor()
    await expect.poll(() => found.getByRole('status').innerText()).toBe('1 upload')
    await forecourt.screenshot('upload-search')
    await chooseOption(search, 'Period', 'From … to …')
    await search.getByLabel('To', { exact: true }).fill('2020-01-31')
    await page.getByText('No matching uploads').waitFor()
    expect(await seriousFindings(page)).toEqual([])
    const from = search.getByLabel('From', { exact: true })
    await from.fill('1 Feb 20')
    await search.getByText('The first date is after the last.').waitFor()
    // The same day by the calendar, with keys.
    await search.getByRole('button', { name: 'Choose a day: From' }).press('Enter')
    await page.keyboard.press('ArrowLeft')
    await page.keyboard.press('Enter')
    await expect.poll(() => from.inputValue()).toBe('31/1/2020')
    await search.getByText('The first date is after the last.').waitFor({ state: 'hidden' })
    await search.getByLabel('From', { exact: true }).fill('')
    await page.getByRole('button', { name: 'Clear search' }).last().click()
    await page.getByRole('heading', { level: 2, name: 'Finished' }).waitFor()
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
