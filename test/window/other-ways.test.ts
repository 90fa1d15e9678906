import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished } from 'vitest'
import type { Page } from 'playwright-core'
import { madeSpreadsheet } from '../spreadsheets/made-spreadsheet.ts'
import { chooseOption } from './controls.ts'
import { openForecourt, type Harness, type HarnessOptions } from './harness.ts'
import {
  countCustomers,
  openSpreadsheet,
  openWithPractice,
  password,
  sample,
  sendAll,
  sumOfRows,
  unlock,
  waitForEnd,
} from './steps.ts'

let forecourt: Harness
let page: Page

async function open(options: HarnessOptions = {}): Promise<void> {
  forecourt = await openWithPractice({ screen: '/import', args: ['--practice-speed=400'], ...options })
  page = forecourt.page
}

afterEach(() => forecourt.close())

describe('other spreadsheets', () => {
  it('imports every row of a workshop list in Windows-1252 with semicolons', async () => {
    await open()
    await openSpreadsheet(page, sample('workshop-clients.csv'))
    await page.getByRole('button', { name: 'File details' }).click()
    await page.getByText('Windows-1252', { exact: false }).first().waitFor()
    await page.getByRole('button', { name: 'File details' }).click()
    await sendAll(page)
    await waitForEnd(page)
    expect(await sumOfRows(page)).toMatchObject({ inFile: 160, adds: true })
    await page.getByRole('button', { name: 'Go to customers' }).click()
    await page.getByRole('searchbox', { name: 'Search customers' }).fill('renée')
    await page.getByRole('grid', { name: 'Customers' }).getByText(/Renée/i).first().waitFor()
  })

  it('finds the sheet of a New Zealand workbook, asks for no state, and imports every row', async () => {
    await open()
    await chooseOption(page, 'Region', 'New Zealand')
    await openSpreadsheet(page, sample('crm-closed-won-nz.xlsx'))
    await page.getByText(/Excel workbook, sheet “Closed won”/).waitFor()
    await forecourt.screenshot('nz-columns')
    expect(await page.getByText('State when a rego has none').count()).toBe(0)
    await sendAll(page)
    await waitForEnd(page)
    expect(await sumOfRows(page)).toMatchObject({ inFile: 302, adds: true })
  })

  it('opens, maps and checks 5,000 rows', async () => {
    await open()
    const buffer = Buffer.from(madeSpreadsheet(5_000))
    await openSpreadsheet(page, { name: 'five-thousand.csv', mimeType: 'text/csv', buffer })
    await page.getByText(/^5,000 rows:/).waitFor()
    expect(await page.getByText(/^5,000 rows:/).count()).toBe(1)
  })

  it('cancels a reading, rejects a file that is not a table, and imports one that is too large as several drafts', async () => {
    await open()
    const chosen = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
    const folder = mkdtempSync(join(tmpdir(), 'forecourt-large-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const large = join(folder, 'large.csv')
    // Reading and checking it takes seconds on any machine.
    writeFileSync(large, madeSpreadsheet(250_000))
    await (await chosen).setFiles(large)
    await page.getByRole('progressbar', { name: 'Reading the spreadsheet' }).waitFor()
    await page.getByRole('region', { name: 'First rows of the file' }).getByText('Deal No', { exact: true }).waitFor()
    await forecourt.screenshot('opening-file')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: 'Drop a spreadsheet here' }).waitFor()
    expect(await page.getByText('Continue where you left off').count()).toBe(0)
    const dialog = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
    await (
      await dialog
    ).setFiles({ name: 'brochure.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%âãÏÓ\n1 0 obj') })
    await page.getByText(/PDF/).first().waitFor()
    await forecourt.screenshot('refused-file')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
    expect(await page.getByRole('link', { name: 'brochure.pdf' }).count()).toBe(0)

    // A file of a million rows takes too long to check here: only the answer that refuses it is made up.
    const message = 'The file has 2,612,345 rows. At most 1,100,000 rows fit in one draft.'
    const split = { drafts: 3, isEstimate: false }
    const refusal = {
      ok: false,
      error: { kind: 'invalid-input', message, next: 'Import it as several drafts.', split },
    }
    await page.route('**/call/drafts.open', (route) => route.fulfill({ json: refusal }))
    const again = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
    const buffer = Buffer.from(madeSpreadsheet(20))
    await (await again).setFiles({ name: 'all customers.csv', mimeType: 'text/csv', buffer })
    const offer = page.getByRole('button', { name: 'Import as 3 drafts' })
    await offer.waitFor()
    await forecourt.screenshot('split-file')
    await offer.click()
    await page.getByText('all customers.csv was imported as 1 draft.').waitFor()
    await page.getByRole('link', { name: 'all customers.csv' }).waitFor()
  })
})

