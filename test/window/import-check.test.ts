import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { madeSpreadsheet } from '../spreadsheets/made-spreadsheet.ts'
import { chooseOption } from './controls.ts'
import { cutTexts, pasteText, visibleRows } from './grid-steps.ts'
import type { Harness } from './harness.ts'
import { callProgram, waitForAnswer } from './program-calls.ts'
import { openWithPractice, openSpreadsheet, sample } from './steps.ts'

let forecourt: Harness
let page: Page

beforeAll(async () => {
  forecourt = await openWithPractice({ screen: '/import', viewport: { width: 1280, height: 800 }, scrollBars: true })
  page = forecourt.page
})
afterAll(() => forecourt.close())

const spreadsheet = (name: string, rows: number): { name: string; mimeType: string; buffer: Buffer } => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(madeSpreadsheet(rows)),
})
const grid = (): Locator => page.getByRole('grid', { name: 'Rows of the spreadsheet' })
const currentStep = (): Locator => page.getByRole('navigation', { name: 'Steps' }).locator('[aria-current="step"]')
const goHome = async (): Promise<void> => {
  await page.getByRole('link', { name: 'Import customers', exact: true }).click()
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).waitFor()
}
const paste = (text: string): Promise<void> => pasteText(page, text)

describe('the check of a sold-vehicles report', () => {
  it('is reached with Ctrl+Enter, which the shortcuts dialog lists', async () => {
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await dialog.getByText('Continue to the next step').waitFor()
    await page.keyboard.press('Control+Enter')
    expect(await currentStep().innerText()).toContain('Columns')
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await page.keyboard.press('Control+Enter')
    await grid().getByText('Vctoria').waitFor()
    expect(await currentStep().innerText()).toContain('Check')
  })

  it('shows at least 14 rows with all their values, VIN included, in a window of 1280 by 800', async () => {
    expect(await visibleRows(grid())).toBeGreaterThanOrEqual(14)
    expect(await grid().evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0)
    await expect.poll(() => cutTexts(grid().getByRole('gridcell'))).toEqual([])
  })

  it('lists why rows are excluded, and which values were cleaned', async () => {
    const issues = page.getByRole('region', { name: 'Issues' })
    const reasons = issues.getByRole('list', { name: 'Excluded (64)' })
    expect(await reasons.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/Marked “do not contact” in “Notes”\s+63/),
      expect.stringMatching(/Duplicate: a newer sale of this car is in the file\s+1/),
    ])
    await reasons.getByRole('button').first().click()
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('65')
    const notChanged = issues.getByRole('list', { name: 'Good to know (not changed)' })
    expect(await notChanged.getByText('Most rows in this file share mobile numbers').count()).toBe(1)
    const cleaned = issues.getByRole('list', { name: 'Cleaned automatically' })
    expect(await cleaned.getByText('share mobile numbers').count()).toBe(0)
    await page.getByRole('button', { name: /^All 412/ }).click()
    await grid().getByText('Vctoria').waitFor()
  })

  it('keeps the footer, the issues and the search box free of the file details in a window of 1024 by 700', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    await page.getByRole('button', { name: 'File details' }).click()
    const details = page.getByRole('dialog', { name: 'File details' })
    await details.getByRole('button', { name: 'Change how the file is read' }).waitFor()
    const bottom = (part: Locator): Promise<number> => part.evaluate((one) => one.getBoundingClientRect().bottom)
    const footer = page.getByRole('button', { name: 'Continue to Send' })
    const footerTop = await footer.evaluate((one) => one.closest('footer')?.getBoundingClientRect().top ?? 0)
    await expect.poll(() => bottom(details)).toBeLessThanOrEqual(footerTop)
    expect(await bottom(page.getByRole('region', { name: 'Selected row' }))).toBeLessThanOrEqual(footerTop)
    await footer.click({ trial: true })
    await page.keyboard.press('Escape')
    await details.waitFor({ state: 'hidden' })
    const search = page.getByRole('searchbox', { name: 'Search rows' })
    expect((await search.boundingBox())?.width).toBeGreaterThan(100)
    expect(await cutTexts(page.getByRole('region', { name: 'Issues' }))).toEqual([])
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('shows the details of the active row in a drawer that follows it, leaves the footer free and closes with Escape', async () => {
    const details = page.getByRole('complementary', { name: 'Details of the row' })
    for (const [width, height] of [
      [1280, 800],
      [1024, 700],
    ] as const) {
      await page.setViewportSize({ width, height })
      await grid().getByRole('gridcell', { name: 'Vctoria' }).click()
      await page.getByRole('region', { name: 'Selected row' }).getByText('isn’t a state').waitFor()
      await page.keyboard.press('Control+i')
      await details.getByText('In your file: Vctoria').waitFor()
      const footerTop = await page
        .getByRole('button', { name: 'Continue to Send' })
        .evaluate((one) => one.closest('footer')?.getBoundingClientRect().top ?? 0)
      expect(await details.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(footerTop)
      const title = await details.getByText(/^Row \d+$/).innerText()
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => details.getByText(/^Row \d+$/).innerText()).not.toBe(title)
      await page.keyboard.press('Escape')
      await details.waitFor({ state: 'hidden' })
      await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('role'))).toBe('gridcell')
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  })

  it('previews another encoding and last row, reads the file like this, and can undo it', async () => {
    await page.getByRole('button', { name: 'File details' }).click()
    await page.getByRole('button', { name: 'Change how the file is read' }).click()
    const dialog = page.getByRole('dialog', { name: 'How the file is read' })
    const preview = dialog.getByRole('region', { name: 'First rows' })
    await preview.getByRole('row').first().waitFor()
    expect(await cutTexts(dialog.locator('.fields'))).toEqual([])
    await chooseOption(dialog, 'Encoding', 'Cyrillic (Windows-1251)')
    await dialog.getByText('Detected: commas').first().waitFor({ state: 'attached' })
    await dialog.getByRole('textbox', { name: 'Last row' }).fill('100')
    await preview.getByRole('rowheader', { name: '101', exact: true }).waitFor()
    await dialog.getByRole('button', { name: 'Read like this' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('dialog', { name: 'File details' }).getByText('Windows-1251 (chosen)').waitFor()
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await page
      .getByRole('dialog', { name: 'File details' })
      .getByText('Windows-1251 (chosen)')
      .waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Hide file details' }).click()
    await page.getByRole('dialog', { name: 'File details' }).waitFor({ state: 'hidden' })
  })

  it('pastes a block after a preview, fills down, clears and replaces, each undone in one step', async () => {
    const name = grid().getByRole('gridcell').filter({ hasText: 'Grace' }).first()
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('grace')
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('16')
    await name.click()
    await page.keyboard.press('Escape')
    await paste('Zoe Bell\t0491 570 006\r\nYan Bell\t12345\r\n')
    const dialog = page.getByRole('dialog', { name: 'Paste cells' })
    await dialog.getByText('3 cells in 2 rows will change.').waitFor()
    await dialog.getByText('1 value can’t be used and is left out.').waitFor()
    // Behind a dialog, Ctrl+Z changes nothing.
    await page.keyboard.press('Control+z')
    await dialog.getByRole('button', { name: 'Paste 3 cells' }).click()
    await grid().getByText('Zoe Bell').waitFor()
    await page.getByText('3 cells pasted').waitFor()
    await grid().getByText('Yan Bell').click()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+d')
    await expect.poll(() => grid().getByText('Zoe Bell').count()).toBe(2)
    await page.keyboard.press('Delete')
    await expect.poll(() => grid().getByText('Zoe Bell').count()).toBe(1)
    await page.keyboard.press('Control+z')
    await expect.poll(() => grid().getByText('Zoe Bell').count()).toBe(2)
    await page.keyboard.press('Control+h')
    const replace = page.getByRole('dialog', { name: 'Find and replace' })
    await replace.getByRole('textbox', { name: 'Find' }).fill('zoe')
    await replace.getByRole('textbox', { name: 'Replace with' }).fill('Mia')
    await replace
      .getByRole('checkbox', { name: /^Replace in row/ })
      .first()
      .uncheck()
    await replace.getByRole('button', { name: 'Replace in 1 cell' }).click()
    await grid().getByText('Mia Bell').waitFor()
    for (const [text, cells] of [
      ['Mia Bell', 0],
      ['Yan Bell', 1],
      ['Zoe Bell', 0],
    ] as const) {
      await page.keyboard.press('Control+z')
      await expect.poll(() => grid().getByText(text).count()).toBe(cells)
    }
    await page.getByRole('searchbox', { name: 'Search rows' }).fill('')
    await grid().getByText('Vctoria').waitFor()
  })

  it('filters and sorts by a column from the keyboard, shows other columns of the file and remembers them', async () => {
    const heading = grid().getByRole('columnheader', { name: 'Name' })
    await heading.click()
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending')
    await heading.focus()
    await page.keyboard.press('Alt+ArrowDown')
    await page
      .getByRole('dialog', { name: 'Sort and filter by Name' })
      .getByRole('textbox', { name: 'Text' })
      .fill('lee')
    await page.keyboard.press('Enter')
    const filters = page.getByRole('list', { name: 'Active filters' })
    await filters.getByRole('button', { name: /Name contains “lee”/ }).waitFor()
    await expect.poll(() => grid().getAttribute('aria-rowcount')).not.toBe('413')
    await filters.getByRole('button', { name: /Name contains “lee”/ }).click()
    await filters.getByRole('button', { name: /Sorted by Name/ }).click()
    await expect.poll(() => grid().getAttribute('aria-rowcount')).toBe('413')
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Notes' }).check()
    await page.keyboard.press('Escape')
    await grid().getByRole('columnheader', { name: 'Notes' }).waitFor()
    await page.reload()
    await grid().getByRole('columnheader', { name: 'Notes' }).waitFor()
    await page.getByRole('button', { name: 'Columns', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Notes' }).uncheck()
    await page.keyboard.press('Escape')
    await grid().getByRole('columnheader', { name: 'Notes' }).waitFor({ state: 'detached' })
  })

  it('shows what each value becomes before a group is fixed', async () => {
    const issues = page.getByRole('region', { name: 'Issues' })
    await issues.getByRole('button', { name: /Vctoria/ }).click()
    const preview = issues.getByRole('group', { name: 'Preview' })
    await preview.waitFor()
    expect(await preview.innerText()).toMatch(/Vctoria\s*→\s*VIC\s+1/)
    await issues.getByRole('button', { name: /Vctoria/ }).click()
    await grid().getByText('Vctoria').waitFor()
  })

  it('continues to "Send" with Ctrl+Enter, where the key sends nothing', async () => {
    await page.keyboard.press('Control+Enter')
    await page.getByRole('button', { name: 'Send 345 rows' }).waitFor()
    await page.keyboard.press('Control+Enter')
    expect(await currentStep().innerText()).toContain('Send')
    expect(await page.getByRole('button', { name: 'Send 345 rows' }).isEnabled()).toBe(true)
  })
})

it('shows row numbers from 1,000 in full', async () => {
  await goHome()
  await openSpreadsheet(page, spreadsheet('long.csv', 1_150))
  await page.getByRole('button', { name: /^Continue to/ }).waitFor()
  await page
    .getByRole('navigation', { name: 'Steps' })
    .getByRole('button', { name: /^Check/ })
    .click()
  await grid().getByRole('gridcell').first().click()
  await page.keyboard.press('Control+End')
  const numbers = grid().locator('[role="row"] > [role]:first-child')
  await grid()
    .getByRole('gridcell', { name: /^1\d{3}$/ })
    .first()
    .waitFor()
  expect(await cutTexts(numbers)).toEqual([])
})

it('tells that the columns come from an earlier file, and forgets them', async () => {
  await goHome()
  await openSpreadsheet(page, spreadsheet('next.csv', 40))
  const notice = page.getByText(/^Columns are set up by the template “/)
  await notice.waitFor()
  expect(await currentStep().innerText()).toContain('Check')
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await expect.poll(() => currentStep().innerText()).toContain('Columns')
  await page.getByRole('button', { name: 'Forget', exact: true }).click()
  await notice.waitFor({ state: 'detached' })
  await goHome()
  await openSpreadsheet(page, spreadsheet('third.csv', 40))
  await expect.poll(() => currentStep().innerText()).toContain('Columns')
  expect(await notice.count()).toBe(0)
})

it('asks about customers who must not be contacted, and takes skipped rows back', async () => {
  await goHome()
  const text = [
    'Customer Name,Mobile,Rego,State,VIN,SMS consent',
    'Ann Lee,0491570006,ABC123,NSW,,Yes',
    'Bob Tan,0491570156,1AB2CD,VIC,,NO',
    'Total: 2',
  ].join('\r\n')
  const dialog = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a spreadsheet' }).click()
  await (await dialog).setFiles({ name: 'consent.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByText('3 rows: 1 ready, 1 excluded, 1 skipped').waitFor()
  await page.getByRole('button', { name: 'Continue to Send' }).click()
  const send = page.getByRole('button', { name: /^Send \d rows?$/ })
  await send.waitFor()
  expect(await send.isDisabled()).toBe(true)
  const question = page.getByRole('region', { name: 'Do not contact' })
  await question.getByText('1 row may be “do not contact” in “SMS consent”').waitFor()
  await question.getByRole('button', { name: 'Send them' }).click()
  await page.getByRole('button', { name: 'Send 2 rows' }).waitFor()
  expect(await send.isEnabled()).toBe(true)
  const skipped = page.getByText('Skipped (titles, totals)').locator('..')
  await skipped.getByRole('button', { name: 'Show them' }).click()
  await page.getByRole('button', { name: 'Take back row 4' }).click()
  await page.getByText('With errors, not sent').waitFor()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page.getByRole('button', { name: 'Take back row 4' }).waitFor()
})

/** A file of the given lines, opened through the file dialog. */
async function openLines(name: string, lines: readonly string[]): Promise<void> {
  await goHome()
  const buffer = Buffer.from(lines.join('\r\n'))
  await openSpreadsheet(page, { name, mimeType: 'text/csv', buffer })
}

it('offers New Zealand for a file from there, and keeps the columns', async () => {
  const cars = ['BCD12', 'BCE345', 'BCF678', 'BCG90', 'BCH123', 'BCJ456']
  const lines = cars.map((rego, at) => `Tui Ngata ${at},${rego},021 345 67${at}`)
  await openLines('nz.csv', ['Owner,Plate,Cell', ...lines])
  const offer = page.getByText('Looks like New Zealand')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Change to New Zealand' }).click()
  await offer.waitFor({ state: 'detached' })
  await page.getByText('6 rows: 6 ready').waitFor()
  await page.getByText('This draft is checked and sent in New Zealand', { exact: false }).waitFor()
  const target = page.getByRole('combobox', { name: 'Cell imported as' })
  expect(await target.locator('option:checked').innerText()).toBe('Mobile')
})

it('saves a template from each file, which is renamed, and says what of it does not fit another file', async () => {
  await goHome()
  await page.getByRole('button', { name: 'Rename template consent' }).click()
  const dialog = page.getByRole('dialog', { name: 'Rename template' })
  await dialog.getByLabel('Name').fill('Titan report')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Export template Titan report' }).waitFor()
  await openLines('other.csv', ['Owner,Number,Registered', 'Ann Lee,0491570006,1AB2CD', 'Bob Tan,0491570156,1AB3CD'])
  await chooseOption(page, 'Set up columns by a template', 'Titan report')
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Some of the template doesn’t fit').waitFor()
  const problems = page.getByText('Not in the template: ', { exact: false })
  expect(await problems.innerText()).toBe('Not in the template: Owner, Number, Registered.')
})

it('updates an existing customer after a preview of each change', async () => {
  const { customers } = await callProgram(page, 'customers.list', { offset: 0, limit: 50 })
  const known = customers.find(({ rego, state, edits }) => rego && state && edits.length === 0)
  await openLines('update.csv', [
    'Rego,State,Client Name',
    `${known?.rego},${known?.state},Robyn Newname`,
    '1AB9CD,VIC,Ann',
  ])
  await page.getByRole('button', { name: 'Continue to Send' }).click()
  await page.getByRole('button', { name: 'Update details…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Update existing customers' })
  await dialog.getByText('Robyn Newname').waitFor()
  await dialog.getByRole('button', { name: 'Update 1 customer' }).click()
  await page.getByText('1 customer updated. Undo it in Customers.').waitFor()
  // The history shows an edit when the service has it.
  const history = await waitForAnswer(
    () => callProgram(page, 'customers.history', { id: known?.id ?? '' }),
    ({ changes }) => changes.length > 0,
  )
  expect(history.changes[0]).toMatchObject({ field: 'clientName', after: 'Robyn Newname' })
})
