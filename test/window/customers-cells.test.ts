import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Locator, Page } from 'playwright-core'
import { madeSpreadsheet } from '../spreadsheets/made-spreadsheet.ts'
import { chooseOption } from './controls.ts'
import { closeCustomers, type CustomersWindow, cellOf, find, openCustomers } from './customers-steps.ts'
import { openSpreadsheet, seriousFindings } from './steps.ts'

let opened: CustomersWindow
let page: Page
let grid: Locator

beforeAll(async () => {
  opened = await openCustomers()
  page = opened.page
  grid = opened.grid
  await opened.forecourt.context.grantPermissions(['clipboard-read'])
})
afterAll(() => closeCustomers(opened))

const picture = (name: string): Promise<void> => opened.forecourt.screenshot(`cells-${name}`)
const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText())
const notice = (text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()
const menuItem = (name: string | RegExp): Locator => page.getByRole('menuitem', { name })
const mobile = (number: number): Promise<Locator> =>
  cellOf(grid, `Customer ${String(number).padStart(2, '0')}`, 'Mobile')
const sold = (number: number): Promise<Locator> => cellOf(grid, `Customer ${String(number).padStart(2, '0')}`, 'Sold')

/** Pastes text at the focused cell, as a spreadsheet puts it on the clipboard. */
const paste = (text: string): Promise<void> =>
  page.locator(':focus').evaluate((focused, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    focused.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

describe('the list of customers as a spreadsheet', () => {
  beforeAll(async () => {
    await chooseOption(page, 'Sort by', 'Name')
    await page.getByRole('button', { name: /^Descending/ }).click()
    await find(page, 'customer')
    await page.getByText('40 customers found').waitFor()
    await grid.getByRole('row').nth(1).getByText('Customer 00').waitFor()
  })

  it('pastes a block after a preview, lists what was not used, and undoes and redoes it', async () => {
    await (await mobile(0)).click()
    await paste('0491 570 110\t1/2/2020\r\n12345\t31/2/2020\r\n')
    const dialog = page.getByRole('dialog', { name: 'Paste cells' })
    await dialog.getByText('2 cells of 1 customer will change.').waitFor()
    await dialog.getByText('2 cells can’t be changed and stay as they are.').waitFor()
    await dialog.getByRole('cell', { name: '31/2/2020', exact: true }).waitFor()
    await picture('preview')
    expect(await seriousFindings(page)).toEqual([])
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Change 2 cells')
    await page.keyboard.press('Enter')
    const rest = page.getByRole('dialog', { name: 'Not changed' })
    await rest.getByText('2 values were not used. Copy them to correct them.').waitFor()
    await rest.getByRole('button', { name: 'Copy these values' }).click()
    expect(await clipboard()).toMatch(/^Customer\tColumn\tValue\tReason\r\n.*12345.*\r\n.*31\/2\/2020/)
    await rest.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect.poll(async () => (await mobile(0)).innerText()).toBe('0491 570 110')
    expect(await (await sold(0)).innerText()).toBe('1/2/2020')
    await page.getByRole('button', { name: 'All changes saved' }).waitFor()
    await (await mobile(0)).click()
    await page.keyboard.press('Control+Z')
    await notice('Undone: 2 cells pasted.')
    await expect.poll(async () => (await mobile(0)).innerText()).toBe('0491 570 006')
    await page.keyboard.press('Control+Y')
    await notice('Redone: 2 cells pasted.')
    await expect.poll(async () => (await mobile(0)).innerText()).toBe('0491 570 110')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(async () => (await mobile(0)).innerText()).toBe('0491 570 006')
  })

  it('pastes one value into the selected cells, which are counted aloud, and fills down', async () => {
    await (await mobile(1)).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Shift+ArrowDown')
    await page.getByRole('status').filter({ hasText: '3 cells selected' }).waitFor({ state: 'attached' })
    expect(await grid.locator('[role=gridcell][aria-selected=true]').count()).toBe(3)
    await picture('selection')
    await paste('0491 570 157')
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Change 3 cells' }).click()
    await expect.poll(async () => (await mobile(3)).innerText()).toBe('0491 570 157')
    await (await mobile(3)).click()
    await page.keyboard.press('Shift+ArrowDown')
    await page.keyboard.press('Control+D')
    await notice('1 cell filled down.')
    await expect.poll(async () => (await mobile(4)).innerText()).toBe('0491 570 157')
  })

  it('clears cells with Delete and Backspace, many after a preview', async () => {
    await (await mobile(4)).click()
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await mobile(4)).innerText()).toBe('')
    await (await sold(4)).click()
    await page.keyboard.press('Backspace')
    await expect.poll(async () => (await sold(4)).innerText()).toBe('')
    await (await mobile(5)).click()
    await (await mobile(16)).click({ modifiers: ['Shift'] })
    await page.keyboard.press('Delete')
    const dialog = page.getByRole('dialog', { name: 'Clear cells' })
    await dialog.getByText('12 cells of 12 customers will change.').waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await dialog.waitFor({ state: 'hidden' })
    expect(await (await mobile(5)).innerText()).toBe('0491 570 006')
  })

  it('deletes a customer with Ctrl+Delete, and restores it with Undo', async () => {
    await (await mobile(20)).click()
    await page.keyboard.press('Control+Delete')
    await page
      .getByRole('dialog', { name: /^Delete Customer 20/ })
      .getByRole('button', { name: 'Delete customer' })
      .click()
    await notice(/^Deleting Customer 20/)
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await notice(/^Undone: 1 customer deleted\./)
    // It was kept, or is a new record when the service was faster.
    await expect
      .poll(() => opened.service.control.customers().filter(({ client_name: name }) => name === 'Customer 20').length, {
        timeout: 60_000,
      })
      .toBe(1)
    await expect
      .poll(async () => (await mobile(20)).getAttribute('class'), { timeout: 60_000 })
      .not.toContain('leaving')
  })

  it('has a menu by mouse and keyboard, with the keys of its commands', async () => {
    await (await mobile(22)).click({ button: 'right' })
    const menu = page.getByRole('menu', { name: 'Menu for Customer 22' })
    await menu.waitFor()
    await picture('menu')
    expect(await seriousFindings(page)).toEqual([])
    expect((await menu.getByRole('menuitem').allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
      'Edit',
      'Copy',
      'Paste',
      'Fill down',
      'Clear',
      'Open customer',
      'Look up this car',
      'Call 0491 570 006',
      'Copy number',
      'Delete customer…',
    ])
    await menuItem(/^Copy Ctrl|^Copy$/)
      .first()
      .click()
    await expect.poll(clipboard).toBe('0491 570 006')
    await (await mobile(23)).click()
    await page.keyboard.press('Delete')
    await expect.poll(async () => (await mobile(23)).innerText()).toBe('')
    await (await mobile(23)).click({ button: 'right' })
    await menuItem('Paste').click()
    await expect.poll(async () => (await mobile(23)).innerText()).toBe('0491 570 006')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menu', { name: 'Menu for Customer 23' }).waitFor()
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'hidden' })
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('0491 570 006')
    await page.keyboard.press('Shift+F10')
    await menuItem('Open customer').waitFor()
    await page.keyboard.press('o')
    await page.keyboard.press('Enter')
    const details = page.getByRole('complementary', { name: 'Details of Customer 23' })
    await details.getByRole('button', { name: 'Do not contact' }).click()
    await details.getByRole('button', { name: 'Allow contact' }).waitFor()
    await details.getByRole('button', { name: 'Close details' }).click()
    await (await cellOf(grid, 'Customer 23', 'Rego')).click({ button: 'right' })
    expect(await menuItem(/^Call/).getAttribute('aria-disabled')).toBe('true')
    await page.keyboard.press('Escape')
  })

  it('sorts, pins, sizes and hides a column from its menu', async () => {
    const heading = (name: string): Locator => grid.getByRole('columnheader', { name, exact: true })
    const width = async (name: string): Promise<number> => (await heading(name).boundingBox())?.width ?? 0
    const wide = await width('Vehicle')
    await heading('Vehicle').click({ button: 'right' })
    await menuItem('Size to content').click()
    await expect.poll(() => width('Vehicle')).not.toBe(wide)
    await heading('State').click({ button: 'right' })
    await picture('heading-menu')
    await menuItem('Hide column').click()
    await heading('State').waitFor({ state: 'hidden' })
    await heading('Sold').click({ button: 'right' })
    await menuItem('Sort descending').click()
    await expect.poll(() => heading('Sold').getAttribute('aria-sort')).toBe('descending')
    await heading('Sold').focus()
    await page.keyboard.press('Shift+F10')
    await menuItem('Pin to the left').click()
    await expect.poll(async () => (await grid.getByRole('columnheader').allInnerTexts()).indexOf('Sold')).toBe(3)
  })

  it('selects by dragging over rows that are scrolled out of view', async () => {
    await grid.evaluate((scroller) => scroller.scrollTo({ top: 0 }))
    const first = grid.locator('[data-row="0"]').getByRole('gridcell').nth(2)
    const [from, box] = [await first.boundingBox(), await grid.boundingBox()]
    if (!from || !box) throw new Error('The grid has no box.')
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(from.x + 10, from.y + 60)
    await page.mouse.move(from.x + 10, box.y + box.height + 30, { steps: 3 })
    await page.getByText('40 × 1 cells selected').waitFor()
    expect(await grid.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(0)
    await page.mouse.up()
    await page.keyboard.press('Escape')
  })
})

