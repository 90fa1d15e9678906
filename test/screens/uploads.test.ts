import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import type { UploadBatch } from '../../src/contract/upload-batch.ts'
import type { Upload } from '../../src/contract/uploads.ts'
import { longTest } from '../runs.ts'
import { download } from '../window/controls.ts'
import { rowsWith, sampleUpload } from '../unit/renderer/features/uploads/sample-upload.ts'
import type { HostTwin } from '../unit/renderer/host-twin.ts'
import { answerCalls, carsOf } from './call-screen.ts'
import { openCustomers } from './customer-screen.ts'
import { answerDraft, soldRows } from './draft-screen.ts'
import { seriousFindings } from './findings.ts'
import { createPracticeHost, openWindow } from './stage.ts'
import { openUploadMenu } from '../window/steps.ts'
import { customersStatus } from './standard-answers.ts'
import { finishedUpload } from './upload-screen.ts'

const twelve = Array.from({ length: 12 }, (_, at) => `Customer ${at + 1}`)

const sampleBatch = (number: number): UploadBatch => ({
  number,
  state: 'processing',
  rows: 200,
  uploaded: 200,
  processed: 50,
  errors: 0,
  sentAt: '2026-11-21T01:00:00.000Z',
  finishedAt: null,
  note: null,
  notes: [],
  sentAgain: false,
})

/** Opens the page of an upload. */
async function openUpload(upload: Upload): Promise<{ readonly host: HostTwin; readonly page: Page }> {
  const host = createPracticeHost()
  host.answer('uploads.get', () => success(upload))
  host.answer('uploads.rows', () => success({ total: 0, rows: [] }))
  const page = await openWindow('/uploads/upload-1', host)
  await page.getByRole('heading', { name: 'Row summary' }).waitFor()
  return { host, page }
}

