import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { openForecourt, type Harness } from './harness.ts'
import { beginWithPractice, openSpreadsheet, sample, sendAll, seriousFindings, sumOfRows, waitForEnd } from './steps.ts'

/** Each appearance goes the whole way: what is finished in light must be finished in dark. */
describe.each(['light', 'dark'] as const)('a new user, in %s', (colorScheme) => {
  let forecourt: Harness
  let page: Page
  /** Of the customer whom she works on. */
  let rego = ''
  const picture = (name: string): Promise<void> => forecourt.screenshot(`${colorScheme}-${name}`)

  beforeAll(async () => {
    forecourt = await openForecourt({ colorScheme, words: ['--practice-speed=150'] })
    page = forecourt.page
  })
  afterAll(() => forecourt?.close())

  it('is asked how the data is kept, and begins with practice data', async () => {
    await page.getByRole('heading', { name: 'How should this PC keep your data?' }).waitFor()
    await picture('01-storage')
    expect(await seriousFindings(page)).toEqual([])
    await beginWithPractice(page)
    await picture('02-home')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('opens the sold-vehicles report and is told what each column is taken for', async () => {
    await openSpreadsheet(page, sample('sold-vehicles.csv'))
    const takenFor = (column: string): Promise<string> =>
      page
        .getByRole('combobox', { name: `${column} is taken for` })
        .evaluate((select: HTMLSelectElement) => select.selectedOptions[0]?.text ?? '')
    expect(await takenFor('Rego No.')).toBe('Rego')
    expect(await takenFor('Mob Ph')).toBe('Mobile')
    expect(await takenFor('Delivered')).toBe('Date sold')
    expect(await takenFor('Rego Expiry')).toBe('Keep with the customer')
    await picture('03-columns')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('mends a state in place and sees the errors fall', async () => {
    await page.getByRole('button', { name: 'Continue to Check' }).click()
    const grid = page.getByRole('grid', { name: 'Rows of the spreadsheet' })
    await grid.getByText('Vctoria').waitFor()
    await picture('04-check')
    expect(await seriousFindings(page)).toEqual([])
    const errors = page.getByRole('button', { name: /^Errors \d/ })
    const before = await errors.innerText()
    await grid.getByText('Vctoria').dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('vic')
    await page.keyboard.press('Enter')
    await expect.poll(() => errors.innerText()).not.toBe(before)
    expect(await grid.getByText('Vctoria').count()).toBe(0)
    await page.getByRole('button', { name: /^Undo/ }).click()
    await grid.getByText('Vctoria').waitFor()
    await page.getByRole('button', { name: /^Redo/ }).click()
    await expect.poll(() => grid.getByText('Vctoria').count()).toBe(0)
    await picture('05-mended')
  })

  it('is told what is sent, what is left out and what a look-up costs, and sends', async () => {
    await page.getByRole('button', { name: 'Continue to Send' }).click()
    await page.getByText(/exactly \d+ paid look-up/).waitFor()
    await picture('06-send')
    expect(await seriousFindings(page)).toEqual([])
    await sendAll(page)
    await picture('07-progress')
    expect(await seriousFindings(page)).toEqual([])
    expect(await sumOfRows(page)).toMatchObject({ inFile: 412, adds: true })
  })

  it('follows the upload to its end, where every row of the file is accounted for', async () => {
    await waitForEnd(page)
    const sum = await sumOfRows(page)
    expect(sum).toMatchObject({ inFile: 412, adds: true })
    expect(sum.parts.tracked).toBeGreaterThan(300)
    await picture('08-complete')
    expect(await seriousFindings(page)).toEqual([])
  })

  it('finds a customer, changes a name in place, and it is still so after a fresh look at the service', async () => {
    await page.getByRole('button', { name: 'Go to customers' }).click()
    const grid = page.getByRole('grid', { name: 'Customers' })
    rego = await grid.getByRole('row').nth(3).getByRole('gridcell').nth(2).innerText()
    await find(rego)
    await type(grid.getByRole('gridcell').nth(1), 'Liam Lee-Martin')
    await grid.getByRole('gridcell', { name: 'Liam Lee-Martin' }).waitFor()
    await page.getByRole('button', { name: 'Bring up to date' }).click()
    await page.getByText(/brought up to date just now/).waitFor()
    await grid.getByRole('gridcell', { name: 'Liam Lee-Martin' }).waitFor()
    expect(await seriousFindings(page)).toEqual([])
  })

  it('is refused a mobile that is none, with the reason, and the old one stays', async () => {
    const grid = page.getByRole('grid', { name: 'Customers' })
    const mobile = grid.getByRole('gridcell').nth(5)
    const before = await mobile.innerText()
    await type(mobile, '0512345678')
    await page.getByText('The mobile of Liam Lee-Martin was not saved.').waitFor()
    await picture('09-refused')
    expect(await seriousFindings(page)).toEqual([])
    await page.reload()
    await find(rego)
    expect(await mobile.innerText()).toBe(before)
  })

  it('sees all customers with their sightings, and deletes one after it is named to her', async () => {
    await find('')
    await page.getByText(/[1-9]\d* of them seen for sale/).waitFor({ timeout: 30_000 })
    await picture('10-customers')
    await find(rego)
    const grid = page.getByRole('grid', { name: 'Customers' })
    await grid.getByRole('gridcell', { name: rego }).click()
    await page.getByRole('button', { name: 'Delete this customer' }).waitFor()
    await picture('11-details')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Delete this customer' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByText('Liam Lee-Martin').first().waitFor()
    await picture('12-delete')
    await dialog.getByRole('button', { name: /Delete/ }).click()
    await dialog.waitFor({ state: 'hidden' })
    await expect.poll(() => grid.getByRole('gridcell', { name: rego }).count()).toBe(0)
  })

  it('finds settings in order', async () => {
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('heading', { name: 'Settings' }).first().waitFor()
    await picture('13-settings')
    expect(await seriousFindings(page)).toEqual([])
  })

  /** Searches the customers; a search that is not empty is for one of them. */
  async function find(text: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Search customers' }).fill(text)
    if (text === '') await page.getByText(/customers? found/).waitFor({ state: 'hidden' })
    else await page.getByText('1 customer found').waitFor()
  }

  /** Replaces what is in a cell, as she would. */
  async function type(cell: Locator, text: string): Promise<void> {
    await cell.dblclick()
    await page.keyboard.press('Control+A')
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
})
