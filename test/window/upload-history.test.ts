import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Harness } from './harness.ts'
import { callProgram } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, pressSend, sample, sendAll, waitForEnd } from './steps.ts'

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