describe('a finished upload', () => {
  it('shows its file, user, options and the ID at the service, which can be copied', async () => {
    const fileHash = 'ab'.repeat(32)
    const { page } = await openUpload(
      finishedUpload({
        origin: {
          fileHash,
          userName: 'jo',
          connectionName: 'Practice',
          referenceKey: 'forecourt_ref',
          knownCustomers: 'skip',
          options: {
            sheet: '',
            headerRow: 1,
            defaultState: null,
            mobileForm: 'national',
            columns: [{ header: 'Delivered', target: 'sale_date', dateOrder: 'dmy' }],
          },
        },
        serviceUploads: [{ batch: 1, id: 'service-upload-1', createdAt: null, details: [] }],
      }),
    )
    await openUploadMenu(page, 'Show or hide details')
    const details = page.getByRole('region', { name: 'Details', exact: true })
    await details.getByText(fileHash).waitFor()
    await details.getByText('jo', { exact: true }).waitFor()
    await details.getByText('Yes, saved as forecourt_ref').waitFor()
    await details.getByText('Delivered: Sale date (day/month/year)').waitFor()
    await details.getByRole('button', { name: 'Copy the service ID of batch 1' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('service-upload-1')
  })

  it('saves its tracked rows as CSV or as a workbook', async () => {
    const { host, page } = await openUpload(finishedUpload())
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    host.answer('uploads.exportRemainder', ({ format }) =>
      format === 'csv'
        ? success({ fileName: 't.csv', mimeType: 'text/csv', encoding: 'utf8', content: 'Rego\r\n', rows: 400 })
        : success({
            fileName: 't.xlsx',
            mimeType: 'application/x',
            encoding: 'base64',
            content: base64('PK1'),
            rows: 400,
          }),
    )
    const open = async (kind: RegExp): Promise<void> => {
      await openUploadMenu(page, 'Download rows')
      await page.getByRole('radio', { name: kind }).check({ force: true })
    }
    await open(/^Tracked/)
    await page.getByText('The rows as in your file, with the numbers of people marked Do Not Contact.').waitFor()
    expect(await download(page, 'CSV')).toEqual({ name: 't.csv', text: 'Rego\r\n' })
    await open(/^Tracked/)
    expect(await download(page, 'Excel workbook')).toEqual({ name: 't.xlsx', text: 'PK1' })
    await open(/^Excluded/)
    await page.getByText('each with its reason, and with the numbers of people marked').waitFor()
    await page.getByText('errors are red, reasons amber').waitFor()
    const asked = { id: 'upload-1', outcome: 'accepted' }
    expect(host.inputsOf('uploads.exportRemainder')).toEqual([
      { ...asked, format: 'csv' },
      { ...asked, format: 'xlsx' },
    ])
  })

  it('asks what happens to customers that exist twice', async () => {
    const { host, page } = await openUpload(finishedUpload({ duplicates: 25 }))
    host.answer('uploads.resolveDuplicates', () => {
      host.answer('uploads.get', () => success(finishedUpload()))
      return success(finishedUpload())
    })
    const question = page.getByRole('alert').filter({ hasText: '25 customers of this upload exist twice' })
    await question.getByRole('button', { name: 'Delete 25 duplicates' }).waitFor()
    await question.getByRole('button', { name: 'Keep both' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(host.inputsOf('uploads.resolveDuplicates')).toEqual([{ id: 'upload-1', decision: 'keep', most: 25 }])
  })

  it('opens a row that was not sent as a draft, to correct it', async () => {
    const row = { row: 9, outcome: 'excluded', reason: 'A duplicate', customerId: null } as const
    const { host, page } = await openUpload(
      finishedUpload({ rows: rowsWith({ inFile: 2, excluded: 1, sent: 1, accepted: 1 }) }),
    )
    host.answer('uploads.rows', () =>
      success({ total: 1, rows: [{ ...row, rego: '1RP100', vin: null, clientName: 'Ann Lee' }] }),
    )
    host.answer('uploads.retryRows', () => {
      answerDraft(host, { name: 'Corrected' }, soldRows(1))
      return success({ draftId: 'draft-1' })
    })
    const summary = page.getByRole('region', { name: 'Row summary' })
    await summary.getByRole('button', { name: /^1 excluded/ }).click()
    const rows = page.getByRole('region', { name: 'Rows by outcome' })
    await rows.getByRole('gridcell').first().click()
    await rows.getByRole('button', { name: 'Correct row' }).click()
    await page.getByRole('heading', { level: 1, name: 'Corrected' }).waitFor()
    expect(host.inputsOf('uploads.retryRows')).toMatchObject([{ id: 'upload-1', rows: [9] }])
  })

  it('says what is left to do, and opens the rows with errors as a draft that joins it', async () => {
    const { host, page } = await openUpload(
      finishedUpload({
        rows: rowsWith({ inFile: 3_000, withErrors: 996, excluded: 895, sent: 1_109, accepted: 1_099, failed: 10 }),
        excludedReasons: [
          { reason: 'Marked “do not contact” in “Contact”', rows: 891 },
          { reason: 'Excluded by you', rows: 4 },
        ],
      }),
    )
    host.answer('uploads.retryRows', () => {
      answerDraft(host, { name: 'Rows with errors' }, soldRows(1))
      return success({ draftId: 'draft-1' })
    })
    await page.getByText('Complete, 996 to fix').waitFor()
    const toDo = page.getByRole('list', { name: 'Rows to look after' })
    expect(await toDo.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringContaining('996 rows need fixing.'),
      expect.stringContaining('10 rows failed.'),
    ])
    const reasons = page.getByRole('list', { name: 'Why rows are excluded' })
    expect(await reasons.getByRole('listitem').allInnerTexts()).toEqual([
      'Marked “do not contact” in “Contact” 891',
      'Excluded by you 4',
    ])
    await toDo.getByRole('button', { name: 'Fix 996 rows' }).click()
    await page.getByRole('heading', { level: 1, name: 'Rows with errors' }).waitFor()
    expect(host.inputsOf('uploads.retryRows')).toEqual([{ id: 'upload-1', outcome: 'with-errors' }])
  })

  it('says nothing of cars for sale until there are sightings, then leads to their calls', async () => {
    const { host, page } = await openUpload(finishedUpload())
    const result = page.getByRole('region', { name: 'Result' })
    await result.getByRole('heading', { name: '400 customers are tracked', exact: true }).waitFor()
    await result.getByRole('button', { name: 'Go to customers' }).waitFor()
    answerCalls(host, carsOf(...twelve))
    host.announce({ name: 'sightings.changed' })
    await result
      .getByRole('heading', { name: '400 customers are tracked. 12 of your customers’ cars are for sale right now.' })
      .waitFor()
    await result.getByRole('button', { name: 'See the calls' }).click()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => host.inputsOf('sightings.list').at(-1)).toMatchObject({ uploadId: 'upload-1' })
  })

  longTest(
    'has at most 12 controls beside the frame, one of them primary, and the others in a menu and the palette',
    async () => {
      const { host, page } = await openUpload(
        finishedUpload({
          rows: rowsWith({
            inFile: 3_003,
            withErrors: 996,
            excluded: 895,
            updated: 3,
            sent: 1_109,
            accepted: 1_099,
            failed: 10,
          }),
        }),
      )
      answerCalls(host, carsOf(...twelve))
      host.announce({ name: 'sightings.changed' })
      await page.getByRole('button', { name: 'See the calls' }).waitFor()
      const main = page.getByRole('main')
      expect(await main.locator('button, a[href], input, select').count()).toBeLessThanOrEqual(12)
      expect(await main.locator('.n-button--primary-type:has(.n-button__border)').count()).toBe(1)
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('batches')
      await page.getByRole('option', { name: /Show or hide batches/ }).click()
      await page.getByRole('region', { name: 'Batches' }).waitFor()
    },
  )

  it('that is undone says so', async () => {
    const { page } = await openUpload(finishedUpload({ undone: { at: '2026-11-19T23:20:00Z', left: 0, deleting: 0 } }))
    await page.getByRole('heading', { level: 2, name: 'Undone', exact: true }).waitFor()
    expect(await page.getByText(/^Undone on .* Its customers were deleted\.$/).count()).toBe(1)
  })
})

it.each([
  [1, 0],
  [2, 1],
])('shows the batches of a running upload of %i by itself only when there are several', async (batches, shown) => {
  const { page } = await openUpload(
    sampleUpload({ batches: Array.from({ length: batches }, (_, at) => sampleBatch(at + 1)) }),
  )
  expect(await page.getByRole('region', { name: 'Batches' }).count()).toBe(shown)
})

describe('an upload with a row that the service rejects', () => {
  it('names the row of the file, and leaves it out when the user says so', async () => {
    const { host, page } = await openUpload(
      finishedUpload({
        rejectedRows: 1,
        rejected: [
          {
            row: 52,
            outcome: 'pending',
            reason: 'The service rejected this row: “rego is invalid”',
            customerId: null,
            rego: 'ABC123',
            vin: null,
            clientName: 'Ann Lee',
          },
        ],
      }),
    )
    host.answer('uploads.leaveOutRejected', () => {
      host.answer('uploads.get', () => success(finishedUpload()))
      return success(finishedUpload())
    })
    const question = page.getByRole('alert').filter({ hasText: 'The service rejected 1 row' })
    await question.getByText('Row 52 (Ann Lee, ABC123): The service rejected this row: “rego is invalid”').waitFor()
    await question.getByRole('button', { name: 'Leave it out and go on' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(host.inputsOf('uploads.leaveOutRejected')).toEqual([{ id: 'upload-1', rows: 1 }])
  })
})

describe('the list of customers', () => {
  longTest('is filtered by uploads, each with the number of its customers', async () => {
    const uploads = [
      { id: 'upload-1', name: 'Cars by hand', count: 3 },
      { id: 'upload-2', name: 'Sold cars', count: 340 },
    ]
    const { host, page } = await openCustomers({
      prepare(twin) {
        twin.answer('customers.facts', () =>
          success({
            states: [],
            uploads,
            fields: [],
            missingVin: 0,
            missing: { mobileNumber: 0, clientName: 0, rego: 0, saleDate: 0 },
            doNotContact: 0,
            outcomes: [],
            makes: [],
          }),
        )
      },
    })
    await page.getByRole('button', { name: /^Filter\b/ }).click()
    const filter = page.getByRole('dialog', { name: 'Filter customers' })
    for (const { name, count } of uploads) await filter.getByLabel(`${name} (${count})`).check()
    await page.getByRole('switch', { name: 'Filter 2 uploads' }).waitFor()
    const asked = () => host.inputsOf('customers.list').at(-1)
    await expect.poll(asked).toMatchObject({ uploadIds: ['upload-1', 'upload-2'] })
    await filter.getByLabel('Sold cars (340)').uncheck()
    await page.getByRole('switch', { name: 'Filter Upload: Cars by hand' }).waitFor()
    await expect.poll(asked).toMatchObject({ uploadIds: ['upload-1'] })
  })

  it('shows the records that could not be read as the service sent them', async () => {
    const records = [{ raw: 'null' }, { raw: '{\n  "rego": "ABC123",\n  "client_name": "Ana Nguyen"\n}' }]
    const { page } = await openCustomers({
      prepare(twin) {
        twin.answer('customers.status', () => success(customersStatus({ total: 12, unreadable: 2 })))
        twin.answer('customers.unreadable', () => success({ records }))
      },
    })
    const notice = page.getByRole('status').filter({ hasText: '2 records could not be read' })
    await notice.getByText('Show as received').click()
    await expect.poll(() => notice.getByText('Ana Nguyen').isVisible()).toBe(true)
  })
})
