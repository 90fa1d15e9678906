import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { themes } from './harness.ts'
import type { Locator, Page } from 'playwright-core'
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

describe.each(themes)('the list of customers, %s', (colorScheme) => {
  let opened: CustomersWindow
  let page: Page
  let grid: Locator
  const picture = (name: string): Promise<void> => opened.forecourt.screenshot(`customers-${colorScheme}-${name}`)

  beforeAll(async () => {
    opened = await openCustomers({ colorScheme })
    page = opened.page
    grid = opened.grid
    await grid.getByRole('gridcell').first().waitFor()
  })
  afterAll(() => closeCustomers(opened))

  it('saves an edited cell at the service, and undoes it', async () => {
    await find(page, 'S107ABC')
    const name = await cellOf(grid, 'Customer 07', 'Name')
    await retype(page, name, 'Seven Renamed')
    await grid.getByRole('gridcell', { name: 'Seven Renamed' }).waitFor()
    await page.getByRole('button', { name: 'All changes saved' }).waitFor()
    await page.keyboard.press('Control+Z')
    await page.getByText(/^Undone\. /).waitFor()
    await grid.getByRole('gridcell', { name: 'Customer 07' }).waitFor()
    expect(await grid.getByRole('gridcell', { name: 'Seven Renamed' }).count()).toBe(0)
  })

  it('rejects an invalid value with its reason, and saves the fixed one', async () => {
    await find(page, 'Customer 08')
    await retype(page, await cellOf(grid, 'Customer 08', 'Sold'), '31/2/2023')
    await page.getByText('The sale date of Customer 08 was not saved.').waitFor()
    await picture('05-refused')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Fix', exact: true }).click()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('28/2/2023')
    await page.keyboard.press('Enter')
    await page.getByText('The sale date of Customer 08 was not saved.').waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '28/2/2023' }).waitFor()
  })

  it('compares a value that was also changed elsewhere, and overwrites it only on request', async () => {
    await find(page, 'Customer 09')
    const row = grid.getByRole('row').filter({ hasText: 'Customer 09' })
    await row.waitFor()
    const id = await idOf(opened.service, 'S109ABC')
    await changeElsewhere(opened.service, id, { mobile_number: '0491570157' })
    await retype(page, await cellOf(grid, 'Customer 09', 'Mobile'), '0491570110')
    await page.getByRole('alert').getByRole('button', { name: 'Compare' }).click()
    const dialog = page.getByRole('dialog', { name: /Mobile of Customer 09 was also changed/ })
    for (const value of ['0491 570 006', '0491 570 157', '0491 570 110'])
      await expect.poll(() => dialog.locator('dd').getByText(value).count()).toBe(1)
    await picture('06-conflict')
    await dialog.getByRole('button', { name: 'Keep mine' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await grid.getByRole('gridcell', { name: '0491 570 110' }).waitFor()
    await page.getByRole('button', { name: 'All changes saved' }).waitFor()
  })

  it('extends the expiry of the selected customers, and undoes it', async () => {
    await showColumn(page, 'Expires')
    await find(page, 'S10')
    await page.getByText('10 customers found').waitFor()
    const boxes = grid.getByRole('gridcell', { name: 'Not selected' })
    await boxes.first().click()
    await boxes.nth(2).click({ modifiers: ['Shift'] })
    await page.getByText('4 selected').waitFor()
    await picture('07-selected')
    await page.getByRole('button', { name: 'Edit 4' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit 4 customers' })
    await dialog.getByText('Choose a change.').waitFor()
    expect(await dialog.getByRole('button', { name: 'Change 4 customers' }).isDisabled()).toBe(true)
    await dialog.getByRole('radio', { name: 'Extend expiry by 1 year' }).check()
    await picture('08-edit-many')
    await dialog.getByRole('button', { name: 'Change 4 customers' }).click()
    await page.getByText('4 customers changed.').waitFor()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(4)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => grid.getByRole('gridcell', { name: '30/6/2028' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Clear selection' }).click()
  })

  it('deletes the selected customers, restores one from the bin, and empties the bin', async () => {
    await find(page, 'S13 ABC')
    await grid.getByRole('gridcell', { name: 'Customer 31' }).waitFor()
    await page.getByText('10 customers found').waitFor()
    await grid.getByRole('columnheader', { name: /^Select all/ }).click()
    await page.getByText('All 10 selected').waitFor()
    await page.getByRole('button', { name: 'Delete 10' }).click()
    const question = page.getByRole('dialog', { name: 'Delete 10 customers?' })
    await question
      .getByText(/Customer 3\d, S13\dABC/)
      .first()
      .waitFor()
    await picture('09-delete')
    await question.getByRole('button', { name: 'Delete 10 customers' }).click()
    await page.getByText('No matching customers').waitFor()
    await page.getByRole('button', { name: 'Show all customers' }).click()
    await page.getByRole('button', { name: 'Bin (10)' }).click()
    await page.getByText('10 customers', { exact: true }).waitFor()
    await picture('10-bin')
    await page.getByRole('searchbox', { name: 'Search bin' }).fill('Customer 33')
    await page.getByText('1 customer found').waitFor()
    await page.getByRole('button', { name: /^Restore Customer 33/ }).click()
    const again = page.getByRole('dialog', { name: /^Restore Customer 33/ })
    await again.getByText(/as a new record/).waitFor()
    await picture('11-restore')
    await again.getByRole('button', { name: 'Restore', exact: true }).click()
    await page.getByText('Restoring 1 customer as a new record.').waitFor()
    await page.getByText('No matching customers. Try clearing the search.').waitFor({ timeout: 40_000 })
    await page.getByRole('searchbox', { name: 'Search bin' }).fill('')
    await page.getByText('9 customers', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Empty bin' }).click()
    await page
      .getByRole('dialog', { name: /^Empty the bin/ })
      .getByRole('button', { name: 'Empty bin' })
      .click()
    await page.getByText('The bin is empty').waitFor()
    await picture('12-bin-empty')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByRole('button', { name: 'Show customers' }).click()
    await find(page, 'Customer 33')
    await page.getByText('1 customer found').waitFor()
  })

  it('hides the number of a Do Not Contact customer at once, and shows it on request with an entry in the history', async () => {
    await find(page, 'S111ABC')
    await page.getByText('1 customer found').waitFor()
    const mobile = await cellOf(grid, 'Customer 11', 'Mobile')
    const number = (await mobile.innerText()).trim()
    expect(number).toMatch(/^04\d\d \d{3} \d{3}$/)
    await grid.getByRole('row').filter({ hasText: 'Customer 11' }).getByRole('gridcell', { name: 'Open' }).click()
    const details = page.getByRole('complementary', { name: 'Details of Customer 11' })
    await details.getByText(number).waitFor()
    await details.getByRole('button', { name: 'Do not contact' }).click()
    await expect.poll(() => mobile.innerText()).toContain('Hidden')
    await expect.poll(() => page.locator('main, body').first().innerText()).not.toContain(number)
    await picture('13-hidden')
    expect(await seriousFindings(page)).toEqual([])
    await details.getByRole('button', { name: 'Show the hidden number' }).click()
    await details.getByText(number).waitFor()
    await details.getByText('Do Not Contact number shown').waitFor()
    await details.getByRole('button', { name: 'Hide' }).click()
    await details.getByText(number).waitFor({ state: 'hidden' })
    await details.getByRole('button', { name: 'Allow contact' }).click()
    await page
      .getByRole('dialog', { name: 'Allow contact with Customer 11?' })
      .getByRole('button', { name: 'Allow contact' })
      .click()
    await expect.poll(() => mobile.innerText()).toContain(number)
    await find(page, '')
  })
})
