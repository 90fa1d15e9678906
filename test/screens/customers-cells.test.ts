import type { Locator, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { success } from '../../src/contract/result.ts'
import { longTest } from '../runs.ts'
import { cellOf } from '../window/customers-steps.ts'
import { pasteText } from '../window/grid-steps.ts'
import { clipboardOf, type CustomersScreen, numberedCustomers, openCustomers } from './customer-screen.ts'

const menuItem = (page: Page, name: string | RegExp): Locator => page.getByRole('menuitem', { name })
const mobile = ({ grid }: CustomersScreen, number: number): Promise<Locator> =>
  cellOf(grid, `Customer ${String(number).padStart(2, '0')}`, 'Mobile')
const sold = ({ grid }: CustomersScreen, number: number): Promise<Locator> =>
  cellOf(grid, `Customer ${String(number).padStart(2, '0')}`, 'Sale date')
const textOf = async (cell: Promise<Locator>): Promise<string> => (await cell).innerText()

it('pastes a block after a preview, lists what was not used, and undoes and redoes it', async () => {
  const screen = await openCustomers()
  const { host, page } = screen
  const cell = { id: 'customer-0', reason: 'Enter a real date.' } as const
  const refused = [
    { ...cell, id: 'customer-1', field: 'mobileNumber', text: '12345' } as const,
    { ...cell, id: 'customer-1', field: 'saleDate', text: '31/2/2020' } as const,
  ]
  const changed = [
    { id: 'customer-0', field: 'mobileNumber', before: '0491570006', after: '0491570110' } as const,
    { id: 'customer-0', field: 'saleDate', before: '2023-05-01', after: '2020-02-01' } as const,
  ]
  host.answer('customers.previewCells', () => success({ changed, unchanged: 0, refused, forbidden: 0 }))
  await (await mobile(screen, 0)).click()
  await pasteText(page, '0491 570 110\t1/2/2020\r\n12345\t31/2/2020\r\n')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await dialog.getByText('2 cells of 1 customer will change.').waitFor()
  await dialog.getByText('2 cells can’t be changed and stay as they are.').waitFor()
  await dialog.getByRole('cell', { name: '31/2/2020', exact: true }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent?.trim())).toBe('Paste 2 cells')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  const rest = page.getByRole('dialog', { name: 'Not changed' })
  await rest.getByText('2 values were not used. Copy them to correct them.').waitFor()
  await rest.getByRole('button', { name: 'Copy these values' }).click()
  expect(await clipboardOf(page)).toMatch(/^Customer\tColumn\tValue\tReason\r\n.*12345.*\r\n.*31\/2\/2020/)
  await rest.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.poll(() => host.inputsOf('customers.changeCells').length).toBe(1)
})

longTest('undoes and redoes pasted cells by keys and the button', async () => {
  const screen = await openCustomers()
  const { page } = screen
  await (await mobile(screen, 0)).click()
  await pasteText(page, '0491570110\r\n0491570111\r\n')
  await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 2 cells' }).click()
  await expect.poll(() => textOf(mobile(screen, 0))).toBe('0491 570 110')
  await (await mobile(screen, 0)).click()
  await page.keyboard.press('Control+Z')
  await page.getByText('Undone: 2 cells pasted.').first().waitFor()
  await expect.poll(() => textOf(mobile(screen, 0))).toBe('0491 570 006')
  await page.keyboard.press('Control+Y')
  await page.getByText('Redone: 2 cells pasted.').first().waitFor()
  await expect.poll(() => textOf(mobile(screen, 0))).toBe('0491 570 110')
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect.poll(() => textOf(mobile(screen, 0))).toBe('0491 570 006')
})

