import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { chooseOption } from './controls.ts'
import { type CustomersWindow, find, openCustomers, panel } from './customers-steps.ts'
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
  afterAll(async () => {
    await opened?.forecourt.close()
    await opened?.service.stop()
  })

  const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())

  it('copies cells that are selected with Shift as a table for Excel', async () => {
    await grid.getByRole('gridcell', { name: 'Customer 00' }).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowRight')
    await page.getByText('2 × 2 cells selected').waitFor()
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
    await page.getByText('40 × 9 cells selected').waitFor()
    await page.keyboard.press('Control+C')
    const rows = (await clipboard()).split('\r\n')
    expect(rows).toHaveLength(40)
    expect(rows[39]?.split('\t')).toHaveLength(9)
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
    await page.getByRole('button', { name: 'Columns' }).click()
    await panel(page, 'Columns').getByRole('checkbox', { name: 'Notes' }).check()
    await page.keyboard.press('Escape')
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
})
