import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { chooseOption } from './controls.ts'
import {
  closeCustomers,
  type CustomersWindow,
  cellOf,
  changeElsewhere,
  find,
  idOf,
  openCustomers,
  retype,
  showColumn,
} from './customers-steps.ts'
import { seriousFindings } from './steps.ts'

describe('the list of customers, by keyboard and for Excel', () => {
  let opened: CustomersWindow
  let page: Page
  let grid: Locator

  beforeAll(async () => {
    opened = await openCustomers()
    page = opened.page
    grid = opened.grid
    await opened.forecourt.context.grantPermissions(['clipboard-read'])
    await chooseOption(page, 'Sort by', 'Name')
    await page.getByRole('button', { name: /^Descending/ }).click()
    await find(page, 'customer')
    await page.getByText('40 customers found').waitFor()
    await grid.getByRole('row').nth(1).getByText('Customer 00').waitFor()
  })
  afterAll(() => closeCustomers(opened))

  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  it('copies cells that are selected with Shift as a table for Excel', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('2 × 2 cells selected').waitFor()
    const selected = grid.locator('[role=gridcell][aria-selected=true]')
    expect(await selected.allInnerTexts()).toEqual(['Customer 00', 'S100ABC', 'Customer 01', 'S101ABC'])
    await opened.forecourt.screenshot('customers-marked')
    expect(await seriousFindings(page)).toEqual([])
    await page.keyboard.press('Control+C')
    expect(await clipboard()).toBe('Customer 00\tS100ABC\r\nCustomer 01\tS101ABC')
    await page.getByRole('button', { name: 'Copy with headers' }).click()
    await page.getByText('2 rows copied.').waitFor()
    expect(await clipboard()).toBe('Name\tRego\r\nCustomer 00\tS100ABC\r\nCustomer 01\tS101ABC')
  })

  it('selects all cells with Ctrl+A, and none with Escape', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Control+A')
    await page.getByText('40 × 8 cells selected').waitFor()
    await page.keyboard.press('Control+C')
    const rows = (await clipboard()).split('\r\n')
    expect(rows).toHaveLength(40)
    expect(rows[39]?.split('\t')).toHaveLength(8)
    await page.keyboard.press('Escape')
    await page.getByText(/cells selected/).waitFor({ state: 'hidden' })
  })

  it('starts an edit by typing, saves it with Tab, and cancels the next with Escape', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 01' }).click()
    await page.keyboard.type('Typed')
    await page.keyboard.press('Tab')
    await grid.getByRole('gridcell', { name: 'Typed' }).waitFor()
    await page.keyboard.type('nonsense')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+Home')
    await page.keyboard.press('F2')
    await page.keyboard.press('Escape')
    expect(await grid.getByText('nonsense').count()).toBe(0)
    await page.keyboard.press('Control+End')
    await page.keyboard.press('PageUp')
    await page.keyboard.press('Control+Home')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Customer 00')
  })

  it('exports CSV and a workbook without live formulas', async () => {
    await showColumn(page, 'Notes')
    await page.getByRole('button', { name: 'Export' }).click()
    await opened.forecourt.screenshot('customers-export')
    const csv = page.waitForEvent('download')
    await page.getByRole('button', { name: /^CSV/ }).click()
    const text = await readFile(await (await csv).path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    const lines = text.slice(1).trimEnd().split('\r\n')
    // One of the forty was renamed by the test before.
    expect(lines).toHaveLength(40)
    expect(lines[0]).toMatch(/^"?Name"?,"?Rego/)
    expect(text).not.toMatch(/(^|,)"?=1\+1/m)
    await page.getByRole('button', { name: 'Export' }).click()
    const workbook = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Excel workbook/ }).click()
    const bytes = await readFile(await (await workbook).path())
    expect(bytes.subarray(0, 2).toString('latin1')).toBe('PK')
    expect((await workbook).suggestedFilename()).toMatch(/\.xlsx$/)
  })

  it('copies a single cell with a formula as text', async () => {
    const cell = await cellOf(grid, 'Customer 04', 'Notes')
    await cell.click()
    await page.keyboard.press('Control+C')
    expect(await clipboard()).toBe("'=1+1")
  })

  it('opens the customer with Ctrl+Enter in a cell that can be edited, and shows its saved look-up', async () => {
    await page.getByRole('link', { name: 'Look up', exact: true }).click()
    await page.getByRole('textbox', { name: /Rego, VIN or keywords/ }).fill('S102ABC')
    await chooseOption(page, 'State', 'South Australia')
    await page.getByRole('button', { name: 'Look up', exact: true }).click()
    await page.waitForURL(/lookup\/[0-9a-f-]{36}/)
    await page.getByRole('link', { name: 'Customers', exact: true }).click()
    await find(page, 'S102ABC')
    await page.getByText('1 customer found').waitFor()
    await grid.getByRole('gridcell', { name: 'Customer 02' }).click()
    await page.keyboard.press('Control+Enter')
    const details = page.getByRole('complementary', { name: 'Details of Customer 02' })
    await details.getByText(/^Saved look-up/).waitFor()
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Customer 02')
    expect(await seriousFindings(page)).toEqual([])
    await details.getByRole('link', { name: /, looked up / }).click()
    await page.waitForURL(/lookup\/[0-9a-f-]{36}/)
    await page.goBack()
  })
})