describe('the check grid as a spreadsheet', () => {
  const rows = (): Locator => page.getByRole('grid', { name: 'Rows of the spreadsheet' })

  it('counts selected cells, previews filling many, repeats a block, and has a menu', async () => {
    await page.getByRole('link', { name: 'Import customers', exact: true }).click()
    await openSpreadsheet(page, { name: 'made.csv', mimeType: 'text/csv', buffer: Buffer.from(madeSpreadsheet(30)) })
    await page
      .getByRole('navigation', { name: 'Steps' })
      .getByRole('button', { name: /^Check/ })
      .click()
    await rows().getByRole('gridcell').first().waitFor()
    const column = await rows()
      .getByRole('columnheader')
      .allInnerTexts()
      .then((titles) => titles.findIndex((title) => title.trim() === 'Name'))
    const name = (row: number): Locator => rows().locator(`[data-row="${row}"] > [data-column="${column}"]`)
    await name(0).click()
    await name(11).click({ modifiers: ['Shift'] })
    await page.getByRole('status').filter({ hasText: '12 cells selected' }).waitFor({ state: 'attached' })
    await page.keyboard.press('Control+D')
    const fill = page.getByRole('dialog', { name: 'Fill down' })
    await fill.getByRole('button', { name: 'Fill 11 cells' }).click()
    const first = await name(0).innerText()
    await expect.poll(() => name(11).innerText()).toBe(first)
    await page.keyboard.press('Control+Z')
    await expect.poll(() => name(11).innerText()).not.toBe(first)
    await name(0).click()
    await name(3).click({ modifiers: ['Shift'] })
    await paste('Zoe Bell\r\nYan Bell\r\n')
    await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 4 cells' }).click()
    await expect.poll(() => name(3).innerText()).toBe('Yan Bell')
    await name(2).click({ button: 'right' })
    await page.getByRole('menu').waitFor()
    await picture('check-menu')
    expect(await seriousFindings(page)).toEqual([])
    await menuItem('Clear').click()
    await expect.poll(() => name(2).innerText()).toBe('')
    await name(3).click()
    await page.keyboard.press('Shift+F10')
    await menuItem('Exclude row').click()
    await expect.poll(() => name(3).locator('..').innerText()).toContain('Yan Bell')
    await rows().getByRole('columnheader', { name: 'Name' }).click({ button: 'right' })
    await menuItem('Filter…').click()
    await page.getByRole('dialog', { name: 'Sort and filter by Name' }).waitFor()
    await page.keyboard.press('Escape')
  })

  it('says in Find and replace that no cell has the text, or would change without a replacement', async () => {
    await rows().locator('[data-row="3"] > [data-column="2"]').click()
    await page.keyboard.press('Control+h')
    const replace = page.getByRole('dialog', { name: 'Find and replace' })
    await replace.getByRole('textbox', { name: 'Find' }).fill('not in this file')
    await replace.getByText('No cell in the rows shown would change.').waitFor()
    await replace.getByRole('textbox', { name: 'Replace with' }).fill('x')
    await replace.getByText('No cell in the rows shown contains this text.').waitFor()
    expect(await replace.getByRole('button', { name: 'Replace in 0 cells' }).isDisabled()).toBe(true)
    await page.keyboard.press('Escape')
    await replace.waitFor({ state: 'hidden' })
  })

  it('pins and sizes a column from the menu of its heading, by mouse and keys', async () => {
    const heading = (title: string): Locator => rows().getByRole('columnheader', { name: title })
    const titles = async (): Promise<string[]> =>
      (await rows().getByRole('columnheader').allInnerTexts()).map((title) => title.trim())
    const before = await titles()
    await heading('Sold').focus()
    await page.keyboard.press('Shift+F10')
    await picture('check-heading-menu')
    await menuItem('Pin to the left').press('Enter')
    await expect.poll(async () => (await titles()).indexOf('Sold')).toBe(2)
    const wide = async (): Promise<number> => (await heading('Name').boundingBox())?.width ?? 0
    const shared = await wide()
    await heading('Name').click({ button: 'right' })
    await menuItem('Size to content').click()
    await expect.poll(wide).not.toBe(shared)
    await heading('Sold').focus()
    await page.keyboard.press('Alt+ArrowDown')
    const menu = page.getByRole('dialog', { name: /^Sort and filter by Sold/ })
    expect(await seriousFindings(page)).toEqual([])
    await menu.getByRole('button', { name: 'Unpin' }).press('Enter')
    await expect.poll(titles).toEqual(before)
  })
})