describe('with the keyboard only', () => {
  it('imports, checks, sends and edits customers', async () => {
    forecourt = await openForecourt({ args: ['--practice-speed=400'] })
    page = forecourt.page
    const focused = (): Promise<string> =>
      page.evaluate(() => {
        const element = document.activeElement === document.body ? null : (document.activeElement as HTMLElement | null)
        return (element?.getAttribute('aria-label') ?? element?.innerText ?? '').trim().replaceAll('\n', ' ')
      })
    /** Presses Tab until an element with this name has the focus. */
    const tabTo = async (name: RegExp): Promise<void> => {
      for (let presses = 0; presses < 80; presses += 1) {
        if (name.test(await focused())) return
        await page.keyboard.press('Tab')
      }
      throw new Error(`No element named ${name} can be reached with Tab`)
    }
    const isInGrid = (): Promise<boolean> =>
      page.evaluate(
        () => document.activeElement?.closest('[role=grid]') !== null && document.activeElement !== document.body,
      )
    const tabToGrid = async (): Promise<void> => {
      for (let presses = 0; presses < 80 && !(await isInGrid()); presses += 1) await page.keyboard.press('Tab')
    }
    await page.getByRole('heading', { name: 'How should your data be stored on this PC?' }).waitFor()
    await page.getByRole('textbox', { name: 'New password' }).focus()
    await page.keyboard.type(password)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(password)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Welcome to Forecourt' }).waitFor()
    await tabTo(/Start practising/)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Sightings', level: 1 }).waitFor()

    const dialog = page.waitForEvent('filechooser')
    await page.keyboard.press('Control+O')
    await (await dialog).setFiles(sample('sold-vehicles.csv'))
    await page.getByRole('button', { name: 'Continue to Check' }).waitFor()
    await tabTo(/Continue to Check/)
    await page.keyboard.press('Enter')

    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await grid.getByText('Vctoria').waitFor()
    await tabToGrid()
    await page.keyboard.press('Control+Home')
    const at = (): Promise<string> =>
      page.evaluate(() => (document.activeElement as HTMLElement | null)?.innerText ?? '')
    for (let down = 0; down < 2; down += 1) await page.keyboard.press('ArrowDown')
    for (let right = 0; right < 6 && (await at()) !== 'Vctoria'; right += 1) await page.keyboard.press('ArrowRight')
    expect(await at()).toBe('Vctoria')
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('VIC')
    await page.keyboard.press('Enter')
    await expect.poll(() => grid.getByText('Vctoria').count()).toBe(0)
    await page.keyboard.press('Control+Z')
    await grid.getByText('Vctoria').waitFor()
    await page.keyboard.press('Control+Y')
    await expect.poll(() => grid.getByText('Vctoria').count()).toBe(0)

    await tabTo(/Continue to Send/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Send [\d,]+ rows$/ }).waitFor()
    await tabTo(/^Exclude them$/)
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Exclude them', pressed: true }).waitFor()
    await tabTo(/^Send [\d,]+ rows$/)
    await page.keyboard.press('Enter')
    await waitForEnd(page)
    expect(await sumOfRows(page)).toMatchObject({ inFile: 416, adds: true })
    await tabTo(/Go to customers/)
    await page.keyboard.press('Enter')
    const customers = page.getByRole('grid', { name: 'Customers' })
    await customers.getByRole('gridcell').first().waitFor()
    await page.keyboard.press('Control+F')
    expect(await focused()).toBe('Search customers')
    await page.keyboard.press('Tab')
    await tabToGrid()
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F2')
    await page.keyboard.press('Control+A')
    await page.keyboard.type('Renamed By Keyboard')
    await page.keyboard.press('Enter')
    await customers.getByText('Renamed By Keyboard').waitFor()
  })
})

describe('when the program is killed', () => {
  it('keeps a draft with its fixes, and finishes an upload after a restart', async () => {
    await open({ args: ['--practice-speed=60'] })
    const before = await countCustomers(page)
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await page.getByRole('button', { name: 'Continue to Check' }).click()
    const grid = (): ReturnType<Page['getByRole']> => page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await grid().getByText('Vctoria').dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('VIC')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: /^Errors 2/ }).waitFor()
    await forecourt.killProgram()
    await page.getByText('Forecourt isn’t responding on this PC.').waitFor()
    await forecourt.screenshot('program-gone')

    page = await forecourt.startAgain()
    await unlock(page)
    await page.getByRole('link', { name: 'Import customers' }).click()
    await page.getByRole('link', { name: 'sold-vehicles.csv' }).click()
    await page.getByRole('button', { name: /^Errors 2/ }).waitFor()

    await sendAll(page)
    await page.getByText(/[1-9]\d* of 346/).waitFor()
    await forecourt.killProgram()
    page = await forecourt.startAgain()
    await unlock(page)
    await page.getByRole('link', { name: 'Upload history' }).click()
    await page.getByRole('link', { name: /sold-vehicles/ }).click()
    await waitForEnd(page)
    const sum = await sumOfRows(page)
    expect(sum).toMatchObject({ inFile: 416, adds: true })
    await expect.poll(() => countCustomers(page)).toBe(before + (sum.parts.tracked ?? 0))
  })
})

describe('cancelling an upload', () => {
  it('stops the upload, shows the outcome of every row, and retries the cancelled rows without a file', async () => {
    await open({ args: ['--practice-speed=30'] })
    const before = await countCustomers(page)
    await page.getByRole('link', { name: 'Import customers' }).click()
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await sendAll(page)
    await page.getByText(/[1-9]\d* of 345/).waitFor()
    await page.getByRole('button', { name: 'Cancel upload' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel upload' }).click()
    await page.getByRole('heading', { name: /cancelled/i }).waitFor()
    const sum = await sumOfRows(page)
    expect(sum).toMatchObject({ inFile: 416, adds: true })
    expect(sum.parts.cancelled).toBeGreaterThan(0)
    await forecourt.screenshot('cancelled')
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download cancelled rows/ }).click()
    const rows = (await (await (await download).createReadStream()).toArray()).join('')
    expect(rows.charCodeAt(0)).toBe(0xfeff)
    await expect.poll(() => countCustomers(page)).toBe(before + (sum.parts.tracked ?? 0))

    await page.goBack()
    await page.getByRole('button', { name: /^Retry cancelled rows/ }).click()
    await page.getByRole('heading', { level: 1, name: 'sold-vehicles - cancelled rows.csv' }).waitFor()
    await page
      .getByRole('button', { name: /^Send \d/ })
      .first()
      .click()
    await page.getByText(/^These rows were saved from the upload “/).waitFor()
    await forecourt.screenshot('retried-rows')
  })
})