describe('the numbers of Do Not Contact customers', () => {
  let opened: CustomersWindow
  let page: Page
  let grid: Locator

  beforeAll(async () => {
    opened = await openCustomers()
    page = opened.page
    grid = opened.grid
    await opened.forecourt.context.grantPermissions(['clipboard-read'])
    await find(page, 'S114ABC')
    await page.getByText('1 customer found').waitFor()
    await (await cellOf(grid, 'Customer 14', 'Rego')).click()
    await page.keyboard.press('Control+Enter')
    const details = page.getByRole('complementary', { name: 'Details of Customer 14' })
    await details.getByRole('button', { name: 'Do not contact' }).click()
    await details.getByRole('button', { name: 'Allow contact' }).waitFor()
  })
  afterAll(() => closeCustomers(opened))

  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
  const number = '0491 570 006'

  it('are in a copy only after Include numbers', async () => {
    await (await cellOf(grid, 'Customer 14', 'Mobile')).click()
    await page.keyboard.press('Control+C')
    await page.getByText('1 Do Not Contact number left out.').waitFor()
    expect(await clipboard()).toBe('')
    await page.getByRole('button', { name: 'Include numbers' }).click()
    await expect.poll(clipboard).toBe(number)
  })

  it('are in an export only when they are included', async () => {
    const exported = async (): Promise<string> => {
      const download = page.waitForEvent('download')
      await page.getByRole('button', { name: /^CSV/ }).click()
      return readFile(await (await download).path(), 'utf8')
    }
    await page.getByRole('button', { name: 'Export' }).click()
    expect(await exported()).not.toContain(number)
    await page.getByRole('button', { name: 'Export' }).click()
    await page.getByRole('checkbox', { name: 'Include numbers of Do Not Contact customers' }).check()
    expect(await seriousFindings(page)).toEqual([])
    expect(await exported()).toContain(number)
    await page.keyboard.press('Escape')
  })

  it('are hidden in the comparison of a conflict until they are shown', async () => {
    await changeElsewhere(opened.service, await idOf(opened.service, 'S114ABC'), { mobile_number: '0491570157' })
    await retype(page, await cellOf(grid, 'Customer 14', 'Mobile'), '0491570110')
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Mobile of Customer 14 was also changed/ })
    await expect.poll(() => dialog.locator('dd').getByText('Hidden').count()).toBe(3)
    expect(await dialog.innerText()).not.toContain('0491')
    expect(await seriousFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Show numbers' }).click()
    for (const value of [number, '0491 570 157', '0491 570 110']) await dialog.locator('dd').getByText(value).waitFor()
    await opened.forecourt.screenshot('customers-conflict-shown')
    await dialog.getByRole('button', { name: 'Keep theirs' }).click()
    await dialog.waitFor({ state: 'hidden' })
  })
})