longTest('pastes one value into the selected cells, which are counted aloud', async () => {
  const screen = await openCustomers()
  const { page, grid } = screen
  await (await mobile(screen, 1)).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Shift+ArrowDown')
  await page.getByRole('status').filter({ hasText: '3 cells selected' }).waitFor({ state: 'attached' })
  expect(await grid.locator('[role=gridcell][aria-selected=true]').count()).toBe(3)
  await pasteText(page, '0491570157')
  await page.getByRole('dialog', { name: 'Paste cells' }).getByRole('button', { name: 'Paste 3 cells' }).click()
  for (const at of [1, 2, 3]) await expect.poll(() => textOf(mobile(screen, at))).toBe('0491 570 157')
  expect(await textOf(mobile(screen, 4))).toBe('0491 570 006')
})

longTest('fills down', async () => {
  const customers = numberedCustomers(12).map((each, at) => (at === 3 ? { ...each, mobileNumber: '0491570157' } : each))
  const screen = await openCustomers({ customers })
  const { page } = screen
  await (await mobile(screen, 3)).click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+D')
  await page.getByText('1 cell filled down.').first().waitFor()
  await expect.poll(() => textOf(mobile(screen, 4))).toBe('0491 570 157')
})

longTest('clears cells with Delete and Backspace, many after a preview', async () => {
  const screen = await openCustomers()
  const { page } = screen
  await (await mobile(screen, 4)).click()
  await page.keyboard.press('Delete')
  await expect.poll(() => textOf(mobile(screen, 4))).toBe('')
  await (await sold(screen, 4)).click()
  await page.keyboard.press('Backspace')
  await expect.poll(() => textOf(sold(screen, 4))).toBe('')
  await (await mobile(screen, 0)).click()
  await (await mobile(screen, 11)).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Delete')
  const dialog = page.getByRole('dialog', { name: 'Clear cells' })
  await dialog.getByText('12 cells of 12 customers will change.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  expect(await textOf(mobile(screen, 5))).toBe('0491 570 006')
})

it('deletes a customer with Ctrl+Delete after a question, and restores it with Undo', async () => {
  const screen = await openCustomers()
  const { host, page, grid } = screen
  await (await mobile(screen, 5)).click()
  await page.keyboard.press('Control+Delete')
  const question = page.getByRole('dialog', { name: /^Delete Customer 05/ })
  await question.waitFor()
  expect(host.inputsOf('customers.delete')).toEqual([])
  await question.getByRole('button', { name: 'Delete customer' }).click()
  await page
    .getByText(/^Deleting Customer 05/)
    .first()
    .waitFor()
  expect(host.inputsOf('customers.delete')).toMatchObject([{ selection: { by: 'ids', ids: ['customer-5'] } }])
  await grid.getByRole('gridcell', { name: 'Customer 05' }).waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await page
    .getByText(/^Undone: 1 customer deleted\./)
    .first()
    .waitFor()
  await grid.getByRole('gridcell', { name: 'Customer 05' }).waitFor()
})

longTest('has a menu by mouse and keyboard, with the keys of its commands', async () => {
  const screen = await openCustomers()
  const { page } = screen
  await (await mobile(screen, 2)).click({ button: 'right' })
  const menu = page.getByRole('menu', { name: 'Menu for Customer 02' })
  await menu.waitFor()
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
  await menuItem(page, /^Copy Ctrl|^Copy$/)
    .first()
    .click()
  await expect.poll(() => clipboardOf(page)).toBe('0491 570 006')
  await (await mobile(screen, 3)).click()
  await page.keyboard.press('Delete')
  await expect.poll(() => textOf(mobile(screen, 3))).toBe('')
  await (await mobile(screen, 3)).click({ button: 'right' })
  await menuItem(page, 'Paste').click()
  await expect.poll(() => textOf(mobile(screen, 3))).toBe('0491 570 006')
  await page.keyboard.press('Shift+F10')
  const own = page.getByRole('menu', { name: 'Menu for Customer 03' })
  await own.waitFor()
  await page.keyboard.press('Escape')
  await own.waitFor({ state: 'hidden' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('0491 570 006')
  await page.keyboard.press('Shift+F10')
  await menuItem(page, 'Open customer').waitFor()
  await page.keyboard.press('o')
  await page.keyboard.press('Enter')
  await page.getByRole('complementary', { name: 'Details of Customer 03' }).waitFor()
})

it('asks for a reason before it calls a customer outside calling hours', async () => {
  const screen = await openCustomers()
  const { host, page } = screen
  const words = 'Sunday in Perth. No calls on Sundays.'
  const phone = { shown: '0491 570 006', tel: 'tel:+61491570006' }
  host.answer('sightings.callTimes', () =>
    success({ suggestions: [], now: { now: 'outside', words }, planned: null, phone }),
  )
  host.answer('sightings.logAttempt', () => success({}))
  host.answer('app.openLink', ({ url }) => success({ address: url, result: 'opened' }))
  await (await mobile(screen, 2)).click({ button: 'right' })
  await menuItem(page, 'Call 0491 570 006').click()
  const ask = page.getByRole('dialog', { name: 'Call Customer 02 anyway?' })
  await ask.getByText(words).waitFor()
  expect(host.inputsOf('app.openLink')).toEqual([])
  await ask.getByRole('button', { name: 'They asked to be called now' }).click()
  await ask.getByRole('button', { name: 'Call anyway' }).click()
  await ask.waitFor({ state: 'hidden' })
  expect(host.inputsOf('sightings.logAttempt')).toMatchObject([
    { channel: 'call', reason: 'They asked to be called now' },
  ])
  expect(host.inputsOf('app.openLink')).toMatchObject([{ url: 'tel:+61491570006' }])
})

it('offers no call in the menu of a Do Not Contact customer', async () => {
  const customers = numberedCustomers(2).map((each) => ({
    ...each,
    doNotContact: true,
    mobileNumber: null,
    hiddenNumbers: ['mobileNumber'],
  }))
  const { page, grid } = await openCustomers({ customers })
  await (await cellOf(grid, 'Customer 01', 'Rego')).click({ button: 'right' })
  expect(await menuItem(page, /^Call/).getAttribute('aria-disabled')).toBe('true')
})

longTest('sorts, pins, sizes and hides a column from its menu', async () => {
  const { host, page, grid } = await openCustomers()
  const heading = (name: string): Locator => grid.getByRole('columnheader', { name, exact: true })
  const width = async (name: string): Promise<number> => (await heading(name).boundingBox())?.width ?? 0
  const wide = await width('Vehicle')
  await heading('Vehicle').click({ button: 'right' })
  await menuItem(page, 'Size to content').click()
  await expect.poll(() => width('Vehicle')).not.toBe(wide)
  await heading('State').click({ button: 'right' })
  await menuItem(page, 'Hide column').click()
  await heading('State').waitFor({ state: 'hidden' })
  await heading('Sale date').click({ button: 'right' })
  await menuItem(page, 'Sort descending').click()
  await expect.poll(() => heading('Sale date').getAttribute('aria-sort')).toBe('descending')
  await expect.poll(() => host.inputsOf('customers.list').at(-1)).toMatchObject({ sort: 'saleDate', descending: true })
  await heading('Sale date').focus()
  await page.keyboard.press('Shift+F10')
  await menuItem(page, 'Pin to the left').click()
  await expect.poll(async () => (await grid.getByRole('columnheader').allInnerTexts()).indexOf('Sale date')).toBe(3)
})

longTest('selects by dragging over rows that are scrolled out of view', async () => {
  const { page, grid } = await openCustomers({ customers: numberedCustomers(40) })
  const first = grid.locator('[data-row="0"]').getByRole('gridcell').nth(2)
  const [from, box] = [await first.boundingBox(), await grid.boundingBox()]
  if (!from || !box) throw new Error('The grid has no box.')
  await page.mouse.move(from.x + 10, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(from.x + 10, from.y + 60)
  await page.mouse.move(from.x + 10, box.y + box.height + 30, { steps: 3 })
  await page.getByText('40 cells selected').first().waitFor()
  expect(await grid.evaluate((scroller) => scroller.scrollTop)).toBeGreaterThan(0)
  await page.mouse.up()
})
