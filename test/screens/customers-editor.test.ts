import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { cellOf, find, retype } from '../window/customers-steps.ts'
import { type CustomersScreen, openCustomers } from './customer-screen.ts'
import { timeOfTests } from './standard-answers.ts'
import { longTest } from '../runs.ts'

/** Types a search, which is applied when the clock moves on, and begins to edit the name of a customer meanwhile. */
async function editDuringSearch({ page, grid }: CustomersScreen, search: string, name: string): Promise<void> {
  await page.clock.pauseAt(timeOfTests.getTime() + 3_600_000)
  await find(page, search)
  await (await cellOf(grid, name, 'Name')).dblclick()
  await grid.getByRole('textbox').waitFor()
  await page.keyboard.press('Control+A')
}

const applySearch = (page: Page): Promise<void> => page.clock.resume()

longTest('keeps the editor with its customer when a search moves the row', async () => {
  const screen = await openCustomers()
  const { host, page, grid } = screen
  await editDuringSearch(screen, 'S110ABC', 'Customer 10')
  await page.keyboard.type('Ten')
  await applySearch(page)
  await page.getByRole('group', { name: 'Customers in the list' }).getByText('1 customer found').waitFor()
  await page.keyboard.type(' Renamed')
  await page.keyboard.press('Enter')
  await grid.getByRole('gridcell', { name: 'Ten Renamed' }).waitFor()
  expect(host.inputsOf('customers.edit')).toMatchObject([{ id: 'customer-10', value: 'Ten Renamed' }])
})

it('saves nothing when the customer of the editor leaves the list', async () => {
  const screen = await openCustomers()
  const { host, page, grid } = screen
  await editDuringSearch(screen, 'S102ABC', 'Customer 11')
  await page.keyboard.type('Elev')
  await applySearch(page)
  await page.getByText('Nothing was changed. You had typed: Elev').waitFor()
  await page.keyboard.type('en')
  expect(await grid.getByRole('textbox').count()).toBe(0)
  expect(host.inputsOf('customers.edit')).toEqual([])
  // A cell that the user chooses can be edited again.
  await retype(page, await cellOf(grid, 'Customer 02', 'Name'), 'Two Renamed')
  await grid.getByRole('gridcell', { name: 'Two Renamed' }).waitFor()
  expect(host.inputsOf('customers.edit')).toMatchObject([{ id: 'customer-2', value: 'Two Renamed' }])
})
